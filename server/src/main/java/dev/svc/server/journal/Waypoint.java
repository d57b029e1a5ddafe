package dev.svc.server.journal;

import dev.svc.server.metadata.Hash;
import dev.svc.server.metadata.Journal.Head;

/// A place in the queue from which reading can start.
///
/// @param seq the entry that starts here
/// @param millis when it was made
/// @param prev the hash of the previous entry
record Waypoint(long seq, long millis, String file, long position, Hash prev) {
    /// One for so many entries.
    static final int EVERY = 1_024;

    Head before() {
        return new Head(seq - 1, prev);
    }
}
