package dev.svc.server.engine.usage;

/// One call of a model, as a log says it.
///
/// @param key the same wherever the call is noted again: on each part of its answer, in a copy of its session, in a
///     file that is read a second time. Made by [UsageKey]
/// @param at when, in milliseconds since 1970; 0 where the log does not say
/// @param model as the program calls it; empty where it does not say
/// @param cost in dollars, as the program says it; 0 where it does not
/// @param isSum whether it is what several calls used together: nobody knows then how long their prompts were
public record UsageRecord(long key, long at, String model, TokenCounts tokens, double cost, boolean isSum) {
    /// What one call used.
    public UsageRecord(long key, long at, String model, TokenCounts tokens, double cost) {
        this(key, at, model, tokens, cost, false);
    }
}
