package dev.svc.server.fleet.view;

import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.envelope.Member;
import dev.svc.server.fleet.row.PackedRow;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What is known of one host. Guarded by the lock of [FleetView].
final class HostRows {
    /// About what a row takes beside its message.
    private static final long OVERHEAD = 300;

    private final Member member;
    private final long most;
    private final Map<SessionId, Held> held = new HashMap<>();
    private PackedRow @Nullable [] sorted;
    private int rows;
    private long weight;
    private @Nullable Presence presence;
    private long heardNumber;
    private @Nullable Instant lastSeen;
    private long freshNanos;
    private boolean isFresh;
    private boolean isOnline;

    /// The reading in which rows that are not seen are to be removed; 0 for none.
    private int sweeping;

    /// A row, or null for a session that is gone, with what makes an older message about it recognisable.
    private record Held(@Nullable PackedRow row, long number, int reading) {
        long weight() {
            return OVERHEAD + (row == null ? 0 : row.size());
        }
    }

    /// @param most bytes that its rows may take
    HostRows(Member member, long most) {
        this.member = member;
        this.most = most;
    }

    Member member() {
        return member;
    }

    /// About how many bytes its rows take.
    long weight() {
        return weight;
    }

    /// @param room bytes that are left for all hosts together
    Taken put(SessionId session, @Nullable PackedRow row, long number, int reading, long room) {
        var before = held.get(session);
        if (before != null && before.number > number) {
            return Taken.OLDER;
        }
        var now = new Held(row, number, reading);
        long heavier = now.weight() - (before == null ? 0 : before.weight());
        if (heavier > 0 && (weight + heavier > most || heavier > room)) {
            return Taken.TOO_MANY;
        }
        weight += heavier;
        held.put(session, now);
        if (before == null || before.number != number) {
            rows += (row == null ? 0 : 1) - (before == null || before.row == null ? 0 : 1);
            sorted = null;
        }
        return Taken.TAKEN;
    }

    @Nullable
    PackedRow find(SessionId session) {
        var found = held.get(session);
        return found == null ? null : found.row;
    }

    /// The newest first.
    PackedRow[] sorted() {
        var known = sorted;
        if (known == null) {
            known = held.values().stream()
                    .map(Held::row)
                    .filter(Objects::nonNull)
                    .toArray(PackedRow[]::new);
            Arrays.sort(known, PackedRow.NEWEST);
            sorted = known;
        }
        return known;
    }

    /// The same one again, as each reading brings it, is no sign of life.
    ///
    /// @return false when a newer one was heard before
    boolean heard(Presence said, long number, Instant at, boolean fresh) {
        if (number <= heardNumber) {
            return number == heardNumber;
        }
        heardNumber = number;
        presence = said;
        lastSeen = at;
        isFresh = fresh && !said.leaving();
        freshNanos = System.nanoTime();
        return true;
    }

    /// Whether it has come or gone since this was asked last.
    boolean hasTurned(Duration patience) {
        boolean before = isOnline;
        isOnline = isFresh && System.nanoTime() - freshNanos < patience.toNanos();
        return before != isOnline;
    }

    void isGone() {
        isFresh = false;
    }

    /// From now on, rows that this reading has not seen are left over from before it.
    void sweep(int reading) {
        sweeping = reading;
    }

    /// Removes what is left over, once the host has said that the broker has all of its rows.
    ///
    /// @return the sessions that were removed
    List<SessionId> swept() {
        if (sweeping == 0 || presence == null || !presence.synced()) {
            return List.of();
        }
        int reading = sweeping;
        sweeping = 0;
        var left = held.entrySet().stream()
                .filter(it -> it.getValue().reading < reading)
                .map(Map.Entry::getKey)
                .toList();
        left.forEach(held::remove);
        if (!left.isEmpty()) {
            sorted = null;
            rows = (int) held.values().stream().filter(it -> it.row != null).count();
            weight = held.values().stream().mapToLong(Held::weight).sum();
        }
        return left;
    }

    RemoteHost shown() {
        var said = presence;
        return new RemoteHost(
                member,
                isOnline,
                lastSeen,
                said == null ? null : said.version(),
                said == null ? null : said.address(),
                said == null ? Allowance.LIST : said.allows(),
                said == null ? null : said.door(),
                rows);
    }
}
