package dev.svc.server.fleet.copy;

import org.jspecify.annotations.Nullable;

/// How the copy of this host's journal is.
///
/// @param current whether the broker has all of it
/// @param trouble why nothing is copied although the broker is there, as a sentence; null when nothing is wrong
/// @param note what was met in it and passed over, as a sentence; null where there is nothing of the kind
public record CopyStatus(
        boolean current, @Nullable String trouble, @Nullable String note) {}
