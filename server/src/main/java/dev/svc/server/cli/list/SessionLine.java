package dev.svc.server.cli.list;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.catalog.Row;
import dev.svc.server.cli.RowText;
import dev.svc.server.session.Elsewhere;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.text.PlainText;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// One session of the list as people read it.
///
/// @param state as the page says it, short, and where it is if svc did not start it; a dash where no program is
/// known to run
record SessionLine(
        boolean sticky,
        Instant updatedAt,
        String state,
        String alias,
        @Nullable String title,
        String id,
        @Nullable String cwd) {

    static SessionLine of(Row row, ProgramNames programs) {
        return new SessionLine(
                row.sticky(),
                row.facts().updatedAt(),
                state(
                        word(row.status(), row.snoozed()),
                        row.elsewhere(),
                        row.id().engine(),
                        programs),
                programs.alias(row.id().engine()),
                row.title(),
                row.id().toString(),
                row.facts().cwd());
    }

    /// As the interface shows it.
    static SessionLine of(JsonNode session, ProgramNames programs) {
        var id = SessionId.find(session.path("id").asText()).orElseThrow();
        var outside = session.path("elsewhere");
        var elsewhere = outside.isObject() ? elsewhere(outside) : null;
        return new SessionLine(
                session.path("sticky").asBoolean(),
                Instant.parse(session.path("updated_at").asText()),
                state(word(status(session), session.path("snoozed").asBoolean()), elsewhere, id.engine(), programs),
                programs.alias(id.engine()),
                session.path("title").textValue(),
                id.toString(),
                session.path("cwd").textValue());
    }

    /// @param width of the column for the state
    String text(int width) {
        return "%s %s  %s  %-11s  %-60s  %s  %s"
                .formatted(
                        sticky ? "*" : " ",
                        RowText.when(updatedAt),
                        String.format("%-" + width + "s", state),
                        alias,
                        RowText.title(title),
                        id,
                        PlainText.line(Objects.toString(cwd, "-")));
    }

    /// A program outside has no status of its own in answers where it does not say what it does.
    private static Status status(JsonNode session) {
        if (session.path("elsewhere").path("status").asText().equals("unknown")) {
            return Status.ELSEWHERE;
        }
        return Stream.of(Status.IDLE, Status.WORKING, Status.WAITING)
                .filter(status -> status.word().equals(session.path("status").asText()))
                .findFirst()
                .orElse(Status.OFF);
    }

    private static Elsewhere elsewhere(JsonNode outside) {
        return new Elsewhere(
                Where.valueOf(outside.path("where").asText().toUpperCase(Locale.ROOT)),
                outside.path("place").textValue(),
                Instant.parse(outside.path("since").asText()),
                outside.path("join").asBoolean(),
                outside.path("sure").asBoolean(),
                false);
    }

    private static String state(String word, @Nullable Elsewhere elsewhere, EngineKey engine, ProgramNames programs) {
        return elsewhere == null ? word : word + ", " + PlainText.line(elsewhere.words(programs.label(engine)));
    }

    private static String word(Status status, boolean snoozed) {
        return switch (status) {
            case OFF -> snoozed ? "snoozed" : "-";
            case ELSEWHERE -> "outside";
            case IDLE -> "idle";
            case WORKING -> "working";
            case WAITING -> "needs you";
        };
    }
}
