package dev.svc.server.engine.outside;

import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.outside.Sighting.State;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// What logs say of the processes that write them. A log that has not changed is not read again. Used by one thread at
/// a time.
///
/// @param <K> whose log it is
public final class LogStates<K> {
    private final Map<K, Known> known = new HashMap<>();

    private record Known(FileStamp log, State state) {}

    /// Reads the end of a log.
    @FunctionalInterface
    public interface Reading {
        State read() throws IOException;
    }

    /// What the log says as it is now; nothing where it cannot be read.
    public State of(K whose, FileStamp log, Reading reading) {
        var before = known.get(whose);
        if (before != null && before.log().equals(log)) {
            return before.state();
        }
        try {
            var state = reading.read();
            known.put(whose, new Known(log, state));
            return state;
        } catch (IOException gone) {
            return State.UNKNOWN;
        }
    }

    /// Forgets all others.
    public void keep(Collection<K> owners) {
        known.keySet().retainAll(Set.copyOf(owners));
    }
}
