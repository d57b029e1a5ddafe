package dev.svc.server.engine.ask;

/// How a program says what it asks, and takes the answer, without its screen.
public sealed interface AskWay permits HookWay, LineWay {}
