package dev.svc.server.engine.claudecode.ask;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.stream.StreamSupport;

/// One call of the hook, as the program sends it.
///
/// @param suggestions the rules that the program would follow from then on
record PermissionRequest(String session, String folder, String tool, ObjectNode input, List<JsonNode> suggestions) {
    static final String EVENT = "PermissionRequest";

    private static final int MOST_SUGGESTIONS = 8;

    /// @throws IllegalArgumentException when it is no such call
    static PermissionRequest read(ObjectMapper json, String body) {
        var call = parse(json, body);
        var session = call.path("session_id").asText("");
        var tool = call.path("tool_name").asText("");
        boolean asks = call.path("hook_event_name").asText("").equals(EVENT);
        if (!asks || session.isEmpty() || tool.isEmpty() || !(call.path("tool_input") instanceof ObjectNode input)) {
            throw new IllegalArgumentException("no permission request");
        }
        var suggestions = StreamSupport.stream(
                        call.path("permission_suggestions").spliterator(), false)
                .limit(MOST_SUGGESTIONS)
                .toList();
        return new PermissionRequest(session, call.path("cwd").asText(""), tool, input, suggestions);
    }

    private static JsonNode parse(ObjectMapper json, String body) {
        try {
            return json.readTree(body);
        } catch (JsonProcessingException unreadable) {
            throw new IllegalArgumentException("no JSON", unreadable);
        }
    }

    boolean hasTexts(String... names) {
        return Arrays.stream(names).allMatch(name -> input.path(name).isTextual());
    }

    /// A string of the tool's input; empty where there is none.
    String text(String name) {
        var value = input.path(name);
        return value.isTextual() ? value.textValue() : "";
    }
}
