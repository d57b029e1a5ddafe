package dev.svc.server.fleet.view;

import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.envelope.Member;
import dev.svc.server.fleet.row.PackedRow;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// What is known of one host. Guarded by the lock of [FleetView].
final class HostRows {
    /// About what a row takes beside its message.
    private static final long OVERHEAD = 300;

    /// From so many changes on, putting all rows into order costs less.
    private static final int MOST_CHANGES = 1_000;

    private final Member member;
    private final long most;
    private final Map<SessionId, Held> held = new HashMap<>();
    private @Nullable HostPicture picture;

    /// The sessions that are others than in the picture, with what the picture has of them.
    private final Map<SessionId, Optional<PackedRow>> changed = new HashMap<>();

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

    /// The last reading in which the host was there and said that the broker has all of its rows.
    private int toldAll;

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
        if (before != null && before.number >= number) {
            // A broker that was killed may have lost the newest; the row is there all the same.
            held.put(session, new Held(before.row, before.number, reading));
            return before.number == number ? Taken.TAKEN : Taken.OLDER;
        }
        var now = new Held(row, number, reading);
        long heavier = now.weight() - (before == null ? 0 : before.weight());
        if (heavier > 0 && (weight + heavier > most || heavier > room)) {
            return Taken.TOO_MANY;
        }
        weight += heavier;
        held.put(session, now);
        rows += (row == null ? 0 : 1) - (before == null || before.row == null ? 0 : 1);
        note(session, before == null ? null : before.row);
        return Taken.TAKEN;
    }

    @Nullable
    PackedRow find(SessionId session) {
        var found = held.get(session);
        return found == null ? null : found.row;
    }

    /// Another picture is made of the last one, unless too much has changed.
    private void note(SessionId session, @Nullable PackedRow before) {
        var last = picture;
        if (last == null) {
            return;
        }
        changed.putIfAbsent(session, Optional.ofNullable(before));
        if (changed.size() > MOST_CHANGES) {
            forget();
        }
    }

    private void forget() {
        picture = null;
        changed.clear();
    }

    /// All of its rows as they are now.
    HostPicture picture() {
        var now = picture;
        if (now == null) {
            now = HostPicture.of(held.values().stream().flatMap(it -> Stream.ofNullable(it.row)));
        } else if (!changed.isEmpty()) {
            var gone = changed.values().stream().flatMap(Optional::stream).toList();
            var come = changed.keySet().stream()
                    .flatMap(it -> Stream.ofNullable(find(it)))
                    .toList();
            now = now.with(gone, come);
        }
        changed.clear();
        picture = now;
        return now;
    }

    /// The same one again, as each reading brings it, is no sign of life.
    ///
    /// @return false when a newer one was heard before
    boolean heard(Presence said, long number, Instant at, boolean fresh, int reading) {
        if (number <= heardNumber) {
            return number == heardNumber;
        }
        if (fresh && said.synced()) {
            toldAll = reading;
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

    /// Removes what is left over, once the host has said since that the broker has all of its rows: what it said before
    /// a break is about what the broker had then.
    ///
    /// @return the sessions that were removed
    List<SessionId> swept() {
        if (sweeping == 0 || toldAll < sweeping) {
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
            forget();
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
