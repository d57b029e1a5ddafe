package dev.svc.server.http.connection;

import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.logging.Level;
import java.util.logging.Logger;

/// All connections of one server: makes room for new ones by ending those idle longest, and ends those that take too
/// long.
///
/// The map guards itself. Counting and adding need not be atomic: a connection or two above the limit do no harm. It is
/// ordered by age: when it is full, each connection of a flood evicts another, which must not cost a look at all.
public final class Connections implements Closeable {
    private static final Logger LOG = Logger.getLogger(Connections.class.getName());
    private static final Duration LOOK = Duration.ofMillis(250);

    private final ConcurrentMap<Long, Connection> open = new ConcurrentSkipListMap<>();
    private final AtomicLong numbers = new AtomicLong();
    private final Deadlines deadlines;
    private final Crowd crowd;
    private final Predicate<InetAddress> standsForMany;
    private final Thread watch;

    /// @param standsForMany whether many clients come from this address, so that it is not counted by source
    public Connections(Deadlines deadlines, Crowd crowd, Predicate<InetAddress> standsForMany) {
        this.deadlines = deadlines;
        this.crowd = crowd;
        this.standsForMany = standsForMany;
        this.watch = Vital.platform("connection-watch").start(this::watch);
    }

    /// Admits a connection; empty when there is no room and none can be ended to make some.
    Optional<Connection> admit(InetAddress peer, Runnable closeTransport) {
        Optional<ClientNetwork> source =
                standsForMany.test(peer) ? Optional.empty() : Optional.of(ClientNetwork.of(peer));
        if (!hasRoomFor(source)) {
            return Optional.empty();
        }
        var connection = new Connection(numbers.incrementAndGet(), source, deadlines, closeTransport);
        open.put(connection.number(), connection);
        return Optional.of(connection);
    }

    private boolean hasRoomFor(Optional<ClientNetwork> source) {
        return (open.size() < crowd.all() || cutOldest(connection -> true))
                && (source.isEmpty()
                        || strangersOf(source.get()) < crowd.strangersOfSource()
                        || cutOldest(connection -> connection.source().equals(source)));
    }

    private long strangersOf(ClientNetwork source) {
        return open.values().stream()
                .filter(connection -> connection.isStranger()
                        && connection.source().filter(source::equals).isPresent())
                .count();
    }

    /// Whether one was found that could go.
    private boolean cutOldest(Predicate<Connection> among) {
        Optional<Connection> cut = open.values().stream()
                .filter(among)
                .filter(Connection::cutIfWaiting)
                .findFirst();
        cut.ifPresent(this::left);
        return cut.isPresent();
    }

    void left(Connection connection) {
        open.remove(connection.number());
    }

    public int count() {
        return open.size();
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(LOOK);
                long now = System.nanoTime();
                open.values().forEach(connection -> connection.cutIfLate(now));
            }
        } catch (InterruptedException stopped) {
            LOG.log(Level.FINE, "stopped watching connections");
        }
    }

    @Override
    public void close() {
        watch.interrupt();
    }
}
