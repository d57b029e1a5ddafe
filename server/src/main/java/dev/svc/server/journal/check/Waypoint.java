package dev.svc.server.journal.check;

import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.event.Hash;

/// A place in the queue from which reading can start.
///
/// @param seq the entry that starts here
/// @param millis when it was made
/// @param prev the hash of the previous entry
public record Waypoint(long seq, long millis, String file, long position, Hash prev) {
    /// One for so many entries.
    public static final int EVERY = 1_024;

    public Head before() {
        return new Head(seq - 1, prev);
    }
}
