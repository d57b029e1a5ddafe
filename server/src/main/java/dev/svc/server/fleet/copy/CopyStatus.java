package dev.svc.server.fleet.copy;

import org.jspecify.annotations.Nullable;

/// How the copy of this host's journal is.
///
/// @param current whether the broker has all of it
/// @param trouble why nothing is copied although the broker is there, as a sentence; null when nothing is wrong
public record CopyStatus(boolean current, @Nullable String trouble) {}
