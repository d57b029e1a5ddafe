package dev.svc.server.terminal.host;

import com.pty4j.PtyProcessBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Programs in terminals of the server's own process, for systems without dtach: full-featured, but they end with the
/// server.
public final class DirectHost implements TerminalHost {
    /// A terminal gets its size a moment after its program has started, so the program proper waits for that.
    private static final String LAUNCHER = """
            while [ "$(stty size 2>/dev/null)" = '0 0' ]; do :; done
            exec "$@"
            """;

    @Override
    public String name() {
        return "direct";
    }

    /// Reading from a pty pins a virtual thread's carrier, so each has a platform thread.
    @Override
    public Thread.Builder readerThreads() {
        return Thread.ofPlatform().daemon();
    }

    @Override
    public Program start(String slot, Order order) throws IOException {
        return new DirectProgram(new PtyProcessBuilder(command(order.argv()).toArray(String[]::new))
                .setEnvironment(order.environment())
                .setDirectory(order.folder().toString())
                .setInitialColumns(order.size().cols())
                .setInitialRows(order.size().rows())
                .start());
    }

    private static List<String> command(List<String> argv) {
        if (DirectProgram.isWindows()) {
            return argv;
        }
        var command = new ArrayList<>(List.of("/bin/sh", "-c", LAUNCHER, "svc"));
        command.addAll(argv);
        return command;
    }

    @Override
    public Optional<Program> resume(String slot) {
        return Optional.empty();
    }
}
