package dev.svc.server.terminal.host;

import com.pty4j.PtyProcessBuilder;
import java.io.IOException;
import java.util.Optional;

/// Programs in terminals of the server's own process, for systems without dtach: all works, but they end with the
/// server.
public final class DirectHost implements TerminalHost {

    @Override
    public String name() {
        return "direct";
    }

    /// Reading from a pty holds on to a virtual thread's carrier, so each has a thread of the system.
    @Override
    public Thread.Builder readerThreads() {
        return Thread.ofPlatform().daemon();
    }

    @Override
    public Program start(String slot, Order order) throws IOException {
        return new DirectProgram(new PtyProcessBuilder(order.argv().toArray(String[]::new))
                .setEnvironment(order.environment())
                .setDirectory(order.folder().toString())
                .setInitialColumns(order.size().cols())
                .setInitialRows(order.size().rows())
                .start());
    }

    @Override
    public Optional<Program> resume(String slot) {
        return Optional.empty();
    }
}
