package dev.svc.server.wiring.continuing;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.http.term.SendRoutes;
import dev.svc.server.http.term.SendRoutes.Sent;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.status.AtPrompt;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Sends texts to sessions that run, one after the other in each. That something was sent is journaled before it is:
/// how long it was, and not what, which the conversation says.
public final class TextSending implements SendRoutes.Sending {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final int TRIES = 200;
    private static final int LINES = 12;

    private final Continuable programs;
    private final Terminals terminals;
    private final Metadata metadata;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition free = lock.newCondition();

    /// Those that are being sent something.
    @GuardedBy("lock")
    private final Set<SessionId> busy = new HashSet<>();

    public TextSending(Continuable programs, Terminals terminals, Metadata metadata) {
        this.programs = programs;
        this.terminals = terminals;
        this.metadata = metadata;
    }

    @Override
    public Sent send(SessionId session, String text, Duration patience, Actor actor) throws InterruptedException {
        long end = System.nanoTime() + patience.toNanos();
        if (!take(session, patience)) {
            return refused(session, AtPrompt.TYPING);
        }
        try {
            var now = whenReady(session, end);
            if (now != AtPrompt.READY) {
                return refused(session, now);
            }
            metadata.security(
                    new SecurityEvent(
                            Kind.TEXT_SENT,
                            Map.of("session", session.toString(), "characters", String.valueOf(text.length()))),
                    actor);
            now = steadily(() -> programs.paste(session, text));
            if (now == AtPrompt.READY) {
                now = steadily(() -> programs.enter(session));
            }
            return now == AtPrompt.READY ? new Sent(now, List.of()) : refused(session, now);
        } finally {
            leave(session);
        }
    }

    /// Two that send at once would mix their texts.
    private boolean take(SessionId session, Duration patience) throws InterruptedException {
        long left = patience.toNanos();
        lock.lock();
        try {
            while (busy.contains(session)) {
                if (left <= 0) {
                    return false;
                }
                left = free.awaitNanos(left);
            }
            return busy.add(session);
        } finally {
            lock.unlock();
        }
    }

    private void leave(SessionId session) {
        lock.lock();
        try {
            busy.remove(session);
            free.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// A program that works or asks may be at its prompt in a moment; one that has gone does not come back.
    private AtPrompt whenReady(SessionId session, long end) throws InterruptedException {
        var now = programs.look(session);
        while (now != AtPrompt.READY && now != AtPrompt.GONE && System.nanoTime() - end < 0) {
            Thread.sleep(LOOK);
            now = programs.look(session);
        }
        return now;
    }

    private interface Step {
        AtPrompt take();
    }

    private static AtPrompt steadily(Step step) throws InterruptedException {
        var now = step.take();
        for (int tries = 1; now == AtPrompt.NOT_YET && tries < TRIES; tries++) {
            Thread.sleep(LOOK);
            now = step.take();
        }
        return now;
    }

    private Sent refused(SessionId session, AtPrompt now) {
        var shown =
                terminals.screen(session).lines().filter(it -> !it.isBlank()).toList();
        return new Sent(now, shown.subList(Math.max(0, shown.size() - LINES), shown.size()));
    }
}
