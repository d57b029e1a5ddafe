package dev.svc.server.usage;

import org.jspecify.annotations.Nullable;

/// What people set.
///
/// @param daily what all sessions of a day may cost, in dollars; null for no budget
/// @param session what a session may cost; null for no budget
/// @param onRow whether rows of the list say what they cost
public record UsageSettings(
        @Nullable Double daily, @Nullable Double session, boolean onRow) {}
