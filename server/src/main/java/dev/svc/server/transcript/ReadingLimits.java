package dev.svc.server.transcript;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;

/// How much of a conversation is read and shown at once.
///
/// @param turns how many of the newest turns a transcript has at most
/// @param pageTurns how many turns a page is, whatever it looks like
public record ReadingLimits(Caps transcript, int turns, long tailBytes, int pageTurns, Caps page) {

    /// What a rendered text may be at most; what is too much goes from its beginning.
    public record Caps(int lines, long bytes) {}

    public static ReadingLimits of(Config config) {
        return new ReadingLimits(
                new Caps(whole(config, Variable.TRANSCRIPT_MAX_LINES), Long.MAX_VALUE),
                whole(config, Variable.TRANSCRIPT_MAX_MESSAGES),
                config.number(Variable.TRANSCRIPT_TAIL_BYTES),
                whole(config, Variable.HISTORY_PAGE_TURNS),
                new Caps(whole(config, Variable.HISTORY_PAGE_LINES), config.number(Variable.HISTORY_PAGE_BYTES)));
    }

    private static int whole(Config config, Variable variable) {
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, config.number(variable)));
    }
}
