package dev.svc.server.engine.opencode;

import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.engine.Unreadables;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase.Row;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The columns of the session table that matter to a list.
///
/// @param revertedFrom the first message that was undone; it and all after it are hidden, but still stored
record SessionRow(
        EngineKey engine,
        String id,
        @Nullable String parent,
        @Nullable String folder,
        String title,
        String version,
        @Nullable String model,
        long created,
        long updated,
        boolean archived,
        @Nullable String revertedFrom) {

    static final String TABLE = "session";

    /// The name that the program gives until its model has found a better one.
    private static final Pattern DEFAULT_TITLE =
            Pattern.compile("(New|Child) session - \\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z");

    /// The end of the year 9999: a time beyond it is damage.
    private static final long LAST_INSTANT = 253_402_300_799_999L;

    private static final int LONGEST_TEXT = 64 << 10;
    private static final int LONGEST_JSON = 8 << 20;

    /// What is read, in this order; columns that a version lacks read as null.
    private static final List<String> COLUMNS = List.of(
            "id", "parent_id", "directory", "title", "version", "time_created", "time_updated", "time_archived");

    /// Every session there is; rows without an id of the program's shape are counted.
    static List<SessionRow> all(ReadOnlyDatabase database, EngineKey engine, Unreadables unreadable)
            throws IOException {
        var rows = new ArrayList<SessionRow>();
        database.query(List.of(TABLE), select(database.columns(TABLE)), List.of(), row -> {
            of(engine, row)
                    .ifPresentOrElse(
                            rows::add, () -> unreadable.add(TABLE, row.text(4).orElse("")));
            return true;
        });
        return rows;
    }

    private static String select(Set<String> present) {
        var columns = COLUMNS.stream().map(name -> present.contains(name) ? bounded(name) : "NULL");
        return "SELECT " + columns.collect(Collectors.joining(", "))
                + ", " + member("model", "$.id", present)
                + ", " + member("revert", "$.messageID", present)
                + " FROM " + TABLE;
    }

    private static String bounded(String column) {
        return "CASE WHEN octet_length(%1$s) <= %2$d THEN %1$s END".formatted(column, LONGEST_TEXT);
    }

    private static String member(String column, String path, Set<String> present) {
        return present.contains(column)
                ? "CASE WHEN octet_length(%1$s) <= %2$d AND json_valid(%1$s) THEN %1$s ->> '%3$s' END"
                        .formatted(column, LONGEST_JSON, path)
                : "NULL";
    }

    private static Optional<SessionRow> of(EngineKey engine, Row row) {
        return row.text(0)
                .filter(SessionRow::isId)
                .map(id -> new SessionRow(
                        engine,
                        id,
                        idOrNull(row.text(1).orElse(null)),
                        folderOrNull(row.text(2).orElse(null)),
                        row.text(3).orElse(""),
                        row.text(4).orElse(""),
                        row.text(8).orElse(null),
                        row.number(5).orElse(0),
                        row.number(6).orElse(0),
                        row.number(7).isPresent(),
                        row.text(9).orElse(null)));
    }

    static @Nullable String idOrNull(@Nullable String text) {
        return text != null && isId(text) ? text : null;
    }

    static @Nullable String folderOrNull(@Nullable String text) {
        return text != null && text.startsWith("/") && text.indexOf(0) < 0 ? text : null;
    }

    private static boolean isId(String text) {
        return Brand.ID.matcher(text).matches();
    }

    /// The facts of this session before any of its messages has been read; then a default name may yet give way.
    SessionFacts glance() {
        return facts(-1, null, model, 0, 0);
    }

    SessionFacts facts(Tally tally) {
        int unreadable = tally.unreadable().stream().mapToInt(Unreadable::count).sum();
        String latest = model != null ? model : tally.model();
        return facts(tally.messages(), tally.firstMessage(), latest, tally.bytes(), unreadable);
    }

    /// The facts with what an earlier reading found in messages that are still the same.
    SessionFacts facts(SessionFacts before) {
        String latest = model != null ? model : before.model();
        return facts(before.messageCount(), before.firstMessage(), latest, before.sizeBytes(), before.unreadable());
    }

    private SessionFacts facts(
            int messages, @Nullable String first, @Nullable String latestModel, long bytes, int unreadable) {
        return new SessionFacts(
                new SessionId(engine, id),
                shownTitle(messages < 0 || first != null),
                first,
                folder,
                instant(created),
                instant(updated),
                messages,
                latestModel,
                null,
                bytes,
                archived,
                parent == null ? null : new SessionId(engine, parent),
                unreadable);
    }

    /// The default name says less than what the person wrote, so it is used only where nothing was written.
    private @Nullable String shownTitle(boolean somethingWritten) {
        return somethingWritten && DEFAULT_TITLE.matcher(title).matches() ? null : Excerpt.title(title);
    }

    static Instant instant(long millis) {
        return Instant.ofEpochMilli(Math.clamp(millis, 0, LAST_INSTANT));
    }
}
