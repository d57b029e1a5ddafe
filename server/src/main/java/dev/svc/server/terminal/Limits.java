package dev.svc.server.terminal;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Optional;

/// Caps on programs and viewers per server, so that a runaway page cannot exhaust resources.
public record Limits(int terminals, int viewers) {
    private static final int MOST_TERMINALS = 500;
    private static final int MOST_VIEWERS = 2000;

    /// Files for everything that is neither a terminal nor a viewer.
    private static final long OTHERS = 256;

    /// A terminal needs its socket and its ring, and one viewer of it another socket.
    private static final long PER_TERMINAL = 4;

    private static final long FEW = 1024;

    /// What the limit on open files allows.
    public static Limits ofThisProcess() {
        return of(openFiles());
    }

    static Limits of(long files) {
        long room = Math.max(PER_TERMINAL, files - OTHERS);
        int terminals = (int) Math.min(MOST_TERMINALS, room / PER_TERMINAL);
        return new Limits(terminals, (int) Math.min(MOST_VIEWERS, room / 2));
    }

    /// A sentence for the log when the limit on open files is low enough to matter.
    public static Optional<String> warning() {
        return warning(openFiles());
    }

    static Optional<String> warning(long files) {
        return files >= FEW
                ? Optional.empty()
                : Optional.of(
                        "This process may open only %d files: raise the limit (ulimit -n 4096) for more than %d terminals."
                                .formatted(files, of(files).terminals()));
    }

    /// How many files and sockets this process may have open.
    public static long openFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getMaxFileDescriptorCount()
                : Integer.MAX_VALUE;
    }
}
