package dev.svc.server.follow;

import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.Lineage;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Stores in memory whose conversations a test writes.
final class TestStores implements FollowedStores, Turns {
    private final Map<SessionId, Log> logs = new LinkedHashMap<>();
    private final List<Consumer<Optional<SessionId>>> listeners = new CopyOnWriteArrayList<>();
    private final Set<SessionId> live = new HashSet<>();

    final CountDownLatch listed = new CountDownLatch(1);
    final List<String> readings = new CopyOnWriteArrayList<>();
    volatile boolean readable = true;
    volatile @Nullable Consumer<String> whenRead;
    volatile @Nullable RuntimeException notListing;

    private record Log(long generation, long stamp, List<String> said) {}

    static SessionId id(String name) {
        return new SessionId(EngineKey.CODEX, name);
    }

    static Turn turn(String said) {
        return new Turn(Turn.Role.USER, null, said, null, null, Turn.Mark.NONE, List.of());
    }

    /// The newest is the one that was written first.
    synchronized void write(String name, String... said) {
        var former = logs.get(id(name));
        var all = new ArrayList<String>();
        if (former != null) {
            all.addAll(former.said());
        }
        all.addAll(List.of(said));
        logs.put(id(name), new Log(former == null ? 1 : former.generation(), stamp(former), List.copyOf(all)));
    }

    synchronized void rewrite(String name, String... said) {
        var former = Objects.requireNonNull(logs.get(id(name)));
        logs.put(id(name), new Log(former.generation() + 1, stamp(former), List.of(said)));
    }

    private static long stamp(@Nullable Log former) {
        return former == null ? 1 : former.stamp() + 1;
    }

    synchronized void remove(String name) {
        logs.remove(id(name));
    }

    synchronized void isLive(String name) {
        live.add(id(name));
    }

    void announce(String name) {
        listeners.forEach(listener -> listener.accept(Optional.of(id(name))));
    }

    void announceAll() {
        listeners.forEach(listener -> listener.accept(Optional.empty()));
    }

    @Override
    public void awaitListed() throws InterruptedException {
        listed.await();
        var wrong = notListing;
        notListing = null;
        if (wrong != null) {
            throw wrong;
        }
    }

    @Override
    public synchronized List<FollowedSession> sessions() {
        return logs.keySet().stream().map(id -> find(id).orElseThrow()).toList();
    }

    @Override
    public synchronized Optional<FollowedSession> find(SessionId session) {
        return Optional.ofNullable(logs.get(session))
                .map(log -> new FollowedSession(session, log.stamp(), live.contains(session)));
    }

    @Override
    public boolean isReadable(EngineKey engine) {
        return readable;
    }

    @Override
    public Turns turns(EngineKey engine) {
        return this;
    }

    @Override
    public Closeable subscribe(Consumer<Optional<SessionId>> news) {
        listeners.add(news);
        return () -> listeners.remove(news);
    }

    @Override
    public TurnIndex index(String nativeId, Optional<TurnIndex> former) throws IOException {
        readings.add(nativeId);
        var hook = whenRead;
        if (hook != null) {
            hook.accept(nativeId);
        }
        synchronized (this) {
            var log = logs.get(id(nativeId));
            if (log == null) {
                throw new NoSuchFileException(nativeId);
            }
            return new Index(log.said().size(), log.generation());
        }
    }

    @Override
    public synchronized List<Turn> read(String nativeId, TurnIndex index, int from, int to, Detail detail) {
        var said = Objects.requireNonNull(logs.get(id(nativeId))).said();
        return said.subList(from, Math.min(to, said.size())).stream()
                .map(TestStores::turn)
                .toList();
    }

    private record Index(int count, long log) implements TurnIndex {
        @Override
        public int firstWithin(long bytes) {
            return 0;
        }

        @Override
        public long generation(int before) {
            return Lineage.of(log, before, turn -> turn);
        }

        @Override
        public long extent() {
            return count;
        }

        @Override
        public int firstSince(long extent) {
            return (int) Math.min(count, extent);
        }

        @Override
        public long weight() {
            return 1;
        }
    }
}
