package dev.svc.shared.file;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Another process did not let go of a lock in time, so what was to be done under it was not done.
public final class LockHeldException extends IOException {
    private static final long serialVersionUID = 1;

    private static final Logger LOG = Logger.getLogger(LockHeldException.class.getName());
    private static final Path LOCKS = Path.of("/proc/locks");

    public LockHeldException(Path file, Duration waited) {
        super("%s has held the lock %s for %d s or longer: end it and try again. Nothing was changed."
                .formatted(holder(file), file, waited.toSeconds()));
    }

    private static String holder(Path file) {
        try {
            var pid = pid(Files.readAllLines(LOCKS), file(file));
            if (pid.isPresent()) {
                return "Process " + pid.getAsLong();
            }
        } catch (IOException | UnsupportedOperationException unknown) {
            LOG.log(Level.FINE, unknown, () -> "the system does not say who holds " + file);
        }
        return "Another process (fuser -v '%s' names it)".formatted(file);
    }

    /// A file as the system's list names it: its device and its number there.
    private static String file(Path file) throws IOException {
        long device = Long.parseLong(Files.getAttribute(file, "unix:dev").toString());
        long major = device >> 8 & 0xfff;
        long minor = (device & 0xff) | (device >> 12 & 0xfff00);
        return "%02x:%02x:%s".formatted(major, minor, Files.getAttribute(file, "unix:ino"));
    }

    /// The process that holds the file by a lock of this kind; those that only wait have an arrow in their line.
    /// Processes of another container have no number here.
    static OptionalLong pid(List<String> locks, String file) {
        for (var line : locks) {
            var words = List.of(line.strip().split("\\s+"));
            if (words.contains("POSIX") && words.contains(file) && !words.contains("->")) {
                long pid = Long.parseLong(words.get(words.indexOf(file) - 1));
                return pid > 0 ? OptionalLong.of(pid) : OptionalLong.empty();
            }
        }
        return OptionalLong.empty();
    }
}
