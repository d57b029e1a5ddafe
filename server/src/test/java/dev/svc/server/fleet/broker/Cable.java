package dev.svc.server.fleet.broker;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/// What connects a host with its broker, for a test that cuts it. It reads along, as the broker could: words that
/// must not be seen there are looked for in every byte of both directions.
public final class Cable implements AutoCloseable {
    private static final int CHUNK = 64 << 10;

    private final Supplier<String> broker;
    private final List<String> words;
    private final ServerSocket door;
    private final ExecutorService carriers = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<String> found = ConcurrentHashMap.newKeySet();
    private final AtomicLong carried = new AtomicLong();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private final List<Socket> open = new ArrayList<>();

    @GuardedBy("lock")
    private State state = State.WHOLE;

    private enum State {
        WHOLE,
        /// Connections stay, and nothing comes through.
        SILENT,
        CUT
    }

    /// @param broker the URL of what is at the other end, asked for with each connection
    /// @param words what must not be seen
    public Cable(Supplier<String> broker, String... words) throws IOException {
        this.broker = broker;
        this.words = List.of(words);
        this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        carriers.execute(this::accept);
    }

    /// Where the host finds its broker.
    public String url() {
        return "nats://127.0.0.1:" + door.getLocalPort();
    }

    /// Which of the words were seen.
    public Set<String> found() {
        return Set.copyOf(found);
    }

    /// How many bytes went through.
    public long carried() {
        return carried.get();
    }

    /// Ends all connections; new ones end at once.
    public void cut() {
        become(State.CUT);
    }

    /// Nothing comes through from now on, and nobody is told.
    public void silence() {
        become(State.SILENT);
    }

    public void mend() {
        become(State.WHOLE);
    }

    private void become(State next) {
        lock.lock();
        try {
            state = next;
            if (next == State.CUT) {
                open.forEach(Cable::end);
                open.clear();
            }
            changed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                var host = door.accept();
                carriers.execute(() -> connect(host));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void connect(Socket host) {
        var there = new Socket();
        try {
            if (keeps(host)) {
                var url = URI.create(broker.get());
                there.connect(new InetSocketAddress(url.getHost(), url.getPort()));
                if (keeps(there)) {
                    carriers.execute(() -> carry(host, there));
                    carry(there, host);
                }
            }
        } catch (IOException none) {
            // The broker is away, which the host is to see.
        } finally {
            end(host);
            end(there);
        }
    }

    /// Whether the connection may be there; it is ended by a cut from then on.
    private boolean keeps(Socket socket) {
        lock.lock();
        try {
            return state != State.CUT && open.add(socket);
        } finally {
            lock.unlock();
        }
    }

    private void carry(Socket from, Socket to) {
        byte[] chunk = new byte[CHUNK];
        var before = "";
        try {
            var in = from.getInputStream();
            var out = to.getOutputStream();
            for (int count = in.read(chunk); count >= 0 && mayPass(); count = in.read(chunk)) {
                var seen = before + new String(chunk, 0, count, ISO_8859_1);
                words.stream().filter(seen::contains).forEach(found::add);
                before = seen.substring(Math.max(0, seen.length() - longest()));
                carried.addAndGet(count);
                out.write(chunk, 0, count);
                out.flush();
            }
        } catch (IOException ended) {
            // By either side, or by a cut.
        } finally {
            end(from);
            end(to);
            forget(from, to);
        }
    }

    private int longest() {
        return words.stream().mapToInt(String::length).max().orElse(0);
    }

    private void forget(Socket from, Socket to) {
        lock.lock();
        try {
            open.remove(from);
            open.remove(to);
        } finally {
            lock.unlock();
        }
    }

    /// Waits while nothing comes through.
    private boolean mayPass() {
        lock.lock();
        try {
            while (state == State.SILENT) {
                changed.awaitUninterruptibly();
            }
            return state == State.WHOLE;
        } finally {
            lock.unlock();
        }
    }

    private static void end(Socket socket) {
        try {
            socket.close();
        } catch (IOException gone) {
            // It is closed all the same.
        }
    }

    @Override
    public void close() {
        cut();
        try {
            door.close();
        } catch (IOException gone) {
            // Nothing is accepted any more.
        }
        carriers.shutdownNow();
    }
}
