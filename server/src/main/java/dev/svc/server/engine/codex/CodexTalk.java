package dev.svc.server.engine.codex;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.engine.codex.daemon.CodexCalls;
import dev.svc.server.engine.codex.daemon.CodexDaemon;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.session.Status;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Asks the daemon what its sessions do, and hears when that changes, on a thread of its own. The daemon's words are a
/// stranger's; whatever goes wrong ends the connection, and the next one is tried when the daemon is a new one, or
/// after a while.
final class CodexTalk {
    private static final Logger LOG = Logger.getLogger(CodexTalk.class.getName());

    /// So many looks after a connection broke the next one is tried.
    static final int PAUSE = 15;

    private static final int MOST = 200;
    private static final int MOST_READ = 20;
    private static final Set<String> NEW = Set.of("thread/started", "thread/closed", "thread/archived");

    private final CodexDaemon daemon;
    private final CodexHome home;
    private final Duration deadline;
    private final Duration round;
    private final Semaphore wanted = new Semaphore(0);

    private volatile Told told = Told.NOTHING;
    private volatile @Nullable Thread thread;

    /// The states that one daemon has reported.
    ///
    /// @param pid 0 while none is connected
    private record Told(long pid, Map<String, State> threads) {
        static final Told NOTHING = new Told(0, Map.of());
    }

    @OwnedBy("the thread that looks")
    private int looks;

    @OwnedBy("the thread that looks")
    private long tried;

    /// @param deadline for each answer
    /// @param round after so long everything is asked again, whatever was heard
    CodexTalk(CodexDaemon daemon, CodexHome home, Duration deadline, Duration round) {
        this.daemon = daemon;
        this.home = home;
        this.deadline = deadline;
        this.round = round;
    }

    /// Its end is not the end of the service.
    void listen(Runnable again) {
        thread = Thread.ofPlatform().daemon().name("codex outside").start(() -> run(again));
    }

    /// What this daemon's sessions do, as far as it is known now. Called at every look, by one thread.
    Map<String, State> threads(long pid) {
        var now = told;
        if (now.pid() == pid) {
            return now.threads();
        }
        if (tried != pid || ++looks >= PAUSE) {
            tried = pid;
            looks = 0;
            wanted.release();
        }
        return Map.of();
    }

    void close() {
        var running = thread;
        if (running != null) {
            running.interrupt();
        }
    }

    private void run(Runnable again) {
        try {
            while (true) {
                wanted.acquire();
                wanted.drainPermits();
                talk(again);
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void talk(Runnable again) {
        try {
            var pid = daemon.pid();
            if (pid.isPresent()) {
                try (var calls = CodexCalls.connect(daemon.socket(), deadline, List.of())) {
                    new Conversation(calls, pid.get(), again).run();
                }
            }
        } catch (IOException | RuntimeException failed) {
            LOG.log(Level.FINE, failed, () -> "Codex's daemon is heard no more");
        }
        if (told.pid() != 0) {
            told = Told.NOTHING;
            again.run();
        }
    }

    /// One connection.
    private final class Conversation {
        private final CodexCalls calls;
        private final long pid;
        private final Runnable again;
        private final Map<String, State> threads = new HashMap<>();
        private boolean isStale;
        private boolean isListing;

        /// Loaded, but nobody's to open.
        private final Set<String> hidden = new HashSet<>();

        Conversation(CodexCalls calls, long pid, Runnable again) {
            this.calls = calls;
            this.pid = pid;
            this.again = again;
        }

        void run() throws IOException {
            while (!Thread.currentThread().isInterrupted()) {
                isStale = false;
                list();
                long end = System.nanoTime() + round.toNanos();
                while (!isStale && System.nanoTime() < end) {
                    calls.next(Duration.ofNanos(Math.max(1, end - System.nanoTime())))
                            .ifPresent(this::hear);
                }
            }
        }

        /// A change that arrives during the listing makes the list stale.
        private void list() throws IOException {
            isListing = true;
            var loaded = new HashSet<String>();
            for (var id : call("thread/loaded/list", object()).path("data")) {
                if (loaded.size() < MOST && CodexHome.ID.matcher(id.asText()).matches()) {
                    loaded.add(id.asText());
                }
            }
            threads.clear();
            hidden.clear();
            for (var it : call("thread/list", object().put("limit", 50)).path("data")) {
                if (loaded.remove(it.path("id").asText())) {
                    add(it);
                }
            }
            int most = MOST_READ;
            for (var id : loaded) {
                if (most-- > 0) {
                    read(id);
                }
            }
            isListing = false;
            tell();
        }

        /// One that the list did not name; the daemon may refuse to say more of it.
        private void read(String id) throws IOException {
            var it = call("thread/read", object().put("threadId", id)).path("thread");
            if (it.path("id").asText().equals(id)) {
                add(it);
            }
        }

        private void add(JsonNode it) {
            var id = it.path("id").asText();
            if (isListed(id, it.path("path").asText())) {
                state(it.path("status")).ifPresent(state -> threads.put(id, state));
            } else if (hidden.size() < MOST) {
                hidden.add(id);
            }
        }

        private void tell() {
            var now = new Told(pid, Map.copyOf(threads));
            if (!now.equals(told)) {
                told = now;
                again.run();
            }
        }

        private JsonNode call(String method, ObjectNode parameters) throws IOException {
            return calls.call(method, parameters, this::hear);
        }

        private void hear(JsonNode word) {
            var method = word.path("method").asText();
            if (method.equals("thread/status/changed")) {
                changed(word.path("params"));
            } else if (NEW.contains(method)) {
                isStale = true;
            }
        }

        private void changed(JsonNode change) {
            var id = change.path("threadId").asText();
            if (isListing || !threads.containsKey(id)) {
                isStale |= !hidden.contains(id);
                return;
            }
            state(change.path("status")).ifPresentOrElse(state -> threads.put(id, state), () -> threads.remove(id));
            tell();
        }
    }

    /// Titles are made in sessions that leave no file behind, and that nobody can open.
    private boolean isListed(String id, String path) {
        try {
            if (path.isEmpty()) {
                return false;
            }
            var file = Path.of(path);
            var inside = home.live().inside(file);
            return CodexHome.id(String.valueOf(file.getFileName()))
                            .filter(id::equals)
                            .isPresent()
                    && inside.isPresent()
                    && home.live().find(inside.get()).map(FileStamp::path).isPresent();
        } catch (IOException | InvalidPathException unreadable) {
            return false;
        }
    }

    private static Optional<State> state(JsonNode status) {
        return switch (status.path("type").asText()) {
            case "idle" -> Optional.of(State.of(Status.IDLE));
            case "active" -> Optional.of(active(status.path("activeFlags")));
            case "", "notLoaded" -> Optional.empty();
            default -> Optional.of(State.UNKNOWN);
        };
    }

    private static State active(JsonNode flags) {
        var words = new ArrayList<String>();
        flags.forEach(it -> words.add(it.asText()));
        if (words.contains("waitingOnApproval")) {
            return new State(Status.WAITING, null, "approval", List.of());
        }
        return words.contains("waitingOnUserInput")
                ? new State(Status.WAITING, null, "input needed", List.of())
                : State.of(Status.WORKING);
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }
}
