package dev.svc.server.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.engine.Engines;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.session.Asking;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.host.DtachHost;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.launch.LaunchExtras;
import dev.svc.server.terminal.relief.Relief;
import dev.svc.server.terminal.relief.ReliefAtHand;
import dev.svc.shared.control.ProcessMemory;
import dev.svc.shared.waiting.Waiting;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// Terminals in a folder of a test's own, with shell scripts for programs. Opening a second one on the same folder is a
/// restart.
public final class House implements Closeable, Sessions, TerminalEvents {
    static final long RING = 1 << 20;
    private static final int TOLD = 2000; // of what a program printed, when a test fails

    public final Path folder;
    public final ShellEngine pinning = new ShellEngine(EngineKey.CLAUDE_CODE, false, "echo up; cat");
    public final ShellEngine minting = new ShellEngine(EngineKey.CODEX, true, "echo up; cat");
    final Map<SessionId, SessionFacts> stored = new ConcurrentHashMap<>();
    /// Sessions that only a look into the store finds.
    final Map<SessionId, SessionFacts> justWritten = new ConcurrentHashMap<>();
    final Map<SessionId, SessionId> aliases = new ConcurrentHashMap<>();
    public final List<String> told = new CopyOnWriteArrayList<>();
    public final OutsideStandIn outside = new OutsideStandIn();
    final Clock clock = new Clock();
    volatile OptionalInt turns = OptionalInt.empty();
    final FaultyHost host;
    volatile Runnable whenAdopted = () -> {};
    public final Terminals terminals;
    private boolean abandoned;

    /// A clock that moves one nanosecond a look, so that no two moments are equal, and further when a test says so.
    static final class Clock implements InstantSource {
        private final Instant start = Instant.now();
        private final AtomicLong looks = new AtomicLong();
        volatile Duration ahead = Duration.ZERO;

        @Override
        public Instant instant() {
            return start.plus(ahead).plusNanos(looks.incrementAndGet());
        }
    }

    public House(Path folder) throws IOException {
        this(folder, "a", new Limits(250, 1000), false);
    }

    /// @param screen what the screens of programs look like that are told their id
    House(Path folder, ScreenRules screen) throws IOException {
        this(folder, "a", new Limits(250, 1000), false, screen, Relief.NONE);
    }

    public House(Path folder, String instance, Limits limits, boolean takeover) throws IOException {
        this(folder, instance, limits, takeover, ScreenRules.NONE, Relief.NONE);
    }

    /// @param holds how long a relief holds the programs when this house is left, and nobody comes back
    static House relieved(Path folder, Duration holds) throws IOException {
        var patience = new ReliefAtHand.Patience(Waiting.PATIENCE, Waiting.PATIENCE, Waiting.PATIENCE);
        var relief = ReliefAtHand.of(folder.resolve("run-a"), holds, patience);
        return new House(folder, "a", new Limits(250, 1000), false, ScreenRules.NONE, relief);
    }

    private House(Path folder, String instance, Limits limits, boolean takeover, ScreenRules screen, Relief relief)
            throws IOException {
        pinning.screen = screen;
        this.folder = Files.createDirectories(folder.resolve("work")).toRealPath();
        var settings = new Terminals.Settings(
                folder.resolve("run-" + instance),
                folder.resolve("locks"),
                folder.resolve("rings-" + instance),
                RING,
                Duration.ofDays(30),
                takeover,
                limits,
                Map.of("PATH", "/usr/local/bin:/usr/bin:/bin", "SVC_SECRET_KEY", "canary"),
                List.of());
        this.host = new FaultyHost(new DtachHost(Path.of("/usr/bin/dtach"), settings.runtimeFolder(), List.of()));
        this.terminals = new Terminals(
                settings,
                host,
                new Engines(List.of(pinning, minting)),
                this,
                outside,
                LaunchExtras.NONE,
                this,
                relief,
                new ProcessMemory(),
                clock);
    }

    public SessionId stored(String nativeId) {
        var id = new SessionId(EngineKey.CLAUDE_CODE, nativeId);
        var now = Instant.now();
        stored.put(
                id, new SessionFacts(id, null, "hello", folder.toString(), now, now, 1, null, null, 1, false, null, 0));
        return id;
    }

    public static SessionId placeholder() {
        return new SessionId(EngineKey.CODEX, "new-" + UUID.randomUUID());
    }

    AttachRequest fresh(SessionId id) {
        return new AttachRequest(id, Size.USUAL, null, true, folder, false, "tab", false);
    }

    AttachRequest from(SessionId id, long have, String tab) {
        return new AttachRequest(id, Size.USUAL, have, false, null, false, tab, false);
    }

    @Override
    public Optional<SessionFacts> find(SessionId session) {
        return Optional.ofNullable(stored.get(session));
    }

    @Override
    public Optional<SessionFacts> seek(SessionId session) {
        return find(session).or(() -> Optional.ofNullable(justWritten.get(session)));
    }

    @Override
    public OptionalInt turns(SessionId session) {
        return turns;
    }

    @Override
    public SessionId resolve(SessionId session) {
        return aliases.getOrDefault(session, session);
    }

    @Override
    public void adopted(SessionId placeholder, SessionId real) {
        aliases.put(placeholder, real);
        told.add("adopted " + placeholder + " " + real);
        whenAdopted.run();
    }

    @Override
    public void changed(SessionId session, Status status, @Nullable Asking asking) {
        told.add(status.word() + " " + session);
    }

    @Override
    public void reaped(SessionId session, String why, boolean dryRun) {
        told.add("reaped " + session + (dryRun ? " dry" : ""));
    }

    @Override
    public void takenOver(SessionId session, String viewer) {
        told.add("taken over " + session + " " + viewer);
    }

    /// Reads until the text has arrived, and returns every byte so far.
    static String readUntil(Viewer viewer, String text) {
        var all = new ByteArrayOutputStream();
        while (!all.toString(UTF_8).contains(text)) {
            var output = next(viewer);
            if (output instanceof Output.Bytes more) {
                all.write(more.bytes().array(), 0, more.bytes().remaining());
                viewer.acknowledgeAll();
            } else if (output == null || output instanceof Output.Ended) {
                throw new AssertionError("ended before '" + text + "' came: " + lastOf(all.toString(UTF_8)));
            }
        }
        return all.toString(UTF_8);
    }

    private static String lastOf(String text) {
        return text.substring(Math.max(0, text.length() - TOLD));
    }

    /// Reads until an output of this kind arrives.
    static <T extends Output> T await(Viewer viewer, Class<T> kind) {
        for (var output = next(viewer); output != null; output = next(viewer)) {
            if (kind.isInstance(output)) {
                return kind.cast(output);
            }
        }
        throw new AssertionError("closed before " + kind);
    }

    private static @Nullable Output next(Viewer viewer) {
        try {
            return Waiting.result(CompletableFuture.supplyAsync(viewer::next, Thread::startVirtualThread));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", stopped);
        }
    }

    /// The state after a killed server: nobody is notified, and the programs run on.
    void abandon() {
        abandoned = true;
        terminals.close();
    }

    /// Ends every program and releases everything.
    @Override
    public void close() {
        if (!abandoned) {
            terminals.living().forEach(House::kill);
        }
        terminals.close();
    }

    private static void kill(Terminal terminal) {
        Waiting.until(() -> {
            try {
                terminal.signal(dev.svc.server.terminal.host.Signal.KILL);
            } catch (IOException gone) {
                return true;
            }
            return terminal.exit() != null;
        });
    }
}
