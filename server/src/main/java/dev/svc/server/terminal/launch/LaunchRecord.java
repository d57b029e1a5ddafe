package dev.svc.server.terminal.launch;

import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.SessionId;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The record of a running program, from which the next server recovers it.
///
/// @param name the short name of its socket and lock; kept for life, although the session's id may change
/// @param bypass whether the program may act without asking
/// @param joined it is one more terminal on a program that svc did not start, and ends without it
/// @param snapshot the ids that the folder had before the launch, where the program mints its own; null otherwise
/// @param ranOutside null for one that svc started, as all are that are recovered
public record LaunchRecord(
        String name,
        SessionId session,
        Path folder,
        Instant startedAt,
        boolean bypass,
        boolean joined,
        @Nullable Set<String> snapshot,
        @Nullable RanOutside ranOutside) {
    private static final int NAME_BYTES = 10;

    /// One that svc starts.
    public LaunchRecord(
            String name,
            SessionId session,
            Path folder,
            Instant startedAt,
            boolean bypass,
            boolean joined,
            @Nullable Set<String> snapshot) {
        this(name, session, folder, startedAt, bypass, joined, snapshot, null);
    }

    /// Where a program ran that svc did not start.
    ///
    /// @param place its name there; null where it had none
    /// @param sure false where the session was concluded from folder and time
    public record RanOutside(Where where, @Nullable String place, boolean sure) {}

    /// A name of constant short length for any id.
    public static String nameOf(SessionId session) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(session.toString().getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(hash, 0, NAME_BYTES);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public LaunchRecord adoptedAs(SessionId real) {
        return new LaunchRecord(name, real, folder, startedAt, bypass, joined, null);
    }
}
