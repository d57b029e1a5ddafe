package dev.svc.server.fleet;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// The copy of a host's journal, as it was read from the broker. Closing removes the file.
///
/// @param name of the host
/// @param file its entries, a line each, as an export has them
/// @param entries how many there are
/// @param missing how many the broker has lost of those that its host has counted
/// @param dropped how many messages the host has not said
/// @param unread how many of those are behind all others, in a form that this release does not know
/// @param at when its host forwarded the newest of them; null where there is none
public record HostCopy(
        String name,
        Path file,
        long entries,
        long missing,
        long dropped,
        long unread,
        @Nullable Instant at) implements AutoCloseable {

    /// Refuses a copy that nobody here can read, and one that has lost something.
    ///
    /// @param incomplete whether it is wanted all the same, once something was lost
    public void requireWhole(boolean incomplete) throws FleetException {
        if (unread > 0 && !incomplete) {
            throw new FleetException(
                    ("The copy of %s ends with %s in a form that this release of svc does not know: update svc"
                                    + " here first; --incomplete takes what is before them.")
                            .formatted(name, unread == 1 ? "1 message" : unread + " messages"));
        }
        if (entries == 0 && dropped > unread) {
            throw new FleetException(
                    "Nothing of the copy of %s can be read here: it was made under secrets that this host does not have."
                            .formatted(name));
        }
        if (missing > 0 && !incomplete) {
            throw new FleetException(
                    "The broker has lost %d entries of the journal of %s: --incomplete takes those that are left."
                            .formatted(missing, name));
        }
    }

    @Override
    public void close() throws IOException {
        Files.deleteIfExists(file);
    }
}
