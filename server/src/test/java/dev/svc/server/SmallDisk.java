package dev.svc.server;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;

/// A disk that is soon full, mounted over a folder. Where mounting is not allowed, the test that needs one is skipped.
public final class SmallDisk implements AutoCloseable {
    private final Path folder;

    private SmallDisk(Path folder) {
        this.folder = folder;
    }

    public static SmallDisk over(Path folder, int mebibytes) throws IOException {
        assumeTrue(
                run("mount", "-t", "tmpfs", "-o", "size=" + mebibytes + "m", "tmpfs", folder.toString()),
                "a small disk cannot be mounted here");
        return new SmallDisk(folder);
    }

    /// A closed file may be held a moment longer: Chronicle releases mappings on a thread of its own, and a
    /// process that another test is just starting has its parent's files until it runs.
    @Override
    public void close() {
        Waiting.until(() -> run("umount", folder.toString()));
    }

    private static boolean run(String... command) throws IOException {
        try {
            return new ProcessBuilder(command).redirectErrorStream(true).start().waitFor() == 0;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("stopped while mounting");
        }
    }
}
