package dev.svc.server.engine.opencode;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase.Row;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageKey;
import dev.svc.server.engine.usage.UsageLogs;
import dev.svc.server.engine.usage.UsageNumbers;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.engine.usage.UsageSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What the messages of a session used, from the database or, of the versions before it, from the tree. Reasoning is
/// beside the output. A fork copies messages under new ids and keeps their times, so the times name a call.
///
/// A message changes until it is complete. The last one is read again until then; one that others follow will not
/// change any more.
final class OpencodeUsage implements UsageLogs {
    private static final String ROWS = "rows ";
    private static final int LONGEST_JSON = 16 << 20;
    private static final int LONGEST_NAME = 200;
    private static final double MOST_DOLLARS = 100_000;

    private static final List<String> MEMBERS = List.of(
            "$.role",
            "$.modelID",
            "$.time.created",
            "$.time.completed",
            "$.tokens.input",
            "$.tokens.output",
            "$.tokens.reasoning",
            "$.tokens.cache.read",
            "$.tokens.cache.write",
            "$.cost");

    private static final String MESSAGES = "SELECT time_created, "
            + String.join(", ", MEMBERS.stream().map(OpencodeUsage::sound).toList())
            + " FROM message WHERE session_id = ? AND time_created >= ? ORDER BY time_created, id";

    private final OpencodePlace place;
    private final OpencodeTree tree;

    OpencodeUsage(OpencodePlace place) {
        this.place = place;
        this.tree = OpencodeTree.at(place.tree());
    }

    /// A message that a program answered with.
    private record Message(String model, long created, long completed, TokenCounts tokens, double cost) {

        void tell(boolean isLast, Brand brand, UsageSink sink) {
            if (!tokens.isPlausible()) {
                sink.unreadable();
            } else if (!tokens.isNothing() && (completed > 0 || !isLast)) {
                var key = UsageKey.of(brand.name(), model, created, completed);
                sink.used(new UsageRecord(key, created, model, tokens, cost));
            }
        }

        boolean isOpen() {
            return completed <= 0;
        }
    }

    private static String sound(String path) {
        return "CASE WHEN octet_length(data) <= %d AND json_valid(data) THEN data ->> '%s' END"
                .formatted(LONGEST_JSON, path);
    }

    @Override
    public String read(String nativeId, String mark, UsageSink sink) throws IOException {
        if (!Brand.ID.matcher(nativeId).matches()) {
            throw place.brand().unknown(nativeId);
        }
        var inDatabase = Files.exists(place.database()) ? rows(nativeId, mark, sink) : Optional.<String>empty();
        return inDatabase.isPresent() ? inDatabase.get() : files(nativeId, mark, sink);
    }

    /// Empty when the database has no such session.
    private Optional<String> rows(String nativeId, String mark, UsageSink sink) throws IOException {
        long since = since(mark);
        var found = new ArrayList<List<Message>>();
        var newest = new long[] {since};
        ReadOnlyDatabase.read(place.database(), database -> {
            // It runs again from the start when the database changes meanwhile.
            found.clear();
            newest[0] = since;
            if (has(database, nativeId)) {
                var messages = new ArrayList<Message>();
                found.add(messages);
                database.query(List.of("message"), MESSAGES, List.of(nativeId, since), row -> {
                    newest[0] = Math.max(newest[0], row.number(0).orElse(0));
                    message(row).ifPresent(messages::add);
                    return true;
                });
            }
            return found;
        });
        if (found.isEmpty()) {
            return Optional.empty();
        }
        var messages = found.getFirst();
        tell(messages, sink);
        boolean isOpen = !messages.isEmpty() && messages.getLast().isOpen();
        return Optional.of(
                ROWS + (isOpen ? Math.min(newest[0], messages.getLast().created()) : newest[0]));
    }

    private static boolean has(ReadOnlyDatabase database, String nativeId) throws IOException {
        var rows = new ArrayList<String>();
        if (database.hasTable(SessionRow.TABLE) && database.hasTable("message")) {
            database.query(
                    List.of(SessionRow.TABLE),
                    "SELECT id FROM session WHERE id = ?",
                    List.of(nativeId),
                    row -> row.text(0).map(rows::add).orElse(true));
        }
        return !rows.isEmpty();
    }

    private static long since(String mark) {
        try {
            return mark.startsWith(ROWS) ? Long.parseLong(mark.substring(ROWS.length())) : 0;
        } catch (NumberFormatException notOurs) {
            return 0;
        }
    }

    private void tell(List<Message> messages, UsageSink sink) {
        for (int i = 0; i < messages.size(); i++) {
            messages.get(i).tell(i == messages.size() - 1, place.brand(), sink);
        }
    }

    private static Optional<Message> message(Row row) {
        if (!row.text(1).orElse("").equals("assistant")) {
            return Optional.empty();
        }
        return Optional.of(message(
                row.text(2).orElse(""),
                row.number(3).orElse(row.number(0).orElse(0)),
                row.number(4).orElse(0),
                new long[] {count(row, 5), count(row, 6), count(row, 7), count(row, 8), count(row, 9)},
                row.value(10).map(OpencodeUsage::dollars).orElse(0.0)));
    }

    private static long count(Row row, int column) {
        return row.value(column).isEmpty() ? 0 : row.number(column).orElse(-1);
    }

    private static double dollars(Object value) {
        double dollars = value instanceof Number number ? number.doubleValue() : 0;
        return dollars >= 0 && dollars <= MOST_DOLLARS ? dollars : 0;
    }

    /// @param counts input, output, reasoning, read from and written to a cache
    private static Message message(String model, long created, long completed, long[] counts, double cost) {
        long reasoning = counts[2];
        var tokens =
                new TokenCounts(counts[0], UsageNumbers.sum(counts[1], reasoning), counts[3], counts[4], 0, reasoning);
        return new Message(Excerpt.cut(model, LONGEST_NAME), created, completed, tokens, cost);
    }

    private String files(String nativeId, String mark, UsageSink sink) throws IOException {
        var files = tree.messagesOf(nativeId);
        if (files.isEmpty() && tree.session(nativeId).isEmpty()) {
            throw place.brand().unknown(nativeId);
        }
        var now = Long.toHexString(UsageKey.of(files.toArray()));
        if (now.equals(mark)) {
            return mark;
        }
        var messages = new ArrayList<Message>();
        for (var file : files) {
            try (var channel = JsonLines.open(file)) {
                var bytes = StoreFile.head(channel);
                JsonLines.parse(bytes, 0, bytes.length)
                        .ifPresentOrElse(data -> message(data).ifPresent(messages::add), sink::unreadable);
            } catch (NoSuchFileException vanished) {
                continue;
            }
            sink.breathe();
        }
        tell(messages, sink);
        return now;
    }

    private static Optional<Message> message(JsonNode data) {
        if (!data.path("role").asText().equals("assistant")) {
            return Optional.empty();
        }
        var tokens = data.path("tokens");
        var cache = tokens.path("cache");
        return Optional.of(message(
                data.path("modelID").asText(),
                data.path("time").path("created").asLong(0),
                data.path("time").path("completed").asLong(0),
                new long[] {
                    UsageNumbers.count(tokens.path("input")),
                    UsageNumbers.count(tokens.path("output")),
                    UsageNumbers.count(tokens.path("reasoning")),
                    UsageNumbers.count(cache.path("read")),
                    UsageNumbers.count(cache.path("write"))
                },
                dollars(
                        data.path("cost").numberValue() == null
                                ? 0
                                : data.path("cost").numberValue())));
    }
}
