package dev.svc.server.transcript.console;

/// Text of one style.
record Run(String text, Style style) {}
