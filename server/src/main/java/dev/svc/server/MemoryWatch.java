package dev.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.cli.ExitCode;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Notices a heap that is full but not full enough for an OutOfMemoryError: each collection frees a little, the next
/// follows at once, and the service does nothing else. The JVM's own limit on that does not hold for a collector whose
/// rooms keep their size.
///
/// In such a heap one allocation takes seconds, and an orderly shutdown would never finish. So this
/// allocates nothing after its start, and halts the process as an OutOfMemoryError does. What was
/// acknowledged is on disk.
final class MemoryWatch implements Closeable {
    private static final Logger LOG = Logger.getLogger(MemoryWatch.class.getName());
    private static final long PAUSE_MILLIS = 10_000;

    private final GarbageCollectorMXBean[] collectors =
            ManagementFactory.getGarbageCollectorMXBeans().toArray(new GarbageCollectorMXBean[0]);
    private final byte[] lastWords =
            "svc: for a minute nothing was done but to collect memory, of which %d MB are too little: svc ends, to be started again. -Xmx in jvm.options says how much it takes.%n"
                    .formatted(Runtime.getRuntime().maxMemory() >> 20)
                    .getBytes(UTF_8);
    private final FileOutputStream stderr = new FileOutputStream(FileDescriptor.err);
    private final int exitCode = ExitCode.BROKEN.number();
    private final Looks looks = new Looks(System.nanoTime(), collectingMillis());
    private final Thread thread = Vital.platform("memory-watch").unstarted(this::watch);

    private MemoryWatch() {}

    static MemoryWatch start() {
        var watch = new MemoryWatch();
        watch.thread.start();
        return watch;
    }

    private void watch() {
        try {
            do {
                Thread.sleep(PAUSE_MILLIS);
            } while (!isStuck());
            stderr.write(lastWords);
        } catch (InterruptedException stopped) {
            LOG.log(Level.FINE, "stopped watching memory");
            return;
        } catch (IOException closed) {
            // nobody reads it
        }
        Runtime.getRuntime().halt(exitCode);
    }

    private boolean isStuck() {
        var runtime = Runtime.getRuntime();
        long used = runtime.totalMemory() - runtime.freeMemory();
        return looks.areEnough(System.nanoTime(), collectingMillis(), used, runtime.maxMemory());
    }

    /// How long collections have taken since the process began.
    long collectingMillis() {
        long all = 0;
        for (var collector : collectors) {
            all += Math.max(0, collector.getCollectionTime());
        }
        return all;
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /// Counts looks at which the service did nothing but collect. For one thread.
    static final class Looks {
        /// So many in a row mean that it stands still: reading a large store collects for a few seconds.
        static final int ENOUGH = 6;

        private long lastNanos;
        private long lastCollecting;
        private int inARow;

        Looks(long nanos, long collectingMillis) {
            this.lastNanos = nanos;
            this.lastCollecting = collectingMillis;
        }

        /// Takes a look. It counts if collections took nine tenths of the time since the last one and
        /// left four fifths of the heap in use.
        ///
        /// @param nanos of a clock that only goes forward
        /// @param collectingMillis how long collections have taken since the process began
        boolean areEnough(long nanos, long collectingMillis, long used, long most) {
            long passed = (nanos - lastNanos) / 1_000_000;
            boolean nothingElse = (collectingMillis - lastCollecting) * 10 >= passed * 9;
            inARow = nothingElse && used * 10 >= most * 8 ? inARow + 1 : 0;
            lastNanos = nanos;
            lastCollecting = collectingMillis;
            return inARow >= ENOUGH;
        }
    }
}
