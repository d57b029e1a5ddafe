package dev.svc.server.engine.opencode;

import dev.svc.server.engine.Unreadables;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase.Row;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException.Reason;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The rows of one conversation that make turns.
record OpencodeRows(Path file, EngineKey engine) {
    static final List<String> TABLES = List.of("message", "part");

    /// A longer record is left out.
    static final int LONGEST = 16 << 20;

    private static final String DIGEST = """
            SELECT (SELECT count(*) || '/' || sum(octet_length(data)) || '/' || max(time_updated) FROM message WHERE session_id = ?1)
                || '+' || ifnull((SELECT count(*) || '/' || sum(octet_length(data)) || '/' || max(time_updated)
                    FROM part WHERE session_id = ?1), '')""";

    private static final String OUTLINE = "SELECT m.rowid, m.id,"
            + sound("m", "m.data ->> '$.role'") + ','
            + sound("m", "json_type(m.data, '$.summary') = 'true'") + ','
            + sound("m", "json_type(m.data, '$.error') = 'object'") + ','
            + " octet_length(m.data), p.rowid,"
            + sound("p", "p.data ->> '$.type'") + ','
            + sound(
                    "p",
                    "json_type(p.data, '$.text') = 'text' AND trim(p.data ->> '$.text', char(32, 9, 10, 13)) <> ''")
            + ','
            + sound("p", TypedText.isInjected("p.data")) + ','
            + " octet_length(p.data)"
            + " FROM message m LEFT JOIN part p ON p.message_id = m.id"
            + " WHERE m.session_id = ? ORDER BY m.time_created, m.id, p.id";

    private static String sound(String table, String expression) {
        return " CASE WHEN octet_length(%1$s.data) <= %2$d AND json_valid(%1$s.data) THEN %3$s END"
                .formatted(table, LONGEST, expression);
    }

    /// Empty when the database does not have the session.
    Optional<OpencodeIndex> index(String nativeId, Optional<OpencodeIndex> former) throws IOException {
        if (FileStamp.of(file).isEmpty()) {
            return Optional.empty();
        }
        return ReadOnlyDatabase.read(file, database -> {
            var session = session(database, nativeId);
            return session == null ? Optional.empty() : Optional.of(index(database, session, former));
        });
    }

    private @Nullable SessionRow session(ReadOnlyDatabase database, String nativeId) throws IOException {
        return SessionRow.all(database, engine, new Unreadables()).stream()
                .filter(row -> row.id().equals(nativeId))
                .findFirst()
                .orElse(null);
    }

    private static OpencodeIndex index(ReadOnlyDatabase database, SessionRow session, Optional<OpencodeIndex> former)
            throws IOException {
        var digest = new StringBuilder(String.valueOf(session.revertedFrom()));
        var outline = new Outline();
        try {
            database.query(TABLES, DIGEST, List.of(session.id()), row -> {
                digest.append(row.text(0).orElse(""));
                return false;
            });
            if (former.isPresent() && former.get().digest().equals(digest.toString())) {
                return former.get();
            }
            outline(database, session, outline);
        } catch (UnreadableDatabaseException damaged) {
            passOver(damaged);
        }
        return new OpencodeIndex(digest.toString(), outline.steps());
    }

    /// Where the database is damaged, what was read before counts.
    static void passOver(UnreadableDatabaseException damaged) throws IOException {
        if (damaged.reason() != Reason.CORRUPT) {
            throw damaged;
        }
    }

    private static void outline(ReadOnlyDatabase database, SessionRow session, Outline outline) throws IOException {
        var last = new long[] {Long.MIN_VALUE};
        var hiddenFrom = session.revertedFrom();
        database.query(TABLES, OUTLINE, List.of(session.id()), row -> {
            long message = row.number(0).orElse(0);
            if (message != last[0]) {
                last[0] = message;
                boolean hidden = hiddenFrom != null && row.text(1).orElse("").compareTo(hiddenFrom) >= 0;
                outline.message(
                        message,
                        row.text(1).orElse(""),
                        hidden ? "" : row.text(2).orElse(""),
                        row.number(3).orElse(0) == 1,
                        row.number(4).orElse(0) == 1,
                        row.number(5).orElse(0));
            }
            part(row, outline);
            return true;
        });
    }

    private static void part(Row row, Outline outline) {
        if (row.number(6).isPresent()) {
            outline.part(
                    row.number(6).getAsLong(),
                    row.text(7).orElse(""),
                    row.number(8).orElse(0) == 1,
                    row.number(9).orElse(0) == 1,
                    row.number(10).orElse(0));
        }
    }
}
