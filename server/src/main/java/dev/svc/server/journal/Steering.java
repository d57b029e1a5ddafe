package dev.svc.server.journal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.fold.Organisation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What foreign entries say about settings and preferences, as lines for people: the last word on each that is not what
/// holds already.
final class Steering {
    private static final String PREFERENCES = "preferences";

    private final ObjectNode settings;
    private final ObjectNode prefs;
    private final Map<String, String> words = new LinkedHashMap<>();

    Steering(Organisation present) {
        this.settings = present.settings();
        this.prefs = present.prefs();
    }

    boolean settings(ObjectNode patch) {
        note("", patch, settings);
        return true;
    }

    boolean prefs(ObjectNode patch) {
        note(PREFERENCES, patch, prefs);
        return true;
    }

    List<String> lines() {
        var lines = new ArrayList<String>();
        words.forEach((name, value) -> lines.add(name + ": " + value));
        return List.copyOf(lines);
    }

    private void note(String above, ObjectNode patch, JsonNode present) {
        patch.properties().forEach(change -> {
            String name = above.isEmpty() ? change.getKey() : above + "." + change.getKey();
            JsonNode is = present.path(change.getKey());
            JsonNode value = change.getValue();
            if (value instanceof ObjectNode inner) {
                note(name, inner, is);
            } else if (value.equals(is.isMissingNode() ? NullNode.getInstance() : is)) {
                words.remove(name);
            } else {
                words.put(
                        name, value.isNull() ? "as by default" : value.isTextual() ? value.asText() : value.toString());
            }
        });
    }
}
