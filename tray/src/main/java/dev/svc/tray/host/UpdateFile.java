package dev.svc.tray.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.tray.menu.UpdateState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/// What the update process writes down at every step, `<home>/update/status.json`, and what a check answers.
final class UpdateFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String OTHERWISE = "This svc answered a check for updates with something else.";

    private static final int LAST_BYTES = 2 << 10;

    private UpdateFile() {}

    /// A running or failed update; empty when there is nothing to tell.
    static Optional<UpdateState> read(Path file) {
        try {
            JsonNode status = JSON.readTree(Files.readAllBytes(file));
            String target = status.path("target").asText("");
            return switch (status.path("state").asText()) {
                case "running" ->
                    Optional.of(new UpdateState.Running(
                            target.isEmpty() ? "the newest" : target, doing(status, file.resolveSibling("log"))));
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

    /// In words, with what was said last: a build says how far it is.
    private static String doing(JsonNode status, Path log) {
        String doing = status.path("doing").asText(status.path("step").asText(""));
        if (!status.path("step").asText().equals("build")) {
            return doing;
        }
        String line = lastLine(log);
        return line.isEmpty() || line.equals(doing) ? doing : doing + ", " + line;
    }

    /// Without the time and the name ahead of it; empty where nothing was said.
    private static String lastLine(Path log) {
        try (var channel = Files.newByteChannel(log)) {
            long from = Math.max(0, channel.size() - LAST_BYTES);
            var bytes = ByteBuffer.allocate((int) (channel.size() - from));
            channel.position(from).read(bytes);
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8)
                    .lines()
                    .reduce("", (former, line) -> line)
                    .replaceFirst("^\\d{4}-\\d\\d-\\d\\dT[\\d:]+Z ", "")
                    .replaceFirst("^svc: +", "");
        } catch (IOException none) {
            return "";
        }
    }

    /// What `svc autoupdate --check --json` printed.
    static UpdateState checked(String output) {
        try {
            JsonNode found = JSON.readTree(output);
            String latest = found.path("latest").asText("");
            if (found.path("newer").asBoolean()) {
                return new UpdateState.Available(latest);
            }
            if (!latest.isEmpty() && latest.equals(found.path("current").asText())) {
                return new UpdateState.Current(latest);
            }
            String notes = found.path("notes").asText("");
            return new UpdateState.Unclear(notes.isEmpty() ? OTHERWISE : notes);
        } catch (IOException other) {
            return new UpdateState.Unclear(OTHERWISE);
        }
    }
}
