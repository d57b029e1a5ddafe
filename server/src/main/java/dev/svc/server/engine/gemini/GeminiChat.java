package dev.svc.server.engine.gemini;

import dev.svc.server.engine.Unreadables;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.TurnMaker;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// The turns of one chat file, replayed: what stands at its end is the conversation. Owned by one reading.
///
/// A checkpoint says which messages remain and in which order. It reduces a call to its request, and the one written
/// when a session is resumed follows another that drops everything: so the earlier, richer records are remembered.
final class GeminiChat {
    private static final int LONGEST_ID = 200;

    private final Detail detail;
    private final ChatReplay replay = new ChatReplay(new Unreadables());
    private final Map<String, Message> recorded = new HashMap<>();
    private final Map<String, TurnMaker> called = new HashMap<>();
    private Map<String, Message> messages = new LinkedHashMap<>();

    private GeminiChat(Detail detail) {
        this.detail = detail;
    }

    private record Message(String timestamp, List<TurnMaker> turns) {}

    static GeminiChat read(FileStamp stamp, Detail detail) throws IOException {
        var chat = new GeminiChat(detail);
        try (var channel = StoreFile.open(stamp.path())) {
            if (ChatFile.name(stamp).endsWith(".jsonl")) {
                JsonLines.read(channel, 0, Long.MAX_VALUE, chat::line);
            } else {
                chat.document(StoreFile.head(channel));
            }
        }
        return chat;
    }

    private boolean line(JsonLine line) {
        replay.add(line);
        var record = ChatRecord.of(line);
        if (line.isTooLong()) {
            messages.put("too long " + line.start(), new Message("", List.of(new TurnMaker().leftOut())));
        } else if (record != null && record.rewindTo() != null) {
            rewind(record.rewindTo());
        } else if (record != null && record.set() != null) {
            record.set().members((name, value) -> {
                if (name.equals("messages")) {
                    checkpoint(value);
                }
            });
        } else if (record != null && !record.isHeader()) {
            message(line.view());
        }
        return true;
    }

    private void document(byte[] bytes) {
        JsonLines.parse(bytes, 0, bytes.length).ifPresent(whole -> {
            replay.add(whole);
            JsonView.of(new String(bytes, StandardCharsets.UTF_8))
                    .member("messages")
                    .elements(this::message);
        });
    }

    private void message(JsonView record) {
        var id = record.member("id").text(LONGEST_ID);
        if (!id.isEmpty()) {
            var message = read(id, record);
            messages.put(id, message);
            recorded.put(id, message);
            message.turns().stream()
                    .filter(turn -> !turn.call().isEmpty())
                    .forEach(call -> called.put(call.call(), call));
        }
    }

    private Message read(String id, JsonView record) {
        var before = recorded.get(id);
        var seen = before == null ? record.member("timestamp").text(40) : before.timestamp();
        return new Message(seen, GeminiTurn.of(record, seen, detail));
    }

    private void checkpoint(JsonView all) {
        messages = new LinkedHashMap<>();
        all.elements(element -> {
            var id = element.member("id").text(LONGEST_ID);
            if (!id.isEmpty()) {
                var known = recorded.get(id);
                messages.put(id, known == null ? answered(read(id, element)) : known);
            }
        });
    }

    /// A message that has another id now still has the calls that it had.
    private Message answered(Message message) {
        for (var turn : message.turns()) {
            var known = called.get(turn.call());
            if (known != null) {
                turn.resultOf(known);
            }
        }
        return message;
    }

    private void rewind(String id) {
        boolean found = false;
        for (var known : new ArrayList<>(messages.keySet())) {
            found |= known.equals(id);
            if (found) {
                messages.remove(known);
            }
        }
        if (!found) {
            messages.clear();
        }
    }

    ChatReplay replay() {
        return replay;
    }

    List<TurnMaker> turns() {
        return messages.values().stream()
                .flatMap(message -> message.turns().stream())
                .toList();
    }
}
