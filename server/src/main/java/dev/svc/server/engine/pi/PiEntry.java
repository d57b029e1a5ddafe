package dev.svc.server.engine.pi;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonMembers;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.json.NamedLine;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One line of a session's file, as it lies there. Valid while its line is.
final class PiEntry {
    static final String HEADER = "session";
    static final String MESSAGE = "message";

    /// Enough to see whether there is anything.
    static final int GLIMPSE = 100;

    private static final String PICTURE = "(picture)";

    /// How the program writes the beginning of every entry, so that its name is known without reading the rest.
    private static final Pattern USUAL = Pattern.compile("\\{\"type\":\"([a-z_]{1,60})\",\"id\":\"([^\"\\\\]{1,64})\","
            + "\"parentId\":(?:null|\"([^\"\\\\]{1,64})\")[,}]");
    private static final byte[] ROLE = "\"message\":{\"role\":\"".getBytes(StandardCharsets.US_ASCII);
    private static final int REACH = 250;
    private static final int SHORT = 200;

    /// Of a text that is shown as a line or two.
    private static final int LONG = 4 << 10;

    private static final JsonMembers<PiEntry> OF_MESSAGE = JsonMembers.<PiEntry>none()
            .and("role", (entry, value) -> entry.role = value.text(SHORT))
            .and("content", (entry, value) -> entry.content = value)
            .and("model", (entry, value) -> entry.model = value.text(SHORT))
            .and("usage", (entry, value) -> entry.usage = value)
            .and("stopReason", (entry, value) -> entry.stopReason = value.text(SHORT))
            .and("errorMessage", (entry, value) -> entry.error = value.text(LONG))
            .and("toolCallId", (entry, value) -> entry.call = value.text(SHORT))
            .and("toolName", (entry, value) -> entry.tool = value.text(SHORT))
            .and("isError", (entry, value) -> entry.isError = value.isTrue())
            .and("details", (entry, value) -> entry.details = value)
            .and("command", (entry, value) -> entry.command = value)
            .and("output", (entry, value) -> entry.output = value)
            .and("exitCode", (entry, value) -> entry.exitCode = value)
            .and("cancelled", (entry, value) -> entry.isCancelled = value.isTrue())
            .and("display", (entry, value) -> entry.isShown = value.isTrue());

    private static final JsonMembers<PiEntry> MEMBERS = JsonMembers.<PiEntry>none()
            .and("type", (entry, value) -> entry.kind = value.text(SHORT))
            .and("id", (entry, value) -> entry.id = value.text(SHORT))
            .and("parentId", (entry, value) -> entry.before = value.text(SHORT))
            .and("timestamp", (entry, value) -> entry.timestamp = value.text(SHORT))
            .and("version", (entry, value) -> entry.version = value.number(0))
            .and("cwd", (entry, value) -> entry.cwd = value.text())
            .and("name", (entry, value) -> entry.name = value.text(LONG))
            .and("targetId", (entry, value) -> entry.target = value.text(SHORT))
            .and("modelId", (entry, value) -> entry.model = value.text(SHORT))
            .and("summary", (entry, value) -> entry.summary = value.text(LONG))
            .and("usage", (entry, value) -> entry.usage = value)
            .and("content", (entry, value) -> entry.content = value)
            .and("display", (entry, value) -> entry.isShown = value.isTrue())
            .and(MESSAGE, (entry, value) -> value.members(OF_MESSAGE, entry));

    private static final JsonView NOTHING = JsonView.of("");

    private @Nullable String before;

    String kind = "";
    String id = "";
    String timestamp = "";

    /// Of the header, and of an entry that names the session.
    String cwd = "";

    String name = "";
    long version;

    /// The model of an answer, or that a person changed to.
    String model = "";

    String role = "";
    String stopReason = "";
    String error = "";
    String call = "";

    /// The entry that this one strikes out of what the model is told.
    String target = "";

    String tool = "";
    String summary = "";
    boolean isError;
    boolean isCancelled;
    boolean isShown;
    JsonView content = NOTHING;
    JsonView details = NOTHING;
    JsonView usage = NOTHING;
    JsonView command = NOTHING;
    JsonView output = NOTHING;
    JsonView exitCode = NOTHING;

    private PiEntry() {}

    /// Empty when the line is not a complete JSON object.
    static Optional<PiEntry> of(JsonLine line) {
        var entry = new PiEntry();
        return line.view().members(MEMBERS, entry) ? Optional.of(entry) : Optional.empty();
    }

    /// How the entry on the line names itself; null where there is none. Entries of the first version of the format
    /// have
    /// no names, and each follows the one ahead of it.
    static @Nullable NamedLine name(JsonLine line) {
        if (line.isTooLong()) {
            return null;
        }
        var usual = USUAL.matcher(line.view().raw(REACH));
        if (usual.lookingAt()) {
            var before = usual.group(3);
            return usual.group(1).equals(HEADER) ? null : new NamedLine(usual.group(2), before == null ? "" : before);
        }
        return of(line).map(PiEntry::named).orElse(null);
    }

    /// Whether the line is a prompt of the program's own, as it writes it: long, and nothing that anybody
    /// said.
    static boolean isPromptOfTheProgram(JsonLine line) {
        return line.quotedAfter(ROLE, REACH).equals("system");
    }

    private @Nullable NamedLine named() {
        return kind.isEmpty() || kind.equals(HEADER) ? null : new NamedLine(id, before);
    }

    boolean isMessageOf(String whom) {
        return kind.equals(MESSAGE) && role.equals(whom);
    }

    /// What an extension said to its person, in the present form or in one of those before.
    boolean isRemark() {
        return isShown && (kind.equals("custom_message") || isMessageOf("custom") || isMessageOf("hookMessage"));
    }

    /// The parts of its content in their order; a text alone is one part.
    List<JsonView> parts() {
        var parts = new ArrayList<JsonView>();
        if (content.isString()) {
            parts.add(content);
        } else {
            content.elements(parts::add);
        }
        return parts;
    }

    /// What a part says; empty where it is no text.
    static String text(JsonView part, int characters) {
        if (part.isString()) {
            return part.text(characters);
        }
        return kind(part).equals("text") ? part.member("text").text(characters) : "";
    }

    static String kind(JsonView part) {
        return part.isObject() ? part.member("type").text(SHORT) : "";
    }

    /// All that its content says, one text below the other; of a picture alone, that it is one.
    String words(int characters) {
        var words = new StringBuilder();
        for (var part : parts()) {
            var text = text(part, characters);
            if (!text.isEmpty() && words.length() < characters) {
                words.append(words.isEmpty() ? "" : "\n").append(text);
            }
        }
        var said = words.toString();
        return said.isBlank() && isPicture() ? PICTURE : said;
    }

    boolean says() {
        return parts().stream().anyMatch(part -> !text(part, GLIMPSE).isBlank());
    }

    /// Whether a person said it, be it with a picture.
    boolean isPrompt() {
        return isMessageOf("user") && (says() || isPicture());
    }

    private boolean isPicture() {
        return parts().stream().anyMatch(part -> kind(part).equals("image"));
    }
}
