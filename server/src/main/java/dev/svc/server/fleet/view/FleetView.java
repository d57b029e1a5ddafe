package dev.svc.server.fleet.view;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.fleet.envelope.Charter;
import dev.svc.server.fleet.envelope.Member;
import dev.svc.server.fleet.row.PackedRow;
import dev.svc.server.fleet.view.RemoteQuery.Folded;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The rows of all other hosts. What the broker delivers goes in; queries never wait for it.
public final class FleetView {
    /// How long a host counts as there after it was heard.
    public static final Duration PATIENCE = Duration.ofSeconds(16);

    private final Folded fold;
    private final Duration patience;
    private final long most;
    private final List<Consumer<RemoteNews>> listeners = new CopyOnWriteArrayList<>();
    private final ReentrantLock lock = new ReentrantLock();

    /// By the ids of the hosts, in the order in which they came into the fleet.
    @GuardedBy("lock")
    private final Map<String, HostRows> hosts = new LinkedHashMap<>();

    @GuardedBy("lock")
    private int reading;

    /// While everything is delivered once more, single rows are no news.
    @GuardedBy("lock")
    private boolean isReading;

    /// @param patience after which a host that is not heard is offline
    /// @param most bytes that the rows of all other hosts may take; those of one host may take half of that
    public FleetView(Folded fold, Duration patience, long most) {
        this.fold = fold;
        this.patience = patience;
        this.most = most;
    }

    /// Subscribes to what changes; told on the thread that brought the change.
    public void subscribe(Consumer<RemoteNews> listener) {
        listeners.add(listener);
    }

    /// Keeps the hosts of a charter, without this one; what was known of others is forgotten.
    public void keep(Charter charter, String self) {
        boolean fewer;
        lock.lock();
        try {
            var before = Map.copyOf(hosts);
            hosts.clear();
            for (var member : charter.members()) {
                if (!member.id().equals(self)) {
                    var known = before.get(member.id());
                    hosts.put(member.id(), known == null ? new HostRows(member, most / 2) : known);
                }
            }
            fewer = !hosts.keySet().equals(before.keySet());
        } finally {
            lock.unlock();
        }
        if (fewer) {
            tell(new RemoteNews.Hosts());
        }
    }

    /// Forgets all hosts: this one is not in the fleet any more.
    public void clear() {
        lock.lock();
        try {
            hosts.clear();
        } finally {
            lock.unlock();
        }
        tell(new RemoteNews.Hosts());
    }

    /// The broker delivers everything once more from here on.
    public void beginReading() {
        lock.lock();
        try {
            reading++;
            isReading = true;
        } finally {
            lock.unlock();
        }
    }

    /// Everything that the broker had has been delivered.
    public void endReading() {
        lock.lock();
        try {
            isReading = false;
            for (var host : hosts.values()) {
                host.sweep(reading);
                var _ = host.swept();
                var _ = host.hasTurned(patience);
            }
        } finally {
            lock.unlock();
        }
        tell(new RemoteNews.Hosts());
    }

    private static void gone(HostRows host, List<RemoteNews> news) {
        var name = host.member().name();
        host.swept().forEach(session -> news.add(new RemoteNews.Gone(session, name)));
    }

    /// Takes in what a host says of a session.
    ///
    /// @param row null when the session is gone
    public Taken put(Member sender, SessionId session, @Nullable PackedRow row, long number) {
        Taken taken;
        boolean isNews;
        lock.lock();
        try {
            var host = hosts.get(sender.id());
            taken = host == null ? Taken.OLDER : host.put(session, row, number, reading, room());
            isNews = taken == Taken.TAKEN && !isReading;
        } finally {
            lock.unlock();
        }
        if (isNews) {
            tell(
                    row == null
                            ? new RemoteNews.Gone(session, sender.name())
                            : new RemoteNews.Changed(new FoundRow(sender.name(), row)));
        }
        return taken;
    }

    @GuardedBy("lock")
    private long room() {
        return most - hosts.values().stream().mapToLong(HostRows::weight).sum();
    }

    /// Takes in what a host says of itself.
    ///
    /// @param fresh whether it was said just now
    /// @return false when it is older than what is known
    public boolean heard(Member sender, Presence presence, long number, Instant at, boolean fresh) {
        var gone = new ArrayList<RemoteNews>();
        boolean isTaken;
        lock.lock();
        try {
            var host = hosts.get(sender.id());
            isTaken = host != null && host.heard(presence, number, at, fresh, reading);
            if (host != null) {
                gone(host, gone);
            }
        } finally {
            lock.unlock();
        }
        gone.forEach(this::tell);
        look();
        return isTaken;
    }

    /// The broker is not there: nobody is heard.
    public void lost() {
        lock.lock();
        try {
            hosts.values().forEach(HostRows::isGone);
        } finally {
            lock.unlock();
        }
        look();
    }

    /// Says which hosts have come or gone; to be asked every few seconds.
    public void look() {
        boolean hasTurned = false;
        lock.lock();
        try {
            if (isReading) {
                return;
            }
            for (var host : hosts.values()) {
                hasTurned |= host.hasTurned(patience);
            }
        } finally {
            lock.unlock();
        }
        if (hasTurned) {
            tell(new RemoteNews.Hosts());
        }
    }

    private void tell(RemoteNews news) {
        listeners.forEach(listener -> listener.accept(news));
    }

    /// All other hosts, in the order in which they came.
    public List<RemoteHost> hosts() {
        lock.lock();
        try {
            return hosts.values().stream().map(HostRows::shown).toList();
        } finally {
            lock.unlock();
        }
    }

    /// One row by its session and the name of its host.
    public Optional<FoundRow> find(SessionId session, String hostName) {
        lock.lock();
        try {
            return hosts.values().stream()
                    .filter(host -> host.member().name().equals(hostName))
                    .flatMap(host -> Optional.ofNullable(host.find(session)).stream())
                    .map(row -> new FoundRow(hostName, row))
                    .findFirst();
        } finally {
            lock.unlock();
        }
    }

    /// Everything that a query asks for. The rows of each host are a picture of one moment.
    public RemoteSelection select(RemoteQuery query, Instant now) {
        var pictures = new LinkedHashMap<String, HostPicture>();
        lock.lock();
        try {
            hosts.values().forEach(host -> pictures.put(host.member().name(), host.picture()));
        } finally {
            lock.unlock();
        }
        return RemoteSelection.of(pictures, query, fold, now);
    }
}
