package dev.svc.server.follow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Makes the calling thread one that lets others go first. Java's own priorities mean nothing on Linux, where niceness
/// belongs to a thread; elsewhere it belongs to the process, and this does nothing.
///
/// With the lowest of all, 19, it would stand still on a machine whose processors are all taken: a hundredth of what
/// another thread gets. With 10, it gets a tenth.
final class LowPriority {
    private static final Logger LOG = Logger.getLogger(LowPriority.class.getName());
    private static final Path THIS_THREAD = Path.of("/proc/thread-self");
    private static final String NICENESS = "10";
    private static final int PATIENCE_SECONDS = 5;

    private LowPriority() {}

    static void enter() throws InterruptedException {
        if (!Files.exists(THIS_THREAD)) {
            return;
        }
        try {
            var thread = Files.readSymbolicLink(THIS_THREAD).getFileName().toString();
            var renice = new ProcessBuilder("renice", "-n", NICENESS, "-p", thread)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            if (!renice.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                renice.destroyForcibly();
            }
        } catch (IOException | RuntimeException notHere) {
            LOG.log(Level.FINE, notHere, () -> "the following thread keeps its priority");
        }
    }
}
