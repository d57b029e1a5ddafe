package dev.svc.server;

import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Notices a heap that is full but not full enough for an OutOfMemoryError: each collection frees a little, the next
/// follows at once, and the service does nothing else. The JVM's own limit on that does not hold for a collector whose
/// rooms keep their size.
final class MemoryWatch implements Closeable {
    private static final Logger LOG = Logger.getLogger(MemoryWatch.class.getName());
    private static final Duration PAUSE = Duration.ofSeconds(10);

    /// So many in a row mean that it stands still: reading a large store collects for a few seconds.
    static final int LOOKS = 6;

    private final Runnable stuck;
    private final Thread thread;

    private MemoryWatch(Runnable stuck) {
        this.stuck = stuck;
        this.thread = Vital.platform("memory-watch").unstarted(this::watch);
    }

    /// @param stuck runs once
    static MemoryWatch start(Runnable stuck) {
        var watch = new MemoryWatch(stuck);
        watch.thread.start();
        return watch;
    }

    /// What can be seen at one time.
    ///
    /// @param nanos of a clock that only goes forward
    /// @param collectingMillis spent on collections since the process began
    record Look(long nanos, long collectingMillis, long used, long most) {
        static Look now() {
            long collecting = ManagementFactory.getGarbageCollectorMXBeans().stream()
                    .mapToLong(collector -> Math.max(0, collector.getCollectionTime()))
                    .sum();
            var runtime = Runtime.getRuntime();
            return new Look(
                    System.nanoTime(), collecting, runtime.totalMemory() - runtime.freeMemory(), runtime.maxMemory());
        }

        /// Whether nine tenths of the time since another look went into collecting, and the heap is full all the same.
        boolean isStuckSince(Look before) {
            long passed = TimeUnit.NANOSECONDS.toMillis(nanos - before.nanos);
            return (collectingMillis - before.collectingMillis) * 10 >= passed * 9 && used * 10 >= most * 8;
        }
    }

    /// Counts looks. For one thread.
    static final class Count {
        private Look last;
        private int inARow;

        Count(Look first) {
            this.last = first;
        }

        /// Whether the service has stood still for as long as is waited.
        boolean isOver(Look now) {
            inARow = now.isStuckSince(last) ? inARow + 1 : 0;
            last = now;
            return inARow >= LOOKS;
        }
    }

    private void watch() {
        try {
            var count = new Count(Look.now());
            do {
                Thread.sleep(PAUSE);
            } while (!count.isOver(Look.now()));
            stuck.run();
        } catch (InterruptedException stopped) {
            LOG.log(Level.FINE, "stopped watching memory");
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
