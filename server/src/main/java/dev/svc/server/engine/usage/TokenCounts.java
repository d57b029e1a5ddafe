package dev.svc.server.engine.usage;

/// Tokens of one call of a model.
///
/// @param input sent, without what came from or went to a cache
/// @param output answered, reasoning included
/// @param cacheRead sent, and read from a cache
/// @param cacheWrite sent, and written to a cache
/// @param cacheWriteHour the part of it that is kept for an hour and costs more
/// @param reasoning the part of the output that was reasoning, where the program says it
public record TokenCounts(
        long input, long output, long cacheRead, long cacheWrite, long cacheWriteHour, long reasoning) {
    public static final TokenCounts NONE = new TokenCounts(0, 0, 0, 0, 0, 0);

    /// No call of a model has more; what claims to is damage.
    private static final long MOST = 1_000_000_000L;

    /// Stands for a member that is no whole number, so that the record is refused.
    static final long NO_NUMBER = Long.MIN_VALUE;

    /// Whether a program can have written these.
    public boolean isPlausible() {
        return isCount(input)
                && isCount(output)
                && isCount(cacheRead)
                && isCount(cacheWrite)
                && isCount(cacheWriteHour)
                && isCount(reasoning)
                && cacheWriteHour <= cacheWrite
                && reasoning <= output;
    }

    private static boolean isCount(long number) {
        return number >= 0 && number <= MOST;
    }

    public boolean isNothing() {
        return total() == 0;
    }

    public long total() {
        return sent() + output;
    }

    /// The whole prompt.
    public long sent() {
        return input + cacheRead + cacheWrite;
    }

    /// Of two notes about the same call: the first is often written while the answer is still under way.
    public TokenCounts orMore(TokenCounts other) {
        return new TokenCounts(
                Math.max(input, other.input),
                Math.max(output, other.output),
                Math.max(cacheRead, other.cacheRead),
                Math.max(cacheWrite, other.cacheWrite),
                Math.max(cacheWriteHour, other.cacheWriteHour),
                Math.max(reasoning, other.reasoning));
    }
}
