package dev.svc.shared.control;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Logger;

/// Reads what `/proc` shows of the memory of a process: its words and its environment.
///
/// The system lets such a read wait for as long as the process is stuck in its memory, for instance on a file system
/// that does not answer, and nothing ends it: `ps` hangs as well then. So another thread reads, nobody waits for it
/// longer than the patience, and a process is left alone until the read of it has ended.
public final class ProcessMemory {
    private static final Logger LOG = Logger.getLogger(ProcessMemory.class.getName());

    /// A machine that is very busy must not make a process look stuck.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    /// While one is stuck others may be as well, for the same reason: they get this part of the patience.
    private static final int PART = 20;

    private static final int MOST_STUCK = 32;
    private static final int IDLE_SECONDS = 10;

    private final Path proc;
    private final Duration patience;
    private final Map<Long, Future<byte[]>> stuck = new ConcurrentHashMap<>();
    private final ThreadPoolExecutor readers = new ThreadPoolExecutor(
            0,
            MOST_STUCK,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            Thread.ofPlatform().daemon().name("process memory ", 1).factory());

    /// Of this machine.
    public ProcessMemory() {
        this(Path.of("/proc"), PATIENCE);
    }

    public ProcessMemory(Path proc, Duration patience) {
        this.proc = proc;
        this.patience = patience;
    }

    /// The first bytes of such a file.
    ///
    /// @param file such as `cmdline`
    /// @throws StuckProcessException if they cannot be had now
    public byte[] read(long pid, String file, int most) throws IOException {
        stuck.values().removeIf(Future::isDone);
        if (stuck.containsKey(pid)) {
            throw new StuckProcessException(pid);
        }
        var wait = stuck.isEmpty() ? patience : patience.dividedBy(PART);
        var reading = begun(pid, proc.resolve(Long.toString(pid)).resolve(file), most);
        try {
            return reading.get(wait.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            stuck.put(pid, reading);
            LOG.warning(
                    () -> "The memory of process %d cannot be read: until that ends, svc does not know what it runs."
                            .formatted(pid));
            throw new StuckProcessException(pid);
        } catch (ExecutionException failed) {
            throw new IOException(failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("stopped while reading of a process");
        }
    }

    private Future<byte[]> begun(long pid, Path file, int most) throws IOException {
        try {
            return readers.submit(() -> {
                try (var in = Files.newInputStream(file)) {
                    return in.readNBytes(most);
                }
            });
        } catch (RejectedExecutionException allStuck) {
            throw new StuckProcessException(pid);
        }
    }
}
