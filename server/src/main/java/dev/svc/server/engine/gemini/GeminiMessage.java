package dev.svc.server.engine.gemini;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.json.JsonView;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The parts of a message record that matter to a list.
///
/// @param text the beginning of its visible part; blank when nothing is visible
record GeminiMessage(
        String id,
        String type,
        String timestamp,
        String text,
        @Nullable String model) {
    private static final int TEXT = 1_000;

    /// A message in either form, read member by member.
    static final class Builder {
        private final int enough;
        private String id = "";
        private String type = "";
        private String timestamp = "";
        private final StringBuilder text = new StringBuilder();
        private @Nullable String model;

        Builder() {
            this(TEXT);
        }

        /// @param enough how much of the text is wanted
        Builder(int enough) {
            this.enough = enough;
        }

        void member(String name, JsonView value) {
            switch (name) {
                case "id" -> id = value.text(200);
                case "type" -> type = value.text(100);
                case "timestamp" -> timestamp = value.text(40);
                case "model" -> model = value.isString() ? value.text(200) : null;
                case "content" -> content(value);
                default -> {}
            }
        }

        private void content(JsonView value) {
            if (value.isString()) {
                add(value.text(enough));
            } else if (value.isArray()) {
                value.elements(part -> part(part, this::add));
            }
        }

        private void part(JsonView part, Consumer<String> text) {
            var seen = new String[] {""};
            var thought = new boolean[1];
            part.members((name, value) -> {
                if (name.equals("text")) {
                    seen[0] = value.text(enough);
                } else if (name.equals("thought")) {
                    thought[0] = value.isTrue();
                }
            });
            if (!thought[0]) {
                text.accept(seen[0]);
            }
        }

        private void add(String more) {
            if (!more.isBlank() && text.length() < enough) {
                text.append(text.isEmpty() ? "" : "\n").append(more);
            }
        }

        GeminiMessage build() {
            return new GeminiMessage(id, type, timestamp, text.toString(), model);
        }
    }

    /// A message of the old form, which is one JSON document.
    static GeminiMessage of(JsonNode node) {
        var builder = new Builder();
        builder.id = node.path("id").asText("");
        builder.type = node.path("type").asText("");
        builder.timestamp = node.path("timestamp").asText("");
        builder.model = node.path("model").textValue();
        var content = node.path("content");
        if (content.isTextual()) {
            builder.add(content.textValue());
        }
        for (var part : content) {
            if (!part.path("thought").asBoolean(false)) {
                builder.add(part.path("text").asText(""));
            }
        }
        return builder.build();
    }

    boolean isKnown() {
        return switch (type) {
            case "user", "gemini", "info", "error", "warning" -> true;
            default -> false;
        };
    }

    /// Whether a person wrote it: what the program says in their name begins with a tag of its own.
    boolean isTyped() {
        return type.equals("user")
                && !text.isBlank()
                && !text.startsWith("<session_context>")
                && !text.startsWith("<hook_context>");
    }

    boolean isVisibleAnswer() {
        return type.equals("gemini") && !text.isBlank();
    }
}
