package dev.svc.server.usage;

import dev.svc.server.engine.usage.LimitNote;
import dev.svc.server.session.EngineKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// The limits of accounts, as the logs said them last. Guarded by the lock of the tally that has it.
final class KnownLimits {
    /// The rate is that of this time.
    static final Duration KEPT = Duration.ofHours(1);

    private static final Duration SHORTEST = Duration.ofMinutes(5);

    /// Two notes about one window may differ by so much about its end.
    private static final Duration SAME_END = Duration.ofMinutes(10);

    private static final int MOST = 20;

    private final Map<Of, TreeMap<Instant, LimitNote>> notes = new LinkedHashMap<>();

    private record Of(EngineKey engine, String name) {}

    /// Takes a note, in whatever order they are read.
    ///
    /// @return whether it is of use
    boolean add(EngineKey engine, LimitNote note) {
        var of = new Of(engine, note.name());
        var known = notes.get(of);
        if (known == null) {
            if (notes.size() >= MOST) {
                return false;
            }
            known = new TreeMap<>();
            notes.put(of, known);
        }
        if (!known.isEmpty() && note.seenAt().isBefore(known.lastKey().minus(KEPT))) {
            return false;
        }
        known.put(note.seenAt(), note);
        known.headMap(known.lastKey().minus(KEPT)).clear();
        while (known.size() > MOST * MOST) {
            known.remove(known.firstKey());
        }
        return true;
    }

    void clear() {
        notes.clear();
    }

    List<UsageView.Limit> view(Instant now) {
        var limits = new ArrayList<UsageView.Limit>();
        notes.forEach((of, known) -> {
            var last = known.lastEntry().getValue();
            // After its window has ended a note says nothing any more.
            if (last.resetsAt() == null || last.resetsAt().isAfter(now)) {
                limits.add(new UsageView.Limit(
                        of.engine().key(),
                        of.name(),
                        last.minutes() == 0 ? null : (Integer) last.minutes(),
                        last.usedPercent(),
                        last.resetsAt(),
                        fullAt(known, last),
                        last.seenAt()));
            }
        });
        return limits;
    }

    private static @Nullable Instant fullAt(SortedMap<Instant, LimitNote> known, LimitNote last) {
        for (var first : known.values()) {
            var between = Duration.between(first.seenAt(), last.seenAt());
            double more = last.usedPercent() - first.usedPercent();
            if (isSameWindow(first, last) && between.compareTo(SHORTEST) >= 0 && more > 0) {
                double left = Math.max(0, 100 - last.usedPercent());
                var full = last.seenAt().plusMillis((long) Math.min(between.toMillis() * left / more, 1e12));
                return last.resetsAt() == null || full.isBefore(last.resetsAt()) ? full : null;
            }
        }
        return null;
    }

    private static boolean isSameWindow(LimitNote one, LimitNote other) {
        if (one.resetsAt() == null || other.resetsAt() == null) {
            return Objects.equals(one.resetsAt(), other.resetsAt());
        }
        return Duration.between(one.resetsAt(), other.resetsAt()).abs().compareTo(SAME_END) <= 0;
    }
}
