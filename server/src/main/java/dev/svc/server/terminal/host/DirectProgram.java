package dev.svc.server.terminal.host;

import com.pty4j.PtyProcess;
import com.pty4j.WinSize;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/// A program in a terminal that the server itself holds open.
final class DirectProgram implements Program {
    private final PtyProcess process;
    private final InputStream output;
    private final OutputStream keys;

    /// Writing to a pty pins a virtual thread's carrier.
    private final InputQueue queue =
            new InputQueue(new Master(), Thread.ofPlatform().daemon().name("keys"));

    /// Invariant: only the garbage collector closes the streams. pty4j's own thread writes to a descriptor of the
    /// program a moment after its end; if it were closed by then, the number might belong to another program, which
    /// would count as ended. `destroy` closes a stream that was never requested, so all three are requested.
    DirectProgram(PtyProcess process) {
        this.process = process;
        this.output = process.getInputStream();
        this.keys = process.getOutputStream();
        process.getErrorStream();
    }

    /// The end counts only when it is seen twice: the system checks for output first and for the end afterwards, so
    /// output between the two checks would be lost (a race). Nothing comes after the end, so the second look sees
    /// everything and never blocks.
    @Override
    public int read(byte[] into) {
        int read = readOnce(into);
        return read < 0 ? readOnce(into) : read;
    }

    private int readOnce(byte[] into) {
        try {
            return output.read(into);
        } catch (IOException hungUp) {
            return -1;
        }
    }

    @Override
    public void write(byte[] keys) throws IOException {
        queue.send(ByteBuffer.wrap(keys));
    }

    @Override
    public void answer(String ascii) throws IOException {
        queue.sendLatest(ascii, ByteBuffer.wrap(ascii.getBytes(StandardCharsets.US_ASCII)));
    }

    /// The terminal's own end; there is no way to ask whether a write would block.
    private final class Master implements InputQueue.Way {
        @Override
        public void offer(ByteBuffer bytes) {
            // all is carried
        }

        @Override
        public void carry(ByteBuffer bytes) throws IOException {
            byte[] all = new byte[bytes.remaining()];
            bytes.get(all);
            keys.write(all);
            keys.flush();
        }
    }

    @Override
    public void resize(Size size) {
        process.setWinSize(new WinSize(size.cols(), size.rows()));
    }

    /// Full-screen programs repaint on a resize signal, even if the size is the one they have.
    @Override
    public void redraw(Size size) throws IOException {
        resize(size);
        if (!isWindows()) {
            Signal.sendToGroup("WINCH", leaderPid());
        }
    }

    @Override
    public ProcessHandle keeper() {
        return ProcessHandle.current();
    }

    @Override
    public long leaderPid() {
        return process.pid();
    }

    @Override
    public void signal(Signal signal) throws IOException {
        if (signal == Signal.KILL) {
            ProcessHandle.of(process.pid())
                    .ifPresent(leader -> leader.descendants().forEach(ProcessHandle::destroyForcibly));
            process.destroyForcibly();
        } else if (isWindows()) {
            process.destroy();
        } else {
            signal.sendToGroup(leaderPid());
        }
    }

    @Override
    public Exit exit() {
        try {
            return Exit.ofShell(process.waitFor());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Exit.UNSEEN;
        }
    }

    @Override
    public void close() {
        process.destroy();
    }

    static boolean isWindows() {
        return System.getProperty("os.name", "").startsWith("Windows");
    }
}
