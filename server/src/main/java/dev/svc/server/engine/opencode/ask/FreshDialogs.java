package dev.svc.server.engine.opencode.ask;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Holds back what was asked a moment ago: a terminal that allows everything answers by itself at once, and that is no
/// reason to call anybody. Used by one thread.
final class FreshDialogs {
    private static final int MOST = 200;

    private final Duration moment;
    private final InstantSource clock;
    private final Map<String, Fresh> fresh = new LinkedHashMap<>();

    private record Fresh(OpencodeDialog dialog, Instant due) {}

    FreshDialogs(Duration moment, InstantSource clock) {
        this.moment = moment;
        this.clock = clock;
    }

    void add(OpencodeDialog dialog) {
        if (fresh.size() < MOST) {
            fresh.putIfAbsent(dialog.id(), new Fresh(dialog, clock.instant().plus(moment)));
        }
    }

    void remove(String id) {
        fresh.remove(id);
    }

    boolean isEmpty() {
        return fresh.isEmpty();
    }

    /// Those that have stood for a moment, in their order; they are held no more.
    List<OpencodeDialog> takeDue() {
        var now = clock.instant();
        var due = new ArrayList<OpencodeDialog>();
        fresh.values().removeIf(it -> !it.due().isAfter(now) && due.add(it.dialog()));
        return due;
    }
}
