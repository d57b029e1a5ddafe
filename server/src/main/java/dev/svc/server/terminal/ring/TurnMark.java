package dev.svc.server.terminal.ring;

/// How many turns the conversation had when the byte at this offset was about to be printed.
public record TurnMark(long offset, long turns) {}
