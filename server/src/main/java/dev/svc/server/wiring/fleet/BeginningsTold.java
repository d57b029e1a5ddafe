package dev.svc.server.wiring.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.http.gate.Json;
import java.util.ArrayList;
import java.util.List;

/// What a new session can be begun with here, as other hosts are told it: of what this host has, only what
/// choosing takes.
final class BeginningsTold {
    /// Where the own interface says it.
    static final List<String> ASKED = List.of("/api/engines", "/api/folders", "/api/projects");

    private BeginningsTold() {}

    /// @param answers to [#ASKED], in that order
    /// @param most bytes of all together; what does not fit is left out
    static ObjectNode of(List<JsonNode> answers, int most) {
        var body = Json.shared().createObjectNode();
        var programs = body.putArray("programs");
        for (var one : answers.get(0).path("engines")) {
            if (one.path("supports_new").asBoolean()) {
                programs.add(some(one, "engine", "label", "takes_prompt", "agent", "new_session_reconciles"));
            }
        }
        var known = answers.get(1);
        var there = new ArrayList<JsonNode>();
        for (var one : known.path("folders")) {
            if (one.path("exists").asBoolean()) {
                there.add(some(one, "path", "sessions", "last_used"));
            }
        }
        var projects = new ArrayList<JsonNode>();
        answers.get(2).path("projects").forEach(one -> projects.add(some(one, "id", "name", "folders")));
        int left = fill(body.putArray("projects"), projects, most / 2);
        left = fill(body.putArray("roots"), known.path("roots"), left) + most / 2;
        fill(body.putArray("folders"), there, left - Json.bytes(programs).length);
        return body;
    }

    /// As many as fit, in their order.
    ///
    /// @return how many bytes are left
    static int fill(ArrayNode list, Iterable<JsonNode> all, int most) {
        int left = most;
        for (var one : all) {
            int size = Json.bytes(one).length + 1;
            if (size <= left) {
                left -= size;
                list.add(one);
            }
        }
        return left;
    }

    private static ObjectNode some(JsonNode whole, String... fields) {
        var part = Json.shared().createObjectNode();
        for (var field : fields) {
            part.set(field, whole.path(field));
        }
        return part;
    }
}
