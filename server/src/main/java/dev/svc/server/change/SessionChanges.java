package dev.svc.server.change;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.change.fold.EditFolding;
import dev.svc.server.change.fold.SessionDiff;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.SessionId;
import dev.svc.server.texts.TextWorkers;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The net diffs of sessions, by their own logs. The last ones read are kept, and read again when their logs have
/// changed. Safe for any thread.
public final class SessionChanges {
    /// Lines of all that is kept.
    private static final long MOST = 400_000;

    private final Function<SessionId, Turns> logs;
    private final TextWorkers workers;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<SessionId, Kept> kept = new LinkedHashMap<>(16, 0.75f, true);

    @GuardedBy("lock")
    private long weight;

    /// A diff, and what the log was when it was read.
    private record Kept(TurnIndex index, String cwd, SessionDiff diff) {
        long weight() {
            return 100 + index.weight() / 100 + diff.lines();
        }
    }

    /// @param logs the conversations of a session's program
    /// @param workers that read
    public SessionChanges(Function<SessionId, Turns> logs, TextWorkers workers) {
        this.logs = logs;
        this.workers = workers;
    }

    /// What the session changed.
    ///
    /// @param cwd where it works; empty where that is not known
    public SessionDiff of(SessionId session, String cwd) throws IOException {
        var log = logs.apply(session);
        try {
            return workers.errand(session).read(() -> read(session, log, cwd));
        } catch (NoSuchFileException none) {
            return SessionDiff.NONE;
        }
    }

    private SessionDiff read(SessionId session, Turns log, String cwd) throws IOException {
        var known = find(session);
        var index = log.index(session.nativeId(), Optional.ofNullable(known).map(Kept::index));
        if (known != null && known.cwd().equals(cwd) && index.isSameAs(known.index())) {
            return known.diff();
        }
        var folding = new EditFolding(cwd);
        boolean isRecorded = log.edits(session.nativeId(), index, folding);
        var diff = isRecorded ? folding.result() : SessionDiff.NONE;
        keep(session, new Kept(index, cwd, diff));
        return diff;
    }

    private @Nullable Kept find(SessionId session) {
        lock.lock();
        try {
            return kept.get(session);
        } finally {
            lock.unlock();
        }
    }

    private void keep(SessionId session, Kept latest) {
        lock.lock();
        try {
            var former = kept.put(session, latest);
            weight += latest.weight() - (former == null ? 0 : former.weight());
            var oldest = kept.entrySet().iterator();
            while (weight > MOST && kept.size() > 1) {
                weight -= oldest.next().getValue().weight();
                oldest.remove();
            }
        } finally {
            lock.unlock();
        }
    }
}
