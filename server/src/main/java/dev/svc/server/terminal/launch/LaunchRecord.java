package dev.svc.server.terminal.launch;

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
public record LaunchRecord(
        String name,
        SessionId session,
        Path folder,
        Instant startedAt,
        boolean bypass,
        boolean joined,
        @Nullable Set<String> snapshot) {
    private static final int NAME_BYTES = 10;

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
