package dev.svc.server.update.release;

import dev.svc.shared.control.Liveness;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/// Records the process that an update waits for: if the update is killed, the next one ends what it left running.
public final class Helper {
    private final Path file;

    public Helper(Path file) {
        this.file = file;
    }

    public void note(ProcessHandle process) {
        try {
            String text = process.pid() + " " + Liveness.since(process).orElse(Instant.EPOCH);
            AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
        } catch (IOException notWritable) {
            throw new UpdateException("%s cannot be written (%s): make room, or mend the permissions of the home."
                    .formatted(file, notWritable.getMessage()));
        }
    }

    void forget() throws IOException {
        Files.deleteIfExists(file);
    }

    /// Ends it with all that it started, unless its number belongs to another by now.
    public void end() throws IOException {
        find().ifPresent(process -> {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            process.onExit().join();
        });
        forget();
    }

    private Optional<ProcessHandle> find() {
        try {
            String[] written = Files.readString(file).split(" ", 2);
            return ProcessHandle.of(Long.parseLong(written[0]))
                    .filter(process ->
                            Liveness.since(process).map(Instant::toString).equals(Optional.of(written[1])));
        } catch (IOException | RuntimeException none) {
            return Optional.empty();
        }
    }
}
