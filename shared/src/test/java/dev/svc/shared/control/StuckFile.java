package dev.svc.shared.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/// A pipe that nobody writes to: it holds its reader as the file of a process does that is stuck in its memory.
public final class StuckFile {
    private final Path pipe;

    private StuckFile(Path pipe) {
        this.pipe = pipe;
    }

    /// Takes the place of a file that may be there.
    public static StuckFile at(Path place) throws IOException, InterruptedException {
        Files.deleteIfExists(place);
        assertThat(Waiting.exitCode(new ProcessBuilder("mkfifo", place.toString()).start()))
                .isZero();
        return new StuckFile(place);
    }

    /// Lets the read end that waits, and goes.
    public void release() throws IOException {
        Files.writeString(pipe, "too late");
        Files.delete(pipe);
    }
}
