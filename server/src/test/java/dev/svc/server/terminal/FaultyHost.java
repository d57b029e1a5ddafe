package dev.svc.server.terminal;

import dev.svc.server.terminal.host.Exit;
import dev.svc.server.terminal.host.Order;
import dev.svc.server.terminal.host.Program;
import dev.svc.server.terminal.host.Signal;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.host.TerminalHost;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/// A host in which a test can make one operation fail.
final class FaultyHost implements TerminalHost {
    private final TerminalHost host;
    final AtomicInteger redraws = new AtomicInteger();
    volatile Fault fault = Fault.NONE;
    volatile Runnable beforeStart = () -> {};
    volatile Runnable afterStart = () -> {};
    volatile Runnable beforeSize = () -> {};

    /// The operation that fails.
    enum Fault {
        NONE,
        START,
        KEEPER,
        REDRAW
    }

    FaultyHost(TerminalHost host) {
        this.host = host;
    }

    @Override
    public String name() {
        return host.name();
    }

    @Override
    public Program start(String slot, Order order) throws IOException {
        beforeStart.run();
        if (fault == Fault.START) {
            throw new IOException("no program can be started");
        }
        try {
            return new Faulty(host.start(slot, order));
        } finally {
            afterStart.run();
        }
    }

    @Override
    public Optional<Program> resume(String slot) throws IOException {
        return host.resume(slot).map(Faulty::new);
    }

    @Override
    public Optional<Program> resume(String slot, SocketChannel socket) throws IOException {
        return host.resume(slot, socket).map(Faulty::new);
    }

    @Override
    public Optional<Exit> ending(String slot) {
        return host.ending(slot);
    }

    @Override
    public Thread.Builder readerThreads() {
        return host.readerThreads();
    }

    private final class Faulty implements Program {
        private final Program program;

        Faulty(Program program) {
            this.program = program;
        }

        @Override
        public boolean wroteNothingSince(Instant moment) {
            return program.wroteNothingSince(moment);
        }

        @Override
        public Optional<Size> size() {
            beforeSize.run();
            return program.size();
        }

        @Override
        public Optional<SocketChannel> channel() {
            return program.channel();
        }

        @Override
        public int read(byte[] into) throws IOException {
            return program.read(into);
        }

        @Override
        public void write(byte[] keys) throws IOException {
            program.write(keys);
        }

        @Override
        public void answer(String ascii) throws IOException {
            program.answer(ascii);
        }

        @Override
        public void resize(Size size) throws IOException {
            program.resize(size);
        }

        @Override
        public void redraw(Size size) throws IOException {
            redraws.incrementAndGet();
            if (fault == Fault.REDRAW) {
                throw new IOException("Broken pipe");
            }
            program.redraw(size);
        }

        @Override
        public ProcessHandle keeper() {
            if (fault == Fault.KEEPER) {
                throw new IllegalStateException("nobody keeps it");
            }
            return program.keeper();
        }

        @Override
        public long leaderPid() {
            return program.leaderPid();
        }

        @Override
        public void signal(Signal signal) throws IOException {
            program.signal(signal);
        }

        @Override
        public Exit exit() {
            return program.exit();
        }

        @Override
        public void close() {
            program.close();
        }
    }
}
