package dev.svc.server.cli;

import dev.svc.server.catalog.Row;
import dev.svc.server.session.SessionFacts;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Parts of a row as commands print it.
public final class RowText {
    private static final int TITLE_WIDTH = 60;
    private static final DateTimeFormatter WHEN = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm", Locale.ROOT);

    private RowText() {}

    /// When anything was last said in it, by the clock of this host.
    public static String when(SessionFacts facts) {
        return when(facts.updatedAt());
    }

    public static String when(Instant time) {
        return WHEN.format(time.atZone(ZoneId.systemDefault()));
    }

    /// On one line, without anything that a terminal would take for a command.
    public static String title(Row row) {
        return title(row.title());
    }

    public static String title(@Nullable String of) {
        var title = Objects.toString(of, "-")
                .replaceAll("[\\p{Cntrl}\\p{Cf}\\s]+", " ")
                .strip();
        return title.codePointCount(0, title.length()) <= TITLE_WIDTH
                ? title
                : title.substring(0, title.offsetByCodePoints(0, TITLE_WIDTH - 1)) + "…";
    }
}
