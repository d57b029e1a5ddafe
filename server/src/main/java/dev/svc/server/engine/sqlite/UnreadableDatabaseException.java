package dev.svc.server.engine.sqlite;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/// A SQLite store that could not be read now, with the reason for people; the rows known so far stay as they are.
public final class UnreadableDatabaseException extends IOException {
    private static final long serialVersionUID = 1;

    /// What stood in the way.
    public enum Reason {
        MISSING,
        /// Another program holds it, or writes without a pause: worth another try.
        LOCKED,
        CORRUPT,
        /// It is not what was expected: empty, no regular file, without a table or with something else in its place.
        FOREIGN,
        TOO_SLOW,
        /// The operating system refused: permissions, a broken disk.
        REFUSED
    }

    private final Reason reason;

    public UnreadableDatabaseException(Path file, Reason reason, String detail, @Nullable Throwable cause) {
        super(file.getFileName() + " " + detail, cause);
        this.reason = reason;
    }

    public Reason reason() {
        return reason;
    }

    /// Translates what SQLite says; extended codes carry the general one in their low byte.
    static UnreadableDatabaseException of(Path file, SQLException failure) {
        return switch (failure.getErrorCode() & 0xff) {
            case 5, 6 -> new UnreadableDatabaseException(file, Reason.LOCKED, "is locked by another program", failure);
            case 9 -> new UnreadableDatabaseException(file, Reason.TOO_SLOW, "took too long to read", failure);
            case 11, 18, 26 -> new UnreadableDatabaseException(file, Reason.CORRUPT, "is damaged", failure);
            case 1 -> new UnreadableDatabaseException(file, Reason.FOREIGN, "has an unknown layout", failure);
            default -> new UnreadableDatabaseException(file, Reason.REFUSED, "cannot be opened", failure);
        };
    }
}
