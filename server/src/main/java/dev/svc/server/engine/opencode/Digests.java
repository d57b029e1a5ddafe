package dev.svc.server.engine.opencode;

import dev.svc.server.engine.sqlite.ReadOnlyDatabase;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException.Reason;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.CRC32C;

/// Detects which sessions' messages changed from indexes alone: no message is opened.
///
/// The session's own time is not enough: a message is stored before it moves.
final class Digests {
    private static final String UNKNOWN = "?";

    private final Map<String, String> counted = new HashMap<>();
    private boolean damaged;

    private Digests() {}

    static Digests of(ReadOnlyDatabase database) throws IOException {
        var digests = new Digests();
        digests.add(
                database, "message", "SELECT session_id, count(*), max(time_created) FROM message GROUP BY session_id");
        digests.add(database, "part", "SELECT session_id, count(*), 0 FROM part GROUP BY session_id");
        return digests;
    }

    private void add(ReadOnlyDatabase database, String table, String sql) throws IOException {
        try {
            count(database, table, sql);
        } catch (UnreadableDatabaseException failure) {
            if (failure.reason() != Reason.CORRUPT) {
                throw failure;
            }
            damaged = true;
        }
    }

    private void count(ReadOnlyDatabase database, String table, String sql) throws IOException {
        database.query(List.of(table), sql, List.of(), row -> {
            String count = row.number(1).orElse(0) + "/" + row.number(2).orElse(0);
            row.text(0).ifPresent(session -> counted.merge(session, count, (one, other) -> one + '+' + other));
            return true;
        });
    }

    /// Whether both mean that nothing changed; a damaged index never does.
    static boolean same(String before, String now) {
        return before.equals(now) && !now.equals(UNKNOWN);
    }

    String of(SessionRow row) {
        if (damaged) {
            return UNKNOWN;
        }
        var sum = new CRC32C();
        String all = counted.getOrDefault(row.id(), "") + '|' + row.updated() + '|' + row.revertedFrom();
        sum.update(all.getBytes(StandardCharsets.UTF_8));
        return Long.toHexString(sum.getValue());
    }
}
