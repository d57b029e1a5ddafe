package dev.svc.tray.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.tray.menu.UpdateState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// What the update process writes down at every step, `<home>/update/status.json`, and what a check answers.
final class UpdateFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Pattern CHECKED = Pattern.compile(
            "(?<current>\\S+) is installed, the channel \\S+ offers (?<latest>\\S+)\\.(?<notes>(?:\\s.*)?)");

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

    /// What `svc autoupdate --check` printed; it adds a sentence where what is offered would not be installed.
    static UpdateState checked(String output) {
        Matcher found = CHECKED.matcher(output.strip());
        if (!found.matches()) {
            return new UpdateState.Unclear("This svc answered a check for updates with something else.");
        }
        String notes = found.group("notes").strip();
        if (notes.isEmpty()) {
            return new UpdateState.Available(found.group("latest"));
        }
        return found.group("latest").equals(found.group("current"))
                ? new UpdateState.Current(found.group("current"))
                : new UpdateState.Unclear(notes);
    }
}
