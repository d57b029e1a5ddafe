package dev.svc.server.journal.record;

import java.io.IOException;

/// Records in the order of their numbers, wherever they lie.
public interface Records {
    /// Shows the records after `after`, up to `until`; the bytes are only valid during the call.
    void visit(long after, long until, QueueFile.Visitor visitor) throws IOException;

    /// An entry shortly before the first one made later than a time.
    default long shortlyBefore(long millis) {
        return 0;
    }
}
