package dev.svc.server.engine.opencode;

import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase;
import dev.svc.server.engine.sqlite.UnreadableDatabaseException;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.TurnMaker;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/// The rows of the turns that are wanted. Owned by one reading.
final class OpencodePage {
    private static final String MESSAGES = "SELECT rowid, CASE WHEN octet_length(data) <= " + OpencodeRows.LONGEST
            + " THEN data END FROM message WHERE session_id = ? AND rowid IN (SELECT value FROM json_each(?))";

    private static final String PARTS = "SELECT rowid, CASE WHEN octet_length(data) <= " + OpencodeRows.LONGEST
            + " THEN data END FROM part WHERE session_id = ? AND rowid IN (SELECT value FROM json_each(?))"
            + " ORDER BY message_id, id";

    private final OpencodeIndex index;
    private final int from;
    private final List<TurnMaker> makers = new ArrayList<>();
    private final Map<Long, List<Integer>> ofMessages = new HashMap<>();
    private final Map<Long, List<Integer>> ofParts = new HashMap<>();

    OpencodePage(OpencodeIndex index, int from, int to, Detail detail) {
        this.index = index;
        this.from = from;
        for (int turn = from; turn < to; turn++) {
            makers.add(new TurnMaker(detail));
            wanted(ofMessages, index.message(turn), turn);
            for (long part : index.parts(turn)) {
                wanted(ofParts, part, turn);
            }
        }
    }

    private static void wanted(Map<Long, List<Integer>> rows, long row, int turn) {
        rows.computeIfAbsent(row, none -> new ArrayList<>()).add(turn);
    }

    List<TurnMaker> read(Path file, String nativeId) throws IOException {
        return ReadOnlyDatabase.read(file, database -> {
            try {
                tell(database, MESSAGES, nativeId, ofMessages, OpencodeTurn::tellMessage);
                tell(database, PARTS, nativeId, ofParts, OpencodeTurn::tellPart);
            } catch (UnreadableDatabaseException damaged) {
                OpencodeRows.passOver(damaged);
            }
            return makers;
        });
    }

    @FunctionalInterface
    private interface Telling {
        void tell(Outline.Kind kind, JsonView data, TurnMaker maker);
    }

    private void tell(
            ReadOnlyDatabase database, String sql, String nativeId, Map<Long, List<Integer>> wanted, Telling telling)
            throws IOException {
        var numbers = json(wanted.keySet().stream().mapToLong(Long::longValue));
        database.query(OpencodeRows.TABLES, sql, List.of(nativeId, numbers), row -> {
            var data = row.text(1).map(JsonView::of);
            for (int turn : wanted.getOrDefault(row.number(0).orElse(0), List.of())) {
                var maker = makers.get(turn - from);
                data.ifPresentOrElse(known -> telling.tell(index.kind(turn), known, maker), maker::leftOut);
            }
            return true;
        });
    }

    private static String json(LongStream numbers) {
        return numbers.mapToObj(Long::toString).collect(Collectors.joining(",", "[", "]"));
    }
}
