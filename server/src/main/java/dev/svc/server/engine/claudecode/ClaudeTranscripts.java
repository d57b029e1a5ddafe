package dev.svc.server.engine.claudecode;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Finds transcripts for those who read all of them, one after the other: a look at every project's folder for each
/// would take longer than the reading. Who asks for one now and then gets such a look. What is remembered is believed
/// for some seconds, because a session may go on in another folder.
final class ClaudeTranscripts {
    /// Looks until it is worth listing all.
    static final int FEW = 20;

    static final Duration BELIEVED = Duration.ofSeconds(10);

    private static final int MOST = 50_000;
    private static final Duration AGAIN = Duration.ofSeconds(5);

    private final ClaudeHome home;
    private final LongSupplier nanos;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<String, Path> known = new HashMap<>();

    @GuardedBy("lock")
    private long listed;

    /// Since they were listed.
    @GuardedBy("lock")
    private int looks;

    ClaudeTranscripts(ClaudeHome home) {
        this(home, System::nanoTime);
    }

    /// @param nanos the time, from any beginning
    ClaudeTranscripts(ClaudeHome home, LongSupplier nanos) {
        this.home = home;
        this.nanos = nanos;
        this.listed = nanos.getAsLong() - BELIEVED.toNanos();
    }

    /// The session's transcript, as [ClaudeHome#transcript] has it.
    Path find(String nativeId) throws IOException {
        var path = remembered(nativeId);
        return path != null && Files.exists(path, LinkOption.NOFOLLOW_LINKS) ? path : home.transcript(nativeId);
    }

    /// Null where a look is needed.
    private @Nullable Path remembered(String nativeId) throws IOException {
        lock.lock();
        try {
            long age = nanos.getAsLong() - listed;
            var path = age < BELIEVED.toNanos() ? known.get(nativeId) : null;
            if (path == null && ++looks > FEW && age >= AGAIN.toNanos()) {
                list();
                path = known.get(nativeId);
            }
            return path;
        } finally {
            lock.unlock();
        }
    }

    /// A session that lies in two folders is looked for each time.
    @GuardedBy("lock")
    private void list() throws IOException {
        var found = new HashMap<String, Path>();
        var twice = new HashSet<String>();
        new ClaudeStore(home).walk(piece -> {
            var path = piece.files().getFirst().path();
            var id = ClaudeHome.id(String.valueOf(path.getFileName()));
            if (found.size() < MOST && found.putIfAbsent(id, path) != null) {
                twice.add(id);
            }
        });
        found.keySet().removeAll(twice);
        known.clear();
        known.putAll(found);
        listed = nanos.getAsLong();
        looks = 0;
    }
}
