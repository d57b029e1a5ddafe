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

/// Finds transcripts for those who read all of them, one after the other: a look at every project's folder for each
/// would take longer than the reading. What is remembered is looked at before it is believed.
final class ClaudeTranscripts {
    private static final int MOST = 50_000;
    private static final Duration AGAIN = Duration.ofSeconds(5);

    private final ClaudeHome home;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final Map<String, Path> known = new HashMap<>();

    @GuardedBy("lock")
    private long listed = System.nanoTime() - AGAIN.toNanos();

    ClaudeTranscripts(ClaudeHome home) {
        this.home = home;
    }

    /// The session's transcript, as [ClaudeHome#transcript] has it.
    Path find(String nativeId) throws IOException {
        lock.lock();
        try {
            var path = known.get(nativeId);
            if (path == null && System.nanoTime() - listed >= AGAIN.toNanos()) {
                list();
                path = known.get(nativeId);
            }
            if (path != null && Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
                return path;
            }
        } finally {
            lock.unlock();
        }
        return home.transcript(nativeId);
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
        listed = System.nanoTime();
    }
}
