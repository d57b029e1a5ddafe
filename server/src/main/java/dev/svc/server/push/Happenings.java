package dev.svc.server.push;

import dev.svc.shared.vital.Vital;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Takes what happens, from whatever thread and under whatever lock, and tells of it on a thread of its own.
///
/// A question is held back for a moment: nobody is disturbed for what is answered at once. When it is settled, those
/// who
/// were told of it hear that, or of the next question of its session. What happens beside each other in one session is
/// one notice, so all that is kept here belongs to that thread.
public final class Happenings implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Happenings.class.getName());
    private static final int MOST = 1_000;

    private final Audience audience;
    private final Duration grace;
    private final Duration nextLook;
    private final BlockingQueue<Happening> coming = new ArrayBlockingQueue<>(MOST);
    private final Map<String, Held> held = new LinkedHashMap<>();
    private final Map<String, Told> told = new LinkedHashMap<>();
    private final Thread thread;

    private sealed interface Happening {
        record Asked(String question, String digest, boolean isSeen, Supplier<PushNotice> notice)
                implements Happening {}

        record Settled(String question, Supplier<PushNotice> notice) implements Happening {}

        record Else(Supplier<PushNotice> notice) implements Happening {}

        record Followed(Supplier<News> news) implements Happening {}
    }

    /// A question of which nobody has been told yet, or not as it is now.
    ///
    /// @param due by the clock of [System#nanoTime]
    private record Held(Happening.Asked asked, long due) {}

    private record Told(Happening.Asked asked, PushNotice notice, Set<String> who) {}

    /// @param grace how long a question is held back
    /// @param nextLook when one is looked at again whose session somebody looked at
    Happenings(Audience audience, Duration grace, Duration nextLook) {
        this.audience = audience;
        this.grace = grace;
        this.nextLook = nextLook;
        this.thread = Vital.platform("what devices are told").start(this::run);
    }

    /// A question is open; said again when something about it has changed. Never waits.
    ///
    /// @param isSeen whether somebody has it before them: they get more time
    /// @param notice asked for later, on another thread and under no lock
    public void asked(String question, String digest, boolean isSeen, Supplier<PushNotice> notice) {
        boolean _ = coming.offer(new Happening.Asked(question, digest, isSeen, notice));
    }

    /// Never waits.
    public void settled(String question, Supplier<PushNotice> notice) {
        boolean _ = coming.offer(new Happening.Settled(question, notice));
    }

    /// Something else has happened. Never waits.
    public void happened(Supplier<PushNotice> notice) {
        boolean _ = coming.offer(new Happening.Else(notice));
    }

    /// Something for programs that follow along. Never waits.
    public void news(Supplier<News> news) {
        boolean _ = coming.offer(new Happening.Followed(news));
    }

    private void run() {
        try {
            while (true) {
                next();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void next() throws InterruptedException {
        var happening = held.isEmpty() ? coming.take() : coming.poll(untilDue(), TimeUnit.NANOSECONDS);
        try {
            switch (happening) {
                case null -> {}
                case Happening.Asked it -> hold(it);
                case Happening.Settled it -> settle(it);
                case Happening.Else it -> {
                    var _ = audience.tell(it.notice().get());
                }
                case Happening.Followed it -> audience.tell(it.news().get());
            }
            tellDue();
        } catch (RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> "devices could not be told of something");
        }
    }

    private long untilDue() {
        long now = System.nanoTime();
        return Math.max(
                0, held.values().stream().mapToLong(it -> it.due() - now).min().orElse(0));
    }

    private void hold(Happening.Asked asked) {
        var before = told.get(asked.question());
        if (before != null && before.asked().digest().equals(asked.digest())) {
            return; // somebody has seen it, or answers it
        }
        var waiting = held.get(asked.question());
        long now = System.nanoTime();
        if (waiting != null && (waiting.asked().isSeen() || !asked.isSeen())) {
            held.put(asked.question(), new Held(asked, waiting.due()));
        } else if (waiting != null || held.size() < MOST) {
            held.put(asked.question(), new Held(asked, now + (asked.isSeen() ? nextLook : grace).toNanos()));
        }
    }

    private void tellDue() {
        long now = System.nanoTime();
        for (var it : List.copyOf(held.values())) {
            if (it.due() - now <= 0) {
                held.remove(it.asked().question());
                tell(it.asked());
            }
        }
    }

    private void tell(Happening.Asked asked) {
        var notice = asked.notice().get();
        var who = audience.tell(notice);
        if (who.isEmpty()) {
            held.put(asked.question(), new Held(asked, System.nanoTime() + nextLook.toNanos()));
            return;
        }
        var all = new HashSet<>(who.get());
        var before = told.remove(asked.question());
        if (before != null) {
            all.addAll(before.who());
        }
        told.put(asked.question(), new Told(asked, notice, all));
        if (told.size() > MOST) {
            told.remove(told.keySet().iterator().next());
        }
    }

    private void settle(Happening.Settled it) {
        held.remove(it.question());
        var before = told.remove(it.question());
        if (before == null || before.who().isEmpty()) {
            return;
        }
        var tag = before.notice().tag();
        var other = told.values().stream()
                .filter(told -> told.notice().tag().equals(tag))
                .reduce((_, last) -> last);
        audience.tellAgain(other.map(Told::notice).orElseGet(it.notice()), before.who());
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
