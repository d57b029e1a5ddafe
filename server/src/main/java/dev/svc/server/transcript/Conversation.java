package dev.svc.server.transcript;

import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.server.texts.Errand;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A snapshot of one conversation, as of its opening.
public final class Conversation {
    private static final int BATCH = 50;

    private final SessionId session;
    private final Turns log;
    private final TurnIndex index;
    private final Errand errand;

    Conversation(SessionId session, Turns log, TurnIndex index, Errand errand) {
        this.session = session;
        this.log = log;
        this.index = index;
        this.errand = errand;
    }

    /// What is done with some turns in a row; false ends it.
    @FunctionalInterface
    public interface Reader {
        boolean read(int first, List<Turn> turns) throws IOException;
    }

    /// The options of its layout.
    public Errand errand() {
        return errand;
    }

    public int count() {
        return index.count();
    }

    long generation(int before) {
        return index.generation(before);
    }

    int firstWithin(long bytes) {
        return index.firstWithin(bytes);
    }

    /// From the first to the last, a few in memory at a time. Ends early where the log was replaced by a shorter one.
    public void forwards(int from, int to, Reader reader) throws IOException {
        for (int start = from; start < to; start += BATCH) {
            int end = Math.min(to, start + BATCH);
            var turns = read(start, end);
            if (!reader.read(start, turns) || turns.size() < end - start) {
                return;
            }
        }
    }

    /// When turns began, in their order; empty for one whose log does not say. Fewer where the log was replaced by a
    /// shorter one.
    public List<Optional<Instant>> began(int from, int to) throws IOException {
        var began = new ArrayList<Optional<Instant>>();
        // Where a reading costs as much as one of all, all are read once.
        int batch = log.readsWhole() ? to - from : BATCH;
        for (int start = from; start < to; start += batch) {
            int first = start;
            int end = Math.min(to, start + batch);
            began.addAll(errand.read(() -> log.read(session.nativeId(), index, first, end).stream()
                    .map(turn -> Optional.ofNullable(turn.at()))
                    .toList()));
            if (began.size() < end - from) {
                break;
            }
        }
        return began;
    }

    /// From the last to the first, a few in memory at a time; each few in their order.
    void backwards(int from, int to, Reader reader) throws IOException {
        for (int end = to; end > from; end -= BATCH) {
            int start = Math.max(from, end - BATCH);
            if (!reader.read(start, read(start, end))) {
                return;
            }
        }
    }

    private List<Turn> read(int from, int to) throws IOException {
        return errand.read(() -> log.read(session.nativeId(), index, from, to).stream()
                .map(SanitizedTurn::turn)
                .toList());
    }
}
