package dev.svc.server.http.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Problem;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// JSON that another host wrote: an object of bounded depth, whose texts are cleaned as those of programs are.
final class ForeignJson {
    private ForeignJson() {}

    /// @param raw fields whose texts stay as they are, for pages that show them as what they are
    static ObjectNode read(@Nullable String json, String... raw) {
        try {
            if (json != null && Json.shared().readTree(json) instanceof ObjectNode object) {
                clean(object, Set.of(raw));
                return object;
            }
        } catch (IOException broken) {
            throw none();
        }
        throw none();
    }

    static Problem none() {
        return Problem.of(503, "host_failed", "The other host answered what no svc answers.");
    }

    private static void clean(JsonNode node, Set<String> raw) {
        if (node instanceof ObjectNode object) {
            var names = new ArrayList<String>();
            object.fieldNames().forEachRemaining(names::add);
            names.forEach(name -> {
                var value = object.path(name);
                if (value.isTextual() && !raw.contains(name)) {
                    object.set(name, cleaned(value));
                } else {
                    clean(value, raw);
                }
            });
        } else if (node instanceof ArrayNode array) {
            for (int at = 0; at < array.size(); at++) {
                var value = array.get(at);
                if (value.isTextual()) {
                    array.set(at, cleaned(value));
                } else {
                    clean(value, raw);
                }
            }
        }
    }

    private static TextNode cleaned(JsonNode text) {
        return TextNode.valueOf(PlainText.of(text.asText()));
    }
}
