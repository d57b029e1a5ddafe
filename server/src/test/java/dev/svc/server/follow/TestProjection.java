package dev.svc.server.follow;

import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/// Keeps what it was given; fails when a test wants it to.
final class TestProjection implements Projection {
    private final Map<SessionId, FollowMark> marks = new HashMap<>();
    private final Map<SessionId, List<String>> said = new HashMap<>();

    /// What was taken, as `session from+count`.
    final List<String> taken = new CopyOnWriteArrayList<>();

    final List<String> forgotten = new CopyOnWriteArrayList<>();
    final AtomicInteger flushes = new AtomicInteger();

    /// The next failures, of [#take].
    final List<Failure> failures = new CopyOnWriteArrayList<>();

    interface Failure {
        void fail() throws IOException;
    }

    @Override
    public synchronized Optional<FollowMark> mark(SessionId session) {
        return Optional.ofNullable(marks.get(session));
    }

    @Override
    public synchronized Set<SessionId> sessions() {
        return new HashSet<>(marks.keySet());
    }

    @Override
    public synchronized void take(SessionId session, int from, List<Turn> turns, FollowMark mark) throws IOException {
        if (!failures.isEmpty()) {
            failures.removeFirst().fail();
        }
        var kept = new ArrayList<>(said.getOrDefault(session, List.of()).subList(0, from));
        turns.forEach(turn -> kept.add(turn.text()));
        said.put(session, kept);
        marks.put(session, mark);
        taken.add("%s %d+%d".formatted(session.nativeId(), from, turns.size()));
    }

    @Override
    public synchronized void forget(SessionId session) {
        marks.remove(session);
        said.remove(session);
        forgotten.add(session.nativeId());
    }

    @Override
    public void flush() {
        flushes.incrementAndGet();
    }

    synchronized @Nullable List<String> of(String name) {
        var all = said.get(TestStores.id(name));
        return all == null ? null : List.copyOf(all);
    }
}
