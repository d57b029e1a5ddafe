package dev.svc.server.question;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/// Questions that were settled a short time ago, for late answers and for those who ask what became of them. Its owner
/// guards it.
final class Recently {
    private static final Duration KEPT = Duration.ofMinutes(15);
    private static final int MOST = 500;

    private final Deque<SettledQuestion> newestFirst = new ArrayDeque<>();

    void add(SettledQuestion settled) {
        newestFirst.addFirst(settled);
        if (newestFirst.size() > MOST) {
            newestFirst.removeLast();
        }
    }

    Optional<SettledQuestion> find(String id, Instant now) {
        return kept(now).stream().filter(it -> it.question().id().equals(id)).findFirst();
    }

    List<SettledQuestion> newest(int most, Instant now) {
        return kept(now).stream().limit(most).toList();
    }

    private Deque<SettledQuestion> kept(Instant now) {
        var oldest = now.minus(KEPT);
        while (!newestFirst.isEmpty() && newestFirst.getLast().at().isBefore(oldest)) {
            newestFirst.removeLast();
        }
        return newestFirst;
    }
}
