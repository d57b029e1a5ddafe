package dev.svc.server.engine.shell;

import dev.svc.server.engine.EngineSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/// Logs of plain terminals as svc writes them.
final class Shells {
    static final Instant NOW = Instant.parse("2026-11-01T10:00:00Z");
    static final int MANY = 8;

    private Shells() {}

    static String id(int number) {
        return "5e550000-0000-4000-8000-%012d".formatted(number);
    }

    static Path folder(Path home) {
        return home.resolve("shells");
    }

    static ShellProvider provider(Path home) {
        return new ShellProvider(new EngineSettings(home, List.of(), null, null, Map.of()), folder(home));
    }

    /// Each with a command or none, and as many records as its number says.
    static void plant(Path home) throws IOException {
        var book = provider(home).book();
        for (int number = 0; number < MANY; number++) {
            book.begin(id(number), "/work/" + number, number % 2 == 0 ? null : "make " + number, NOW);
            for (int said = 0; said < number; said++) {
                book.printed(id(number), "line %d\nof `%d`".formatted(said, number), 10L * (said + 1), NOW);
            }
            if (number % 3 == 0) {
                book.ended(id(number), 10L * number, NOW);
            }
        }
    }
}
