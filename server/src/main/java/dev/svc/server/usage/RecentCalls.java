package dev.svc.server.usage;

import java.util.ArrayDeque;

/// The calls of the last two hours. Guarded by the lock of the tally that has it.
final class RecentCalls {
    static final int SECONDS = 2 * 60 * 60;

    /// Some minutes more, so that the clock may move while it is asked.
    private static final int KEPT = SECONDS + 600;

    private static final int MOST = 50_000;

    private final ArrayDeque<Recent> calls = new ArrayDeque<>();

    /// @param sign -1 where the call counts no more for this session
    record Recent(Call call, int sign) {}

    void add(Call call, int sign, long now) {
        if (call.second() < now - KEPT) {
            return;
        }
        calls.addLast(new Recent(call, sign));
        while (calls.size() > MOST
                || (!calls.isEmpty() && calls.peekFirst().call().second() < now - KEPT)) {
            calls.removeFirst();
        }
    }

    void clear() {
        calls.clear();
    }

    Iterable<Recent> all() {
        return calls;
    }
}
