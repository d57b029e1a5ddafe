package dev.svc.server.terminal.relief;

import dev.svc.shared.control.Liveness;
import dev.svc.shared.control.ProcessState;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.Properties;

/// Where a relief of this home can be found: the socket that it listens on, and who it is.
record ReliefPlace(Path folder) {
    Path socket() {
        return folder.resolve("relief");
    }

    /// Where sockets land that come to the relief.
    Path landing() {
        return folder.resolve("relief.landing");
    }

    /// Where sockets land that come back to a server.
    Path homeLanding() {
        return folder.resolve("server.landing");
    }

    Path log() {
        return folder.resolve("relief.log");
    }

    private Path process() {
        return folder.resolve("relief.process");
    }

    /// Writes down that this process is the relief from now on.
    void enter() throws IOException {
        Files.deleteIfExists(socket());
        OwnerOnly.write(process(), own());
    }

    /// Whether this process still is; also false where the folder has gone.
    boolean isOwn() {
        try {
            return Files.readString(process()).equals(own());
        } catch (IOException gone) {
            return false;
        }
    }

    void leave() throws IOException {
        if (isOwn()) {
            Files.deleteIfExists(socket());
            Files.deleteIfExists(process());
        }
    }

    private static String own() throws IOException {
        long pid = ProcessHandle.current().pid();
        return written(pid);
    }

    private static String written(long pid) throws IOException {
        return "pid=%d%nstarted=%s%n".formatted(pid, ProcessState.of(pid).start());
    }

    /// The relief that lives; a process that merely has its number is another one.
    Optional<ProcessHandle> relief() {
        var lines = new Properties();
        try {
            String text = Files.readString(process());
            lines.load(new StringReader(text));
            long pid = Long.parseLong(lines.getProperty("pid", ""));
            return ProcessHandle.of(pid).filter(Liveness::isRunning).filter(_ -> isStillThat(pid, text));
        } catch (IOException | IllegalArgumentException nobody) {
            return Optional.empty();
        }
    }

    private static boolean isStillThat(long pid, String text) {
        try {
            return written(pid).equals(text);
        } catch (IOException gone) {
            return false;
        }
    }

    /// Ends the relief that is left, and removes what is left of it. Nobody writes to a ring after that.
    void clear(Duration patience) throws IOException {
        var left = relief();
        if (left.isPresent()) {
            left.get().destroyForcibly();
            awaitEnd(left.get(), patience);
        }
        Files.deleteIfExists(socket());
        Files.deleteIfExists(landing());
        Files.deleteIfExists(process());
    }

    private static void awaitEnd(ProcessHandle left, Duration patience) throws IOException {
        try {
            if (!Liveness.awaitEnd(left, patience)) {
                throw new IOException("the former relief (process " + left.pid() + ") does not end");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        }
    }
}
