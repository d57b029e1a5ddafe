package dev.svc.server;

import dev.svc.server.cli.Console;
import dev.svc.server.wiring.log.Logging;
import java.util.Arrays;
import java.util.Objects;

/// Where the program begins.
public final class Main {
    private static final int FEW = 64; // threads of a process

    private Main() {}

    public static void main(String[] arguments) {
        Logging.begin();
        int code = Wiring.commands(Console.ofProcess()).run(arguments);
        if (code != 0 || isAwaited()) {
            System.exit(code);
        }
        // What ends by itself asks for no logger: System.exit does, and it is looked for in every library.
    }

    /// Whether the process would live on.
    private static boolean isAwaited() {
        var all = Objects.requireNonNull(Thread.currentThread().getThreadGroup());
        for (var above = all.getParent(); above != null; above = above.getParent()) {
            all = above;
        }
        var threads = new Thread[FEW];
        int count = all.enumerate(threads, true);
        return count == FEW
                || Arrays.stream(threads, 0, count)
                        .anyMatch(thread -> !thread.isDaemon() && !thread.equals(Thread.currentThread()));
    }
}
