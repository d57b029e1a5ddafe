package dev.svc.server.search.index;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
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

    private final Map<IndexReader.CacheKey, int[]> segments = new ConcurrentHashMap<>();

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
    synchronized List<SessionId> sessions(int[] numbers) {
        var all = new ArrayList<SessionId>(numbers.length);
        for (int number : numbers) {
            all.add(sessions.get(number));
        }
        return all;
    }

    synchronized int count() {
        return sessions.size();
    }
}
