package dev.svc.server.fleet.line;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.fleet.broker.BrokerLink;
import dev.svc.server.fleet.envelope.DropReason;
import dev.svc.server.fleet.envelope.LineHalf;
import dev.svc.server.fleet.envelope.LineSeal;
import dev.svc.server.fleet.envelope.Member;
import dev.svc.server.fleet.line.HostLine.Ends;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// All lines that end at this host. They end with the connection to the broker; while there are some, each says now and
/// then that it is there.
public final class HostLines {
    /// Of one other host. A page has ten terminals at most.
    static final int MOST_OF_ONE = 100;

    private static final Duration BEAT = Duration.ofSeconds(3);
    private static final Duration SILENT = Duration.ofSeconds(12);

    private final SecureRandom random;
    private final Consumer<DropReason> dropped;
    private final Duration beat;
    private final Duration silent;
    private final Map<HostLine, String> open = new ConcurrentHashMap<>();
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private @Nullable BrokerLink way;

    /// @param dropped is told of each message that is none
    public HostLines(SecureRandom random, Consumer<DropReason> dropped) {
        this(random, dropped, BEAT, SILENT);
    }

    HostLines(SecureRandom random, Consumer<DropReason> dropped, Duration beat, Duration silent) {
        this.random = random;
        this.dropped = dropped;
        this.beat = beat;
        this.silent = silent;
    }

    /// A connection is there.
    public void connected(BrokerLink link) {
        lock.lock();
        try {
            way = link;
        } finally {
            lock.unlock();
        }
    }

    /// The connection is gone, and all lines with it.
    public void lost() {
        lock.lock();
        try {
            way = null;
        } finally {
            lock.unlock();
        }
        Set.copyOf(open.keySet()).forEach(HostLine::close);
    }

    /// This host's half of the key of one more line.
    public LineHalf half() {
        return LineHalf.draw(random);
    }

    /// The end of whoever asks for a line. It hears what comes; nothing is sent before the other end is there.
    ///
    /// @param id drawn by chance, by this host
    public HostLine call(String id, Member other) throws IOException {
        return open(other, id + ".back", id + ".forth");
    }

    /// The end of whoever was asked.
    ///
    /// @param id as the call has it
    public HostLine take(String id, Member other, LineSeal agreed) throws IOException {
        var line = open(other, id + ".forth", id + ".back");
        keep(line, agreed);
        return line;
    }

    /// The other end is there: from now on each says that it is, and hears it.
    public void keep(HostLine line, LineSeal agreed) {
        line.sealWith(agreed);
        Thread.ofVirtual().name("fleet-line").start(() -> beatUntilOver(line));
    }

    /// Whether no further line to a host may be opened.
    public boolean isFull(Member other) {
        return open.values().stream().filter(other.id()::equals).count() >= MOST_OF_ONE;
    }

    private HostLine open(Member other, String here, String there) throws IOException {
        HostLine line;
        lock.lock();
        try {
            var now = way;
            if (now == null) {
                throw new IOException("the broker is not there");
            }
            line = new HostLine(new Ends(now, here, there), silent, dropped);
            line.listen();
            open.put(line, other.id());
            line.onEnd(() -> {
                open.remove(line);
                line.close(); // one that ends by itself still listens
            });
        } finally {
            lock.unlock();
        }
        return line;
    }

    private void beatUntilOver(HostLine line) {
        try {
            while (!line.isOver()) {
                line.beat();
                Thread.sleep(beat);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
