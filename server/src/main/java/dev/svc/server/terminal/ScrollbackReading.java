package dev.svc.server.terminal;

import dev.svc.server.terminal.ring.Ring;
import java.io.IOException;

/// What somebody wants of a session's ring, while it is certainly open.
public interface ScrollbackReading<T> {
    T read(Ring ring) throws IOException;
}
