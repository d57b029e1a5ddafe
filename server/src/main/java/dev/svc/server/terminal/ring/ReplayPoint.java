package dev.svc.server.terminal.ring;

/// A place of the stream where a replay can begin.
///
/// @param clean the screen was empty here
/// @param modes what to send to a fresh terminal before the bytes from here on
public record ReplayPoint(long offset, boolean clean, String modes) {}
