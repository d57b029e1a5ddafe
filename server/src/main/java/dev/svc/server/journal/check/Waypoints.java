package dev.svc.server.journal.check;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// Where reading can start, in the order of the entries: the first entry of each file, and one in a thousand.
public final class Waypoints {
    @GuardedBy("this")
    private final List<Waypoint> waypoints = new ArrayList<>();

    public synchronized void add(Waypoint waypoint) {
        waypoints.add(waypoint);
    }

    synchronized void addAll(Collection<Waypoint> more) {
        waypoints.addAll(more);
    }

    public synchronized void replace(Waypoints others) {
        var now = others.all();
        waypoints.clear();
        waypoints.addAll(now);
    }

    private synchronized List<Waypoint> all() {
        return List.copyOf(waypoints);
    }

    /// Whether an entry that starts in `file` deserves one.
    public synchronized boolean wants(long seq, String file) {
        return waypoints.isEmpty()
                || !waypoints.getLast().file().equals(file)
                || seq - waypoints.getLast().seq() >= Waypoint.EVERY;
    }

    /// The last one at or before an entry, or the very first: a mark for lost entries may stand for the beginning.
    Optional<Waypoint> before(long seq) {
        return last(waypoint -> waypoint.seq() <= seq).or(this::first);
    }

    private synchronized Optional<Waypoint> first() {
        return waypoints.stream().findFirst();
    }

    /// The last one made at or before a time.
    Optional<Waypoint> beforeTime(long millis) {
        return last(waypoint -> waypoint.millis() <= millis);
    }

    private synchronized Optional<Waypoint> last(Predicate<Waypoint> early) {
        int low = 0;
        int high = waypoints.size();
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (early.test(waypoints.get(middle))) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low == 0 ? Optional.empty() : Optional.of(waypoints.get(low - 1));
    }

    public synchronized List<Waypoint> of(String file) {
        return waypoints.stream()
                .filter(waypoint -> waypoint.file().equals(file))
                .toList();
    }

    synchronized List<String> filesFrom(String file) {
        return waypoints.stream()
                .map(Waypoint::file)
                .distinct()
                .filter(name -> name.compareTo(file) >= 0)
                .toList();
    }
}
