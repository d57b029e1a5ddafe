package dev.svc.server.texts;

import dev.svc.server.texts.TextWorkers.Deadlines;
import java.time.Duration;

/// Workers without a deadline, for tests of the result: on a busy machine the usual two seconds may pass
/// before a harmless text is laid out, which is then plain.
public final class Unhurried {
    private static final Duration LONG = Duration.ofHours(1);

    private Unhurried() {}

    public static TextWorkers workers() {
        return new TextWorkers(new Deadlines(LONG, LONG, LONG, LONG, LONG));
    }
}
