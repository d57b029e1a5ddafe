package dev.svc.shared.live;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The other hosts of a fleet, as the service knows them.
///
/// @param trouble what is wrong with the connection to them, without a full stop; empty when nothing is
public record LiveFleet(List<LiveHost> hosts, String trouble) {
    public static final LiveFleet NONE = new LiveFleet(List.of(), "");

    /// One of them.
    ///
    /// @param online whether it has been heard just now
    /// @param lastSeen when an absent one was heard last; null for one that is there, and for one that never was
    public record LiveHost(
            String name, boolean online, @Nullable Instant lastSeen) {}

    public LiveFleet {
        hosts = List.copyOf(hosts);
    }

    public boolean isEmpty() {
        return hosts.isEmpty() && trouble.isEmpty();
    }

    /// Those that are not there, the one that was heard last at the top.
    public List<LiveHost> absent() {
        return hosts.stream()
                .filter(host -> !host.online())
                .sorted((a, b) -> moment(b).compareTo(moment(a)))
                .toList();
    }

    private static Instant moment(LiveHost host) {
        return host.lastSeen() == null ? Instant.MIN : host.lastSeen();
    }
}
