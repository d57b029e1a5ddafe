package dev.svc.server.terminal.relief;

import dev.svc.server.terminal.intake.OutputReader;
import dev.svc.server.terminal.intake.OutputSelector;
import dev.svc.server.terminal.ring.Recorder;
import dev.svc.server.terminal.ring.Ring;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;

/// One terminal in the relief's hands: what its program prints goes into its ring, from where the server stopped.
///
/// Either it reads, with the ring open, or it does neither.
final class HeldTerminal implements Closeable {
    private final String name;
    private final Path ringFile;
    private final long capacity;
    private final HeldOutput output;
    private final OutputSelector selector;
    private Ring ring;
    private OutputReader reader;
    private Thread thread;

    /// Reads from now on.
    ///
    /// @param name by which the host of programs knows it
    /// @param capacity of the ring
    HeldTerminal(String name, Path ringFile, long capacity, SocketChannel socket, OutputSelector selector)
            throws IOException {
        this.name = name;
        this.ringFile = ringFile;
        this.capacity = capacity;
        this.output = new HeldOutput(socket);
        this.selector = selector;
        this.ring = Ring.open(ringFile, capacity);
        this.reader = reader();
        this.thread = begin();
    }

    private OutputReader reader() {
        return new OutputReader(output, selector, new Recorder(ring, _ -> {}), () -> {}, () -> {});
    }

    private Thread begin() {
        return Thread.ofVirtual().name("reader " + name).start(this::read);
    }

    private void read() {
        try {
            reader.readAll();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    String name() {
        return name;
    }

    SocketChannel socket() {
        return output.socket();
    }

    /// Stops reading. All that was read is in the ring, and the ring is closed.
    void pause(Duration patience) throws IOException {
        reader.stop();
        try {
            if (!thread.join(patience)) {
                throw new IOException("the reader of " + name + " does not stop");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", stopped);
        }
        ring.close();
    }

    /// Goes on after a pause.
    void goOn() throws IOException {
        ring = Ring.open(ringFile, capacity);
        reader = reader();
        thread = begin();
    }

    /// Lets go of the program.
    @Override
    public void close() {
        output.close();
    }
}
