package dev.svc.server.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.SessionId;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SessionLocksTest {
    private static final int OTHERS = 1_000;

    private final SessionLocks locks = new SessionLocks();

    @Test
    void a_session_never_waits_for_another_one() throws IOException {
        var passed = new CountDownLatch(OTHERS);
        locks.with(House.placeholder(), () -> {
            for (int i = 0; i < OTHERS; i++) {
                pass(House.placeholder(), passed);
            }
            Waiting.until(() -> passed.getCount() == 0);
            return passed;
        });
        Waiting.until(() -> locks.size() == 0);
    }

    @Test
    void what_is_done_to_one_session_is_done_one_after_the_other() {
        var session = House.placeholder();
        var inside = new AtomicInteger();
        var most = new AtomicInteger();
        var done = new CountDownLatch(OTHERS);
        for (int i = 0; i < OTHERS; i++) {
            Thread.startVirtualThread(() -> {
                quietly(session, () -> {
                    most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                    return inside.decrementAndGet();
                });
                done.countDown();
            });
        }
        Waiting.until(() -> done.getCount() == 0);
        assertThat(most).hasValue(1);
        Waiting.until(() -> locks.size() == 0);
    }

    private void pass(SessionId session, CountDownLatch passed) {
        Thread.startVirtualThread(() -> {
            quietly(session, () -> session);
            passed.countDown();
        });
    }

    private <T> void quietly(SessionId session, SessionLocks.Action<T> action) {
        try {
            locks.with(session, action);
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }
}
