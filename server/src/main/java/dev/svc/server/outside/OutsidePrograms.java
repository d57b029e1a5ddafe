package dev.svc.server.outside;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Launch;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.session.SessionId;
import dev.svc.shared.control.Command;
import dev.svc.shared.control.ProcessMemory;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Which sessions are in use by programs that svc did not start. Looked at every two seconds, and at once where a
/// program wrote that something has changed.
public final class OutsidePrograms implements Closeable {
    private static final Logger LOG = Logger.getLogger(OutsidePrograms.class.getName());
    private static final Duration LOOK = Duration.ofSeconds(2);

    /// Changes within that time are looked at together.
    private static final Duration TOGETHER = Duration.ofMillis(150);

    private static final Duration ENDING = Duration.ofSeconds(10);
    private static final Duration STEP = Duration.ofMillis(50);

    private final Engines engines;
    private final ProcessTable table;
    private final Listener listener;
    private final FolderChanges changes;
    private final Semaphore again = new Semaphore(0);
    private final ReentrantLock announcing = new ReentrantLock(); // before the other one
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private final OutsideLook look;

    @GuardedBy("lock")
    private final Places places;

    @GuardedBy("announcing")
    private long told = System.nanoTime();

    @GuardedBy("announcing")
    private Map<SessionId, List<String>> background = Map.of();

    private volatile Map<SessionId, OutsideProgram> seen = Map.of();
    private final Thread thread;

    /// What one look saw.
    ///
    /// @param background what the programs that svc started still run while they are idle
    private record Looked(Map<SessionId, OutsideProgram> outside, Map<SessionId, List<String>> background) {}

    /// Hears what changed of the programs outside.
    public interface Listener {
        /// It began, does something else, is at another place, or has left.
        ///
        /// @param program empty once it is on that session no more
        /// @param hasEnded whether its process has ended
        void changed(SessionId session, Optional<OutsideProgram> program, boolean hasEnded);

        /// A program that svc started is idle and still runs this.
        ///
        /// @param background empty once it runs nothing, does something else, or has ended
        default void runs(SessionId session, List<String> background) {}

        /// A look is over, and all that it changed was told.
        ///
        /// @param isChanged whether there was something to tell
        default void looked(Collection<OutsideProgram> all, boolean isChanged) {}

        /// There was a look, whatever it saw; told every two seconds at most.
        default void refreshed() {}
    }

    /// @param environment where the commands of servers of terminals are looked for
    /// @param ours the processes that svc started
    /// @param memory where words of processes are read on Linux
    public OutsidePrograms(
            Engines engines,
            Map<String, String> environment,
            Supplier<Set<Long>> ours,
            Listener listener,
            ProcessMemory memory,
            InstantSource clock) {
        this.engines = engines;
        this.listener = listener;
        this.table = table(memory, clock);
        this.places =
                new Places(new Command(environment), Path.of(environment.getOrDefault("HOME", "/")), table, clock);
        this.look = new OutsideLook(engines, table, places, ours, clock);
        this.changes = new FolderChanges(this::lookAgain);
        this.thread = Vital.platform("outside").start(this::run);
    }

    private static ProcessTable table(ProcessMemory memory, InstantSource clock) {
        try {
            var proc = Path.of("/proc");
            if (Files.isDirectory(proc.resolve("self"))) {
                return new ProcTable(proc, memory, clock.instant());
            }
        } catch (IOException | RuntimeException unreadable) {
            LOG.log(Level.WARNING, unreadable, () -> "/proc cannot be read: less is known of programs outside svc");
        }
        return new HandleTable();
    }

    /// As of the last look.
    public Map<SessionId, OutsideProgram> seen() {
        return seen;
    }

    /// As it is now.
    public Optional<OutsideProgram> lookFor(SessionId session) {
        lock.lock();
        try {
            return Optional.ofNullable(look.all().get(session));
        } finally {
            lock.unlock();
        }
    }

    /// The command that opens one more terminal on it, as it is now; empty where none leads there.
    public Optional<Launch> wayIn(SessionId session) {
        var program = lookFor(session);
        if (program.isEmpty()) {
            return Optional.empty();
        }
        var provider = engines.find(session.engine());
        return asked(program.get())
                .wayIn(arguments ->
                        provider.map(it -> it.launch(arguments, false)).orElseThrow());
    }

    /// How large a terminal has to be that shows what runs there whole.
    ///
    /// @param held whether that is decided there, because somebody else looks at it
    public record Extent(int columns, int rows, boolean held) {}

    /// Of one that was seen at the last look; empty where nobody can say, or where every terminal has its own.
    public Optional<Extent> extent(SessionId session) {
        var program = seen.get(session);
        if (program == null || !program.sighting().isInTerminal()) {
            return Optional.empty();
        }
        return program.place().size();
    }

    /// A pane may have been moved, or be gone.
    private OutsideProgram asked(OutsideProgram program) {
        if (!program.sighting().isInTerminal()) {
            return program;
        }
        lock.lock();
        try {
            return new OutsideProgram(
                    program.session(), program.sighting(), places.ask(program.process()), program.since());
        } finally {
            lock.unlock();
        }
    }

    /// Asks a program to end, and waits until it has.
    ///
    /// @return why it did not, as a sentence; empty when nothing is on the session any more
    public Optional<String> end(SessionId session) {
        var program = lookFor(session);
        if (program.isEmpty()) {
            return Optional.empty();
        }
        var label = engines.label(session.engine());
        if (!program.get().endsAlone()) {
            return Optional.of(
                    program.get().sighting().sure()
                            ? "%s holds several sessions there: join it instead.".formatted(label)
                            : "It is not sure that this is the session of that %s: end it there.".formatted(label));
        }
        if (hasEnded(program.get().process())) {
            look(); // whoever reads the session next is to see it
            return Optional.empty();
        }
        return Optional.of("%s was asked to end and has not, within %d seconds: end it there, then try again."
                .formatted(label, ENDING.toSeconds()));
    }

    /// The number alone could be another process by now.
    private boolean hasEnded(LivingProcess process) {
        var handle = ProcessHandle.of(process.pid());
        if (handle.isEmpty() || !table.isAlive(process.pid(), process.start())) {
            return true;
        }
        handle.get().destroy();
        long deadline = System.nanoTime() + ENDING.toNanos();
        while (table.isAlive(process.pid(), process.start())) {
            if (System.nanoTime() > deadline || Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(STEP.toNanos());
        }
        return true;
    }

    /// Something has changed, or may have.
    public void lookAgain() {
        again.release();
    }

    private void run() {
        try {
            for (var program : programs()) {
                program.listen(this::lookAgain);
            }
            while (true) {
                look();
                if (again.tryAcquire(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                    Thread.sleep(TOGETHER);
                    again.drainPermits();
                }
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private Set<Sightings> programs() {
        lock.lock();
        try {
            return Set.copyOf(look.programs());
        } finally {
            lock.unlock();
        }
    }

    /// One after the other, so that nobody hears of an older look after a newer one.
    private void look() {
        announcing.lock();
        try {
            var looked = now();
            announce(looked.outside());
            announceBackground(looked.background());
            var folders = new HashSet<Path>();
            programs().forEach(it -> folders.addAll(it.folders()));
            changes.watch(folders);
            if (System.nanoTime() - told >= LOOK.toNanos()) {
                told = System.nanoTime();
                listener.refreshed();
            }
        } catch (RuntimeException failed) {
            LOG.log(Level.FINE, failed, () -> "the search for programs outside svc failed");
        } finally {
            announcing.unlock();
        }
    }

    private Looked now() {
        lock.lock();
        try {
            return new Looked(Map.copyOf(look.all()), look.background());
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("announcing")
    private void announce(Map<SessionId, OutsideProgram> now) {
        var before = seen;
        seen = now;
        boolean isChanged = !before.keySet().equals(now.keySet());
        for (var it : now.entrySet()) {
            var program = it.getValue();
            var known = before.get(it.getKey());
            if (known == null || !known.shown().equals(program.shown())) {
                isChanged = true;
                listener.changed(it.getKey(), Optional.of(program), false);
            }
        }
        before.forEach((session, program) -> {
            if (!now.containsKey(session)) {
                var process = program.process();
                boolean hasEnded = !table.isAlive(process.pid(), process.start());
                listener.changed(session, Optional.empty(), hasEnded);
            }
        });
        listener.looked(now.values(), isChanged);
    }

    @GuardedBy("announcing")
    private void announceBackground(Map<SessionId, List<String>> now) {
        var before = background;
        background = now;
        now.forEach((session, runs) -> {
            if (!runs.equals(before.get(session))) {
                listener.runs(session, runs);
            }
        });
        before.keySet().stream().filter(it -> !now.containsKey(it)).forEach(it -> listener.runs(it, List.of()));
    }

    @Override
    public void close() {
        thread.interrupt();
        changes.close();
        programs().forEach(Sightings::close);
    }
}
