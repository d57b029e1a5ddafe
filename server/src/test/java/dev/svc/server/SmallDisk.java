package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

    @Override
    public void close() throws IOException {
        assertThat(run("umount", folder.toString())).isTrue();
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
