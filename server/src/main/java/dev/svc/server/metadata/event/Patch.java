package dev.svc.server.metadata.event;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Merge patches: objects merge, null removes, everything else replaces.
public final class Patch {
    private Patch() {}

    public static ObjectNode applied(ObjectNode target, ObjectNode patch) {
        var result = target.deepCopy();
        patch.properties().forEach(change -> merge(result, change.getKey(), change.getValue()));
        return result;
    }

    private static void merge(ObjectNode target, String key, JsonNode value) {
        if (value.isNull()) {
            target.remove(key);
        } else if (value instanceof ObjectNode inner) {
            var below = target.get(key) instanceof ObjectNode present ? present : empty();
            target.set(key, applied(below, inner));
        } else {
            target.set(key, value.deepCopy());
        }
    }

    /// The part of a patch that would change anything.
    public static ObjectNode reduced(ObjectNode target, ObjectNode patch) {
        var result = empty();
        patch.properties().forEach(change -> {
            var present = target.get(change.getKey());
            var value = change.getValue();
            if (value instanceof ObjectNode inner && (present == null || present instanceof ObjectNode)) {
                var less = reduced(present instanceof ObjectNode below ? below : empty(), inner);
                if (!less.isEmpty()) {
                    result.set(change.getKey(), less);
                }
            } else if (!value.equals(present == null ? NullNode.getInstance() : present)) {
                result.set(change.getKey(), value.deepCopy());
            }
        });
        return result;
    }

    /// The patch that takes `patch` back on `target`.
    public static ObjectNode inverse(ObjectNode target, ObjectNode patch) {
        var result = empty();
        patch.properties().forEach(change -> {
            var present = target.get(change.getKey());
            var below = change.getValue() instanceof ObjectNode inner && present instanceof ObjectNode object
                    ? inverse(object, inner)
                    : present == null ? NullNode.getInstance() : present.deepCopy();
            result.set(change.getKey(), below);
        });
        return result;
    }

    private static ObjectNode empty() {
        return JsonNodeFactory.instance.objectNode();
    }
}
