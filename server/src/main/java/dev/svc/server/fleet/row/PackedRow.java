package dev.svc.server.fleet.row;

import dev.svc.server.fleet.wire.MalformedException;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.time.Instant;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// A row in the form in which it came, with what orders and filters it beside that. Immutable, and a small
/// part of the size of a row that is unpacked.
public final class PackedRow {
    /// The newest first; ties by id, so that paging never repeats a row.
    public static final Comparator<PackedRow> NEWEST = (one, other) ->
            one.updated == other.updated ? one.id.compareTo(other.id) : Long.compare(other.updated, one.updated);

    private static final int STICKY = 1;
    private static final int ARCHIVED = 2;
    private static final int SNOOZED = 4;
    private static final int LIVE = 8;
    private static final int RUNNING = 16;
    private static final int WAITING = 32;

    private static final long NO_TIME = Long.MAX_VALUE;

    private final byte[] packed;
    private final SessionId id;
    private final long updated;
    private final long snoozedUntil;
    private final byte flags;

    /// Many rows share these, and one object each.
    private final @Nullable String project;

    private final @Nullable String cwd;

    private PackedRow(byte[] packed, RemoteRow row) {
        this.packed = packed;
        this.id = row.id();
        this.updated = row.updatedAt().toEpochMilli();
        var until = row.marks().snoozedUntil();
        this.snoozedUntil = until == null ? NO_TIME : until.toEpochMilli();
        this.project = row.project() == null ? null : row.project().intern();
        this.cwd = row.cwd() == null ? null : row.cwd().intern();
        this.flags = (byte) (flag(STICKY, row.marks().sticky())
                | flag(ARCHIVED, row.marks().archived())
                | flag(SNOOZED, row.marks().snoozed())
                | flag(LIVE, row.live())
                | flag(RUNNING, row.status() != Status.OFF || row.outside())
                | flag(WAITING, row.status() == Status.WAITING));
    }

    private static int flag(int bit, boolean isSet) {
        return isSet ? bit : 0;
    }

    /// A row as it came, or null where it says that its session is gone.
    public static @Nullable PackedRow of(RowMessage.Told told, byte[] message) {
        var row = told.row();
        return row == null ? null : new PackedRow(message.clone(), row);
    }

    public SessionId id() {
        return id;
    }

    /// Of its message, in bytes.
    public int size() {
        return packed.length;
    }

    public EngineKey engine() {
        return id.engine();
    }

    public long updatedMillis() {
        return updated;
    }

    /// The name of its project on its host.
    public @Nullable String project() {
        return project;
    }

    public @Nullable String cwd() {
        return cwd;
    }

    public boolean sticky() {
        return has(STICKY);
    }

    public boolean archived() {
        return has(ARCHIVED);
    }

    public boolean isSnoozed(Instant now) {
        return has(SNOOZED) && now.toEpochMilli() < snoozedUntil;
    }

    /// When it comes back by itself, in milliseconds; [Long#MAX_VALUE] for a row that does not.
    public long wakes() {
        return has(SNOOZED) ? snoozedUntil : NO_TIME;
    }

    /// Whether any program is known to be on it.
    public boolean isRunning() {
        return has(RUNNING);
    }

    public boolean live() {
        return has(LIVE);
    }

    public boolean isWaiting() {
        return has(WAITING);
    }

    private boolean has(int bit) {
        return (flags & bit) != 0;
    }

    /// All of the row.
    public RemoteRow unpacked() {
        try {
            var row = RowMessage.read(packed).row();
            if (row != null) {
                return row;
            }
        } catch (MalformedException impossible) {
            throw new IllegalStateException(impossible); // it was read before it was packed
        }
        throw new IllegalStateException("packed without a row");
    }
}
