package dev.svc.server.http.gate;

import dev.svc.server.http.gate.InHand.Held;
import dev.svc.shared.vital.OwnedBy;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/// Says in the log where a request stands that is not answered for minutes: otherwise a page waits for it, and nobody
/// learns for what.
public final class LateAnswers implements Closeable {
    private static final Logger LOG = Logger.getLogger(LateAnswers.class.getName());
    private static final Duration LOOK = Duration.ofSeconds(10);

    /// Longer than any answer is held back on purpose.
    private static final Duration LATE = Duration.ofMinutes(5);

    private static final int MOST_FRAMES = 60;

    private final InHand inHand;
    private final Thread thread;

    @OwnedBy("the watching thread")
    private final Set<Held> told = new HashSet<>();

    LateAnswers(InHand inHand) {
        this.inHand = inHand;
        this.thread = Vital.platform("late answers").unstarted(this::watch);
    }

    public static LateAnswers watch(InHand inHand) {
        var watch = new LateAnswers(inHand);
        watch.thread.start();
        return watch;
    }

    private void watch() {
        try {
            while (true) {
                Thread.sleep(LOOK);
                tell();
            }
        } catch (InterruptedException stopped) {
            LOG.log(Level.FINE, "stopped watching for late answers");
        }
    }

    /// A stack that cannot be read is no reason to end the service.
    private void tell() {
        try {
            look(System.nanoTime()).ifPresent(LOG::warning);
        } catch (RuntimeException | InternalError failed) {
            LOG.log(Level.FINE, failed, () -> "the place of a late request could not be read");
        }
    }

    /// What is to be said of the request that has become late; of one at a time, and once of each.
    Optional<String> look(long now) {
        var all = inHand.all();
        told.retainAll(all);
        return all.stream()
                .filter(it -> now - it.since() > LATE.toNanos() && !told.contains(it))
                .findFirst()
                .map(late -> {
                    told.add(late);
                    return sentence(late, Duration.ofNanos(now - late.since()));
                });
    }

    private static String sentence(Held late, Duration after) {
        var where = Arrays.stream(late.thread().getStackTrace())
                .limit(MOST_FRAMES)
                .map(frame -> "\n\tat " + frame)
                .collect(Collectors.joining());
        return "%s is not answered after %d seconds. Its thread is %s:%s"
                .formatted(
                        late.route(),
                        after.toSeconds(),
                        late.thread().getState().name().toLowerCase(Locale.ROOT),
                        where);
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
