package dev.svc.server.update;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.update.release.UpdateException;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The status file, replaced atomically: a reader sees one step or the next.
final class StatusFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;

    StatusFile(Path file) {
        this.file = file;
    }

    /// [UpdateStatus#NONE] when there is no readable one.
    UpdateStatus read() {
        try {
            return read(JSON.readTree(Files.readAllBytes(file)));
        } catch (IOException | RuntimeException noneOrDamaged) {
            return UpdateStatus.NONE;
        }
    }

    private static UpdateStatus read(JsonNode fields) {
        return new UpdateStatus(
                fields.path("run").asText(),
                UpdateStatus.Kind.valueOf(upper(fields.path("kind"))),
                fields.path("up").asBoolean(),
                UpdateStatus.State.of(fields.path("state").asText()),
                Step.valueOf(upper(fields.path("step"))),
                fields.path("from").asText(),
                fields.path("to").asText(),
                fields.path("from_version").asText(),
                fields.path("target").asText(),
                Instant.parse(fields.path("started_at").asText()),
                time(fields.path("finished_at")),
                fields.path("reason").isTextual() ? fields.path("reason").asText() : null);
    }

    private static String upper(JsonNode word) {
        return word.asText().toUpperCase(Locale.ROOT);
    }

    private static @Nullable Instant time(JsonNode text) {
        return text.isTextual() ? Instant.parse(text.asText()) : null;
    }

    /// @throws UpdateException when it cannot be stored: an update that nobody could finish must not continue
    void write(UpdateStatus status) {
        var fields = JSON.createObjectNode()
                .put("run", status.run())
                .put("kind", status.kind().word())
                .put("up", status.up())
                .put("state", status.state().word())
                .put("step", status.step().word())
                .put("doing", status.step().doing())
                .put("from", status.from())
                .put("to", status.to())
                .put("from_version", status.fromVersion())
                .put("target", status.target())
                .put("started_at", status.startedAt().toString())
                .put(
                        "finished_at",
                        status.finishedAt() == null ? null : status.finishedAt().toString())
                .put("reason", status.reason());
        try {
            AtomicFile.write(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(fields));
        } catch (IOException notWritable) {
            throw new UpdateException("%s cannot be written (%s): make room, or mend the permissions of the home."
                    .formatted(file, notWritable.getMessage()));
        }
    }
}
