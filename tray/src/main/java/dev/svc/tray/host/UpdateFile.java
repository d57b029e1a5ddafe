package dev.svc.tray.host;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.tray.menu.UpdateOutcome;
import dev.svc.tray.menu.UpdateOutcome.Result;
import dev.svc.tray.menu.UpdateState;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;

/// What the update process writes down at every step, `<home>/update/status.json`, and what a check answers.
final class UpdateFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String OTHERWISE = "This svc answered a check for updates with something else.";

    private static final int LAST_BYTES = 2 << 10;

    private UpdateFile() {}

    /// What was written down: one that runs, or what became of the last one.
    ///
    /// @param run tells one from another; empty before there was any
    /// @param running empty while none does
    record Written(String run, UpdateOutcome outcome, Optional<UpdateState> running) {
        static final Written NOTHING = new Written("", UpdateOutcome.NONE, Optional.empty());
    }

    /// [Written#NOTHING] when there is nothing to read.
    static Written read(Path file) {
        try {
            JsonNode status = JSON.readTree(Files.readAllBytes(file));
            String run = status.path("run").asText("");
            boolean back = status.path("kind").asText("").equals("rollback");
            String target = status.path("target").asText("");
            return switch (status.path("state").asText()) {
                case "running" ->
                    new Written(
                            run,
                            UpdateOutcome.NONE,
                            Optional.of(
                                    new UpdateState.Running(back, target, doing(status, file.resolveSibling("log")))));
                case "done" -> new Written(run, outcome(Result.DONE, back, target, status), Optional.empty());
                case "failed" -> new Written(run, outcome(Result.REFUSED, back, target, status), Optional.empty());
                case "returned" -> new Written(run, outcome(Result.CAME_BACK, back, target, status), Optional.empty());
                default -> Written.NOTHING;
            };
        } catch (IOException | DateTimeException noneOrDamaged) {
            return Written.NOTHING;
        }
    }

    private static UpdateOutcome outcome(Result result, boolean back, String target, JsonNode status) {
        return new UpdateOutcome(
                result,
                back,
                target,
                status.path("reason").asText(""),
                Instant.parse(status.path("finished_at").asText("")));
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
