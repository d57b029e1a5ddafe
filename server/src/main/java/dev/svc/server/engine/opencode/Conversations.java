package dev.svc.server.engine.opencode;

import dev.svc.server.engine.sqlite.ReadOnlyDatabase;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase.Row;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException.Reason;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/// Reads messages and parts of many sessions with few queries, and of each only what a list shows.
final class Conversations {
    private static final int BATCH = 200;

    /// Longer records are counted as unreadable.
    private static final int LONGEST_JSON = 16 << 20;

    private static final int TEXT = 4_000;

    private static final String WANTED = " WHERE session_id IN (SELECT value FROM json_each(?))";

    private static final String MESSAGES = "SELECT session_id, id,"
            + sound("data ->> '$.role'") + ','
            + sound("coalesce(data ->> '$.modelID', data ->> '$.model.modelID')") + ','
            + sound("json_type(data, '$.summary') = 'true'") + ','
            + " octet_length(data) FROM message" + WANTED + " ORDER BY session_id, time_created, id";

    private static final String PARTS = "SELECT session_id, message_id,"
            + sound("data ->> '$.type'") + ','
            + sound("CASE WHEN data ->> '$.type' = 'text' AND json_type(data, '$.text') = 'text'"
                    + " THEN substr(data ->> '$.text', 1, " + TEXT + ") END")
            + ','
            + sound(TypedText.isInjected("data")) + ','
            + " octet_length(data) FROM part" + WANTED + " ORDER BY session_id, message_id, id";

    private Conversations() {}

    private static String sound(String expression) {
        return " CASE WHEN octet_length(data) <= " + LONGEST_JSON + " AND json_valid(data) THEN " + expression + " END";
    }

    static Map<String, Tally> read(ReadOnlyDatabase database, List<SessionRow> sessions) throws IOException {
        var tallies = new HashMap<String, Tally>();
        for (int from = 0; from < sessions.size(); from += BATCH) {
            read(database, sessions.subList(from, Math.min(from + BATCH, sessions.size())), tallies);
        }
        return tallies;
    }

    /// Where the database is damaged, halves its way to the sessions that lie there; the others are read whole.
    private static void read(ReadOnlyDatabase database, List<SessionRow> sessions, Map<String, Tally> tallies)
            throws IOException {
        sessions.forEach(row -> tallies.put(row.id(), new Tally(row.version(), row.revertedFrom())));
        try {
            var ids = List.of(json(sessions));
            database.query(List.of("message"), MESSAGES, ids, row -> message(row, tallies));
            database.query(List.of("part"), PARTS, ids, row -> part(row, tallies));
        } catch (UnreadableDatabaseException failure) {
            if (failure.reason() != Reason.CORRUPT) {
                throw failure;
            }
            int half = sessions.size() / 2;
            if (half == 0) {
                tallies.computeIfPresent(sessions.getFirst().id(), (id, tally) -> tally.damaged());
            } else {
                read(database, sessions.subList(0, half), tallies);
                read(database, sessions.subList(half, sessions.size()), tallies);
            }
        }
    }

    /// Ids have been checked: nothing in them needs an escape.
    private static String json(List<SessionRow> sessions) {
        return sessions.stream().map(SessionRow::id).collect(Collectors.joining("\",\"", "[\"", "\"]"));
    }

    private static boolean message(Row row, Map<String, Tally> tallies) {
        var tally = tallies.get(row.text(0).orElse(""));
        if (tally != null) {
            tally.message(
                    row.text(1).orElse(""),
                    row.text(2).orElse(null),
                    row.text(3).orElse(null),
                    row.number(4).orElse(0) == 1,
                    row.number(5).orElse(0));
        }
        return true;
    }

    private static boolean part(Row row, Map<String, Tally> tallies) {
        var tally = tallies.get(row.text(0).orElse(""));
        if (tally != null) {
            tally.part(
                    row.text(1).orElse(""),
                    row.text(2).orElse(null),
                    row.text(3).orElse(null),
                    row.number(4).orElse(0) == 1,
                    row.number(5).orElse(0));
        }
        return true;
    }
}
