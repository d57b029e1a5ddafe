package dev.svc.server.search.index;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.search.index.TurnFinder.Among;
import dev.svc.server.session.SessionId;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.SortedDocValues;

/// Gives each session a small number, and remembers which numbers the documents of a segment have, so that counting by
/// session reads no texts. Numbers are never given twice while the process runs.
final class SessionNumbers {
    @GuardedBy("this")
    private final Map<SessionId, Integer> numbers = new HashMap<>();

    @GuardedBy("this")
    private final List<SessionId> sessions = new ArrayList<>();

    /// What the last choice that stays the same found out, and of which set: the set goes when nobody else has it.
    @GuardedBy("this")
    private byte[] answers = new byte[0];

    @GuardedBy("this")
    private WeakReference<Set<SessionId>> answered = new WeakReference<>(null);

    private final Map<IndexReader.CacheKey, int[]> segments = new ConcurrentHashMap<>();

    /// Which sessions are asked for, by their numbers. Owned by one thread of one search.
    static final class Choice {
        private static final byte UNKNOWN = 0;
        private static final byte TAKEN = 1;
        private static final byte LEFT = 2;

        private final SessionNumbers numbers;
        private final Predicate<SessionId> sessions;

        @OwnedBy("the search")
        private byte[] answers;

        private Choice(SessionNumbers numbers, Predicate<SessionId> sessions, byte[] answers) {
            this.numbers = numbers;
            this.sessions = sessions;
            this.answers = answers;
        }

        boolean takes(int session) {
            if (session >= answers.length) {
                answers = Arrays.copyOf(answers, numbers.count());
            }
            byte answer = answers[session];
            if (answer == UNKNOWN) {
                answer = sessions.test(numbers.session(session)) ? TAKEN : LEFT;
                answers[session] = answer;
            }
            return answer == TAKEN;
        }
    }

    /// Begins with what is known of the same set: asking a large set for every session costs more than counting does.
    synchronized Choice choice(Predicate<SessionId> asked) {
        boolean known = asked instanceof Among among && answered.refersTo(among.ids());
        return new Choice(this, asked, known ? answers.clone() : new byte[sessions.size()]);
    }

    /// Keeps what one thread of a search has found out beside what others have.
    synchronized void keep(Choice choice) {
        if (!(choice.sessions instanceof Among among)) {
            return;
        }
        if (!answered.refersTo(among.ids())) {
            answers = choice.answers;
            answered = new WeakReference<>(among.ids());
            return;
        }
        var more = choice.answers;
        if (answers.length < more.length) {
            answers = Arrays.copyOf(answers, more.length);
        }
        for (int session = 0; session < more.length; session++) {
            if (more[session] != Choice.UNKNOWN) {
                answers[session] = more[session];
            }
        }
    }

    /// For each ordinal of the segment its session's number.
    int[] of(LeafReader reader, SortedDocValues ids) throws IOException {
        var core = reader.getCoreCacheHelper();
        var known = core == null ? null : segments.get(core.getKey());
        if (known != null) {
            return known;
        }
        var made = new int[ids.getValueCount()];
        for (int ordinal = 0; ordinal < made.length; ordinal++) {
            made[ordinal] = number(ids.lookupOrd(ordinal).utf8ToString());
        }
        if (core != null && segments.put(core.getKey(), made) == null) {
            core.addClosedListener(segments::remove);
        }
        return made;
    }

    private synchronized int number(String text) {
        var id = SessionId.find(text).orElseThrow(() -> new IllegalStateException("not a session: " + text));
        return numbers.computeIfAbsent(id, it -> {
            sessions.add(it);
            return sessions.size() - 1;
        });
    }

    synchronized SessionId session(int number) {
        return sessions.get(number);
    }

    /// All at once: there may be very many.
    synchronized List<SessionId> sessions(int[] wanted) {
        var all = new ArrayList<SessionId>(wanted.length);
        for (int number : wanted) {
            all.add(sessions.get(number));
        }
        return all;
    }

    synchronized int count() {
        return sessions.size();
    }
}
