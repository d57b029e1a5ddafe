package dev.svc.server.http.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.http.gate.Json;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.session.EngineKey;
import dev.svc.shared.text.PlainText;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What another host says that a session can be begun with there, and what that would run: field by field,
/// and nothing that this release does not know.
final class ForeignBeginnings {
    private static final int LONGEST_LABEL = 100;
    private static final int LONGEST_PATH = 4_096;
    private static final int LONGEST_WORD = 20_000;
    private static final int MOST_WORDS = 200;

    private ForeignBeginnings() {}

    static ObjectNode read(ObjectNode told) {
        var view = HostDesk.nothing();
        var programs = view.putArray("programs");
        told.path("programs").forEach(one -> program(one).ifPresent(programs::add));
        var folders = view.putArray("folders");
        told.path("folders").forEach(one -> folder(one).ifPresent(folders::add));
        paths(told.path("roots"), view.putArray("roots"));
        var projects = view.putArray("projects");
        told.path("projects").forEach(one -> project(one).ifPresent(projects::add));
        return view;
    }

    private static Optional<ObjectNode> program(JsonNode told) {
        var engine = EngineKey.find(told.path("engine").asText());
        var label = told.path("label").asText();
        return engine.filter(_ -> !label.isEmpty() && label.length() <= LONGEST_LABEL)
                .map(key -> HostDesk.nothing()
                        .put("engine", key.toString())
                        .put("label", PlainText.line(label))
                        .put("takes_prompt", told.path("takes_prompt").asBoolean())
                        .put("agent", told.path("agent").asBoolean(true))
                        .put(
                                "new_session_reconciles",
                                told.path("new_session_reconciles").asBoolean()));
    }

    private static Optional<ObjectNode> folder(JsonNode told) {
        return path(told.path("path")).map(path -> {
            var folder = HostDesk.nothing()
                    .put("path", path)
                    .put("sessions", Math.max(0, told.path("sessions").asInt()));
            folder.set("last_used", time(told.path("last_used")));
            return folder;
        });
    }

    private static Optional<ObjectNode> project(JsonNode told) {
        var name = PlainText.line(told.path("name").asText()).strip();
        return ProjectId.find(told.path("id").asText())
                .filter(_ -> !name.isEmpty() && name.length() <= Project.MAX_NAME)
                .map(id -> {
                    var project = HostDesk.nothing().put("id", id.value()).put("name", name);
                    paths(told.path("folders"), project.putArray("folders"));
                    return project;
                });
    }

    private static void paths(JsonNode told, ArrayNode paths) {
        told.forEach(one -> path(one).ifPresent(paths::add));
    }

    /// A path that is not as it is shown would be another folder.
    static Optional<String> path(JsonNode told) {
        var path = told.textValue();
        return path == null || path.isEmpty() || path.length() > LONGEST_PATH || !PlainText.isLine(path)
                ? Optional.empty()
                : Optional.of(path);
    }

    private static @Nullable JsonNode time(JsonNode told) {
        try {
            return told.isTextual() ? Json.shared().valueToTree(Instant.parse(told.asText())) : null;
        } catch (DateTimeException none) {
            return null;
        }
    }

    /// A command as its host shows it. One that is longer than any is none: a part of it would be another.
    static ObjectNode command(ObjectNode told) {
        var command = HostDesk.nothing();
        var argv = command.putArray("argv");
        for (var word : told.path("argv")) {
            if (!word.isTextual() || word.asText().length() > LONGEST_WORD || argv.size() == MOST_WORDS) {
                throw ForeignJson.none();
            }
            argv.add(PlainText.line(word.asText()));
        }
        var folder = path(told.path("folder"));
        if (argv.isEmpty() || folder.isEmpty()) {
            throw ForeignJson.none();
        }
        return command.put("prompted", told.path("prompted").asBoolean())
                .put("folder", folder.get())
                .put("exists", told.path("exists").asBoolean())
                .put("moves", told.path("moves").asBoolean());
    }
}
