package dev.svc.tray.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.tray.menu.UpdateState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What the update process writes down at every step, `<home>/update/status.json`, and what a check answers.
final class UpdateFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private UpdateFile() {}

    /// A running or failed update; empty when there is nothing to tell.
    static Optional<UpdateState> read(Path file) {
        try {
            JsonNode status = JSON.readTree(Files.readAllBytes(file));
            String target = status.path("target").asText("");
            return switch (status.path("state").asText()) {
                case "running" ->
                    Optional.of(new UpdateState.Running(
                            target.isEmpty() ? "the newest" : target,
                            status.path("step").asText("")));
                case "failed", "returned" ->
                    Optional.of(new UpdateState.Failed(
                            target.isEmpty() ? "the newest" : target,
                            status.path("reason").asText("")));
                default -> Optional.empty();
            };
        } catch (IOException noneOrDamaged) {
            return Optional.empty();
        }
    }

    /// What `svc autoupdate --check --json` printed.
    static UpdateState checked(String output) {
        try {
            JsonNode check = JSON.readTree(output);
            String latest = check.path("latest").asText("");
            if (check.path("newer").asBoolean() && !latest.isEmpty()) {
                return new UpdateState.Available(latest);
            }
            String notes = check.path("notes").asText("");
            return notes.isEmpty() || latest.equals(check.path("current").asText())
                    ? new UpdateState.Current(check.path("current").asText())
                    : new UpdateState.Unclear(notes);
        } catch (IOException noJson) {
            return new UpdateState.Unclear("This svc answered a check for updates with something else.");
        }
    }
}
