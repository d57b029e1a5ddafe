package dev.svc.server.vault;

import dev.svc.server.session.SessionId;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What is known of a copy without opening it.
///
/// @param stamp what the store said of the session when it was copied last
/// @param size of the copy on the disk
/// @param bytes of the session, as its program wrote them
/// @param modified when the program wrote to it last
/// @param copied when it was copied last
/// @param gone when its store was found to have it no more; null while it is there
public record HeldSession(
        SessionId id,
        long stamp,
        long size,
        long bytes,
        Instant modified,
        Instant copied,
        @Nullable Instant gone) {
    private static final int FIELDS = 7;

    HeldSession goneAt(@Nullable Instant time) {
        return new HeldSession(id, stamp, size, bytes, modified, copied, time);
    }

    /// Whether the copy is all there is.
    public boolean isTheOnlyOne() {
        return gone != null;
    }

    String line() {
        return String.join(
                "\t",
                id.toString(),
                Long.toHexString(stamp),
                Long.toString(size),
                Long.toString(bytes),
                Long.toString(modified.toEpochMilli()),
                Long.toString(copied.toEpochMilli()),
                gone == null ? "" : Long.toString(gone.toEpochMilli()));
    }

    /// Reads what [#line] wrote; empty for any other line.
    static Optional<HeldSession> parse(String line) {
        var fields = line.split("\t", -1);
        var id = SessionId.find(fields[0]);
        if (fields.length != FIELDS || id.isEmpty()) {
            return Optional.empty();
        }
        try {
            int at = 1;
            return Optional.of(new HeldSession(
                    id.get(),
                    Long.parseUnsignedLong(fields[at++], 16),
                    Long.parseLong(fields[at++]),
                    Long.parseLong(fields[at++]),
                    Instant.ofEpochMilli(Long.parseLong(fields[at++])),
                    Instant.ofEpochMilli(Long.parseLong(fields[at++])),
                    fields[at].isEmpty() ? null : Instant.ofEpochMilli(Long.parseLong(fields[at]))));
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }
}
