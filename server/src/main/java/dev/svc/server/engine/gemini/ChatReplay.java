package dev.svc.server.engine.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.Unreadables;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.time.DateTimeException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// Replays one chat file: the state at its end is the conversation. Owned by the reading that made it.
final class ChatReplay {
    private static final Instant LAST_INSTANT = Instant.parse("9999-12-31T23:59:59.999Z");

    private final Unreadables unreadable;
    private final Messages messages;
    private String sessionId = "";
    private String projectHash = "";
    private boolean isSubAgents;
    private Instant created = LAST_INSTANT;
    private Instant updated = Instant.EPOCH;
    private @Nullable String summary;
    private @Nullable String model;
    private boolean lost;

    ChatReplay(Unreadables unreadable) {
        this.unreadable = unreadable;
        this.messages = new Messages();
    }

    /// Goes on where an earlier replay of the file stopped, whose session had these facts.
    ChatReplay(Unreadables unreadable, Messages messages, SessionFacts before) {
        this.unreadable = unreadable;
        this.messages = messages;
        this.sessionId = before.id().nativeId();
        this.created = before.createdAt();
        this.updated = before.updatedAt();
        this.summary = before.title();
        this.model = before.model();
    }

    /// Takes the next line; there is always another one to ask for.
    boolean add(JsonLine line) {
        var record = ChatRecord.of(line);
        if (record != null) {
            add(record);
        } else if (!line.isBlank()) {
            unreadable.add("line", "");
        }
        return true;
    }

    private void add(ChatRecord record) {
        if (record.rewindTo() != null) {
            lost |= !messages.dropFrom(record.rewindTo());
        } else if (record.set() != null) {
            record.set().members(this::set);
        } else if (record.isHeader()) {
            header(record.sessionId(), record.projectHash(), record.startTime(), record.lastUpdated(), record.kind());
        } else {
            message(record.message());
        }
    }

    /// A file of the old form, which is one document.
    void add(JsonNode document) {
        header(
                document.path("sessionId").asText(""),
                document.path("projectHash").asText(""),
                document.path("startTime").asText(""),
                document.path("lastUpdated").asText(""),
                document.path("kind").asText(""));
        summary = Excerpt.title(document.path("summary").asText(""));
        document.path("messages").forEach(message -> message(GeminiMessage.of(message)));
    }

    /// A header comes again when the session is resumed within a minute; then it tells nothing new but the time.
    private void header(String id, String hash, String start, String last, String kind) {
        if (sessionId.isEmpty()) {
            sessionId = id;
        }
        if (projectHash.isEmpty()) {
            projectHash = hash;
        }
        isSubAgents |= kind.equals("subagent");
        created = created.equals(LAST_INSTANT) ? time(start, created) : created;
        updated(last);
    }

    private void set(String name, JsonView value) {
        switch (name) {
            case "lastUpdated" -> updated(value.text(40));
            case "summary" -> summary = Excerpt.title(value.text(1_000));
            case "messages" -> checkpoint(value);
            default -> {}
        }
    }

    /// Keeps only the named messages, in this order.
    private void checkpoint(JsonView all) {
        lost |= !messages.clear();
        all.elements(element -> {
            var message = new GeminiMessage.Builder();
            element.members(message::member);
            message(message.build());
        });
    }

    private void message(GeminiMessage message) {
        if (message.id().isEmpty() || message.type().isEmpty()) {
            unreadable.add("record", "");
        } else if (!message.isKnown()) {
            unreadable.add("message:" + message.type(), "");
        } else {
            boolean isOld = time(message.timestamp(), Instant.MAX).isBefore(updated);
            lost |= !messages.put(message, isOld);
            model = message.model() == null ? model : message.model();
        }
    }

    private void updated(String text) {
        var time = time(text, updated);
        updated = time.isAfter(updated) ? time : updated;
    }

    static Instant time(String text, Instant otherwise) {
        try {
            var time = Instant.parse(text);
            return time.isBefore(Instant.EPOCH) || time.isAfter(LAST_INSTANT) ? otherwise : time;
        } catch (DateTimeException none) {
            return otherwise;
        }
    }

    /// Takes over what the other files of the session say of its time, its name and its model.
    void isToldBeside(ChatReplay other) {
        created = other.created.isBefore(created) ? other.created : created;
        updated = other.updated.isAfter(updated) ? other.updated : updated;
        summary = summary == null ? other.summary : summary;
        model = model == null ? other.model : model;
    }

    /// Merges what the tail of the same file says into this head.
    void endsAs(ChatReplay tail) {
        updated = tail.updated.isAfter(updated) ? tail.updated : updated;
        summary = tail.summary == null ? summary : tail.summary;
        model = tail.model == null ? model : tail.model;
    }

    SessionFacts facts(int count, @Nullable String cwd, @Nullable SessionId parent, long size, int damage) {
        var ended = updated.equals(Instant.EPOCH) ? created : updated;
        return new SessionFacts(
                new SessionId(EngineKey.GEMINI, sessionId),
                summary,
                messages.first(),
                cwd,
                created.isAfter(ended) ? ended : created,
                ended,
                count,
                model,
                null,
                size,
                false,
                parent,
                damage);
    }

    /// Whether new records could not be distinguished from those an earlier replay forgot: only a full replay helps
    /// then.
    boolean isLost() {
        return lost;
    }

    String sessionId() {
        return sessionId;
    }

    String projectHash() {
        return projectHash;
    }

    boolean isSubAgents() {
        return isSubAgents;
    }

    Instant updated() {
        return updated;
    }

    Messages messages() {
        return messages;
    }
}
