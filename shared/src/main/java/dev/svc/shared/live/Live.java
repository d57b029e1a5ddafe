package dev.svc.shared.live;

import java.util.List;

/// What the service had to say when it last wrote.
///
/// @param entries the newest of the journal, the newest last
public record Live(List<LiveSession> sessions, List<Entry> entries, LiveFleet fleet) {
    public static final Live NONE = new Live(List.of(), List.of(), LiveFleet.NONE);

    public Live {
        sessions = List.copyOf(sessions);
        entries = List.copyOf(entries);
    }

    public List<LiveSession> waiting() {
        return sessions.stream()
                .filter(session -> session.status() == LiveSession.Status.WAITING)
                .toList();
    }

    /// The journal as it was left, for when nothing runs, and nobody listens to other hosts.
    public Live onlyEntries() {
        return new Live(List.of(), entries, LiveFleet.NONE);
    }
}
