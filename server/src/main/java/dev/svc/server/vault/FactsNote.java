package dev.svc.server.vault;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What the list shows of a session, as it stands in its copy.
final class FactsNote {
    private static final JsonMapper MAPPER = new JsonMapper();

    private FactsNote() {}

    static String of(SessionFacts facts) throws IOException {
        var json = MAPPER.createObjectNode();
        json.put("title", facts.title());
        json.put("first", facts.firstMessage());
        json.put("cwd", facts.cwd());
        json.put("created", facts.createdAt().toString());
        json.put("updated", facts.updatedAt().toString());
        json.put("messages", facts.messageCount());
        json.put("model", facts.model());
        json.put("branch", facts.branch());
        json.put("size", facts.sizeBytes());
        json.put("archived", facts.archived());
        json.put("parent", facts.parent() == null ? null : facts.parent().toString());
        json.put("unreadable", facts.unreadable());
        return MAPPER.writeValueAsString(json);
    }

    /// Empty when the note says nothing that can be shown.
    static Optional<SessionFacts> parse(SessionId id, String note) {
        try {
            var json = MAPPER.readTree(note);
            return json.isObject() ? Optional.of(facts(id, json)) : Optional.empty();
        } catch (IOException | DateTimeException notOurs) {
            return Optional.empty();
        }
    }

    private static SessionFacts facts(SessionId id, JsonNode json) {
        var parent = text(json, "parent");
        return new SessionFacts(
                id,
                text(json, "title"),
                text(json, "first"),
                text(json, "cwd"),
                Instant.parse(json.path("created").asText()),
                Instant.parse(json.path("updated").asText()),
                json.path("messages").asInt(),
                text(json, "model"),
                text(json, "branch"),
                json.path("size").asLong(),
                json.path("archived").asBoolean(),
                parent == null ? null : SessionId.find(parent).orElse(null),
                json.path("unreadable").asInt());
    }

    private static @Nullable String text(JsonNode json, String name) {
        return json.path(name).textValue();
    }
}
