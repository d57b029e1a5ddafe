package dev.svc.server.terminal.status;

import dev.svc.server.session.Status;

/// A status with what it was read from.
///
/// @param status what the program is doing
/// @param by what decided: a rule and where it stands, or what the program announced
/// @param on what it was read from: a line of the screen with its number, or the title; empty where nothing was
public record Explained(Status status, String by, String on) {}
