package dev.svc.server.terminal.host;

import dev.svc.shared.control.Liveness;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// A program behind a dtach master, which uses dtach's own packets: type, length and eight bytes; what comes back is
/// plain output.
final class DtachProgram implements Program {
    private static final int PACKET = 10;
    private static final int PAYLOAD = 8;
    private static final byte PUSH = 0;
    private static final byte ATTACH = 1;
    private static final byte WINDOW = 3;
    private static final byte REDRAW = 4;
    private static final Path TERMINALS = Path.of("/dev/pts");
    private static final long NOTED_EVERY = 8; // seconds
    private static final long ON_ITS_WAY = 2; // seconds
    private static final Duration PATIENCE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofMillis(2);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(50);

    /// Whole packets, few enough that Linux takes all of them or none.
    private static final int AT_ONCE = 400 * PACKET;

    private final SocketChannel channel;
    private final DtachProcesses processes;
    private final Path ending;
    private final AtomicBoolean killed = new AtomicBoolean();
    private volatile long readAt = System.nanoTime();
    private final InputQueue queue =
            new InputQueue(new Packets(), Thread.ofVirtual().name("keys"));

    private DtachProgram(SocketChannel channel, DtachProcesses processes, Path ending) {
        this.channel = channel;
        this.processes = processes;
        this.ending = ending;
    }

    /// Connects; a socket file that nobody accepts on is an exception.
    static DtachProgram attach(UnixDomainSocketAddress address, DtachProcesses processes, Path ending)
            throws IOException {
        var channel = SocketChannel.open(StandardProtocolFamily.UNIX);
        try {
            channel.connect(address);
            channel.configureBlocking(false);
            channel.write(ByteBuffer.allocate(PACKET).put(0, ATTACH));
            return new DtachProgram(channel, processes, ending);
        } catch (IOException refused) {
            channel.close();
            throw refused;
        }
    }

    /// One whose socket is attached already.
    static DtachProgram attached(SocketChannel channel, DtachProcesses processes, Path ending) {
        return new DtachProgram(channel, processes, ending);
    }

    /// A master that ends before it took every key resets the connection, which comes to light once all of its output
    /// is read: an end like any other.
    @Override
    public int read(byte[] into) throws IOException {
        try {
            int n = channel.read(ByteBuffer.wrap(into));
            if (n > 0) {
                readAt = System.nanoTime();
            }
            return n;
        } catch (ClosedChannelException | SocketException ended) {
            return -1;
        }
    }

    @Override
    public Optional<SocketChannel> channel() {
        return Optional.of(channel);
    }

    @Override
    public void write(byte[] keys) throws IOException {
        queue.send(pushed(keys));
    }

    @Override
    public void answer(String ascii) throws IOException {
        queue.sendLatest(ascii, pushed(ascii.getBytes(StandardCharsets.US_ASCII)));
    }

    private static ByteBuffer pushed(byte[] bytes) {
        var packets = ByteBuffer.allocate((bytes.length + PAYLOAD - 1) / PAYLOAD * PACKET);
        for (int from = 0; from < bytes.length; from += PAYLOAD) {
            int length = Math.min(PAYLOAD, bytes.length - from);
            packets.put(PUSH).put((byte) length).put(bytes, from, length);
            packets.position(packets.position() + PAYLOAD - length);
        }
        return packets.flip();
    }

    @Override
    public void resize(Size size) throws IOException {
        queue.sendLatest("size", geometry(WINDOW, size));
    }

    @Override
    public void redraw(Size size) throws IOException {
        queue.sendLatest("redraw", geometry(REDRAW, size));
    }

    @Override
    public Optional<Size> size() {
        return WindowSize.of(leaderPid());
    }

    private static ByteBuffer geometry(byte type, Size size) {
        var packet = ByteBuffer.allocate(PACKET).order(ByteOrder.nativeOrder());
        return packet.put(type)
                .put((byte) 0)
                .putShort((short) size.rows())
                .putShort((short) size.cols())
                .rewind();
    }

    /// The master's socket. The master reads packet by packet and takes half a packet for a whole one, which would
    /// garble everything after it: so each write is small enough for the system to take it entirely or not at all.
    private final class Packets implements InputQueue.Way {
        @Override
        public void offer(ByteBuffer packets) throws IOException {
            boolean taken = true;
            while (taken && packets.hasRemaining()) {
                taken = write(packets);
            }
        }

        @Override
        public void carry(ByteBuffer packets) throws IOException {
            var pause = PAUSE;
            while (packets.hasRemaining()) {
                if (write(packets)) {
                    pause = PAUSE;
                } else {
                    LockSupport.parkNanos(pause.toNanos());
                    pause = pause.compareTo(LONGEST_PAUSE) < 0 ? pause.multipliedBy(2) : LONGEST_PAUSE;
                }
            }
        }

        /// Whether some more of the packets has been taken.
        private boolean write(ByteBuffer packets) throws IOException {
            var whole = packets.slice(packets.position(), Math.min(packets.remaining(), AT_ONCE));
            int taken = channel.write(whole);
            packets.position(packets.position() + taken);
            return taken > 0;
        }
    }

    /// Linux notes when a terminal was last written to, but only once in eight seconds. What was written a moment
    /// before may have been on its way.
    @Override
    public boolean wroteNothingSince(Instant moment) {
        try {
            var terminal = Files.readSymbolicLink(Path.of("/proc/" + leaderPid() + "/fd/0"));
            long noted = Files.getLastModifiedTime(terminal).to(TimeUnit.SECONDS);
            long atTheLatest = (noted | NOTED_EVERY - 1) + 1;
            return terminal.startsWith(TERMINALS) && atTheLatest + ON_ITS_WAY <= moment.getEpochSecond();
        } catch (IOException | RuntimeException unknown) {
            return false;
        }
    }

    @Override
    public ProcessHandle keeper() {
        return processes.master();
    }

    @Override
    public long leaderPid() {
        return processes.shell().pid();
    }

    @Override
    public void signal(Signal signal) throws IOException {
        if (signal == Signal.KILL) {
            processes.shell().descendants().forEach(ProcessHandle::destroyForcibly); // the shell stays to tell of it
            if (killed.compareAndSet(false, true)) {
                Thread.ofVirtual().name("end of a keeper").start(this::endKeeper);
            }
        } else {
            signal.sendToGroup(leaderPid());
        }
    }

    /// A master that was writing to a stuck program can miss its end, and would wait forever. While there is something
    /// to read it is not stuck.
    private void endKeeper() {
        long from = System.nanoTime();
        do {
            LockSupport.parkNanos(LONGEST_PAUSE.toNanos());
            if (told().isEmpty() && Liveness.isRunning(processes.shell())) {
                from = System.nanoTime();
            }
        } while (channel.isOpen() && System.nanoTime() - Math.max(from, readAt) < PATIENCE.toNanos());
        if (channel.isOpen()) {
            processes.master().destroyForcibly();
        }
    }

    /// The shell writes before it ends, and the master closes after that; only a shell killed outright leaves nothing.
    @Override
    public Exit exit() {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        do {
            var told = told();
            if (told.isPresent()) {
                return told.get();
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        } while (Liveness.isRunning(processes.shell()) && System.nanoTime() < deadline);
        return told().orElse(Exit.UNSEEN);
    }

    private Optional<Exit> told() {
        return told(ending);
    }

    /// What a program's parent wrote down of its end; empty while that is not whole.
    static Optional<Exit> told(Path ending) {
        try {
            String status = Files.readString(ending);
            return status.endsWith("\n")
                    ? Optional.of(Exit.ofShell(Integer.parseInt(status.strip())))
                    : Optional.empty();
        } catch (IOException | NumberFormatException untold) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            channel.close();
        } catch (IOException already) {
            // nothing is left to let go of
        }
    }
}
