package dev.svc.server.engine.pi;

import dev.svc.server.engine.json.JsonLine;
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

    private final JsonView nothing = JsonView.of("");
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
    JsonView content = nothing;
    JsonView details = nothing;
    JsonView usage = nothing;
    JsonView command = nothing;
    JsonView output = nothing;
    JsonView exitCode = nothing;

    private PiEntry() {}

    /// Empty when the line is not a complete JSON object.
    static Optional<PiEntry> of(JsonLine line) {
        var entry = new PiEntry();
        return line.view().members(entry::take) ? Optional.of(entry) : Optional.empty();
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

    private void take(String key, JsonView value) {
        switch (key) {
            case "type" -> kind = value.text(SHORT);
            case "id" -> id = value.text(SHORT);
            case "parentId" -> before = value.text(SHORT);
            case "timestamp" -> timestamp = value.text(SHORT);
            case "version" -> version = value.number(0);
            case "cwd" -> cwd = value.text();
            case "name" -> name = value.text(LONG);
            case "targetId" -> target = value.text(SHORT);
            case "modelId" -> model = value.text(SHORT);
            case "summary" -> summary = value.text(LONG);
            case "usage" -> usage = value;
            case "content" -> content = value;
            case "display" -> isShown = value.isTrue();
            case MESSAGE -> value.members(this::takeMessage);
            default -> {}
        }
    }

    private void takeMessage(String key, JsonView value) {
        switch (key) {
            case "role" -> role = value.text(SHORT);
            case "content" -> content = value;
            case "model" -> model = value.text(SHORT);
            case "usage" -> usage = value;
            case "stopReason" -> stopReason = value.text(SHORT);
            case "errorMessage" -> error = value.text(LONG);
            case "toolCallId" -> call = value.text(SHORT);
            case "toolName" -> tool = value.text(SHORT);
            case "isError" -> isError = value.isTrue();
            case "details" -> details = value;
            case "command" -> command = value;
            case "output" -> output = value;
            case "exitCode" -> exitCode = value;
            case "cancelled" -> isCancelled = value.isTrue();
            case "display" -> isShown = value.isTrue();
            default -> {}
        }
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
