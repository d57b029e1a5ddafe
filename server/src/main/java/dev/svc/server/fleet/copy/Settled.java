package dev.svc.server.fleet.copy;

import java.io.IOException;
import java.util.Optional;

/// What `svc fleet resolve` has noted for the service.
public interface Settled {
    /// The entry up to which the journal has all that the broker has; empty when nothing was noted.
    Optional<CopyMark> upTo() throws IOException;

    /// The note is not needed any more.
    void forget() throws IOException;
}
