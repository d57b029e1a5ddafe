package dev.svc.server.terminal;

import dev.svc.server.engine.Engines;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.Refusal.Reason;
import dev.svc.server.terminal.host.Program;
import dev.svc.server.terminal.host.TerminalHost;
import dev.svc.server.terminal.intake.Desk;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// All living terminals. One lock per session decides whether to attach or to launch, so that a session never has two
/// programs.
public final class Terminals implements Closeable {
    private static final Logger LOG = Logger.getLogger(Terminals.class.getName());

    private static final Path OWN_STATUS = Path.of("/proc/self/status");

    private final Settings settings;
    private final TerminalHost host;
    private final TerminalEvents events;
    private final Sessions sessions;
    private final InstantSource clock;
    private final Elsewhere elsewhere;
    private final Launcher launcher;
    private final Slots slots;
    private final WriterLock writerLock;
    private final Rings rings;
    private final Desk desk = new Desk();
    private final Adoption adoption;
    private final StatusWatch statusWatch;
    private final TurnWatch turnWatch;
    private final SessionLocks locks = new SessionLocks();
    private final InstantExits instantExits = new InstantExits();
    private @Nullable Pruning pruning; // by the one who recovers and closes
    private final Map<SessionId, Terminal> living = new ConcurrentHashMap<>(); // changed under the session's lock only

    /// Where things lie and how much of them there may be.
    ///
    /// @param scrollbackAge after how long the output of a terminal that does not run is forgotten; zero never
    /// @param takeover a new viewer becomes the writer at once
    /// @param environment the server's own, of which a program gets a part
    public record Settings(
            Path runtimeFolder,
            Path lockFolder,
            Path scrollbackFolder,
            long scrollbackBytes,
            Duration scrollbackAge,
            boolean takeover,
            Limits limits,
            Map<String, String> environment) {}

    public Terminals(
            Settings settings,
            TerminalHost host,
            Engines engines,
            Sessions sessions,
            TerminalEvents events,
            InstantSource clock)
            throws IOException {
        this.settings = settings;
        this.host = host;
        this.events = events;
        this.sessions = sessions;
        this.clock = clock;
        this.elsewhere = new Elsewhere(engines, this::isLive, events);
        this.launcher = new Launcher(
                engines,
                sessions,
                elsewhere,
                new ChildEnvironment(settings.environment()),
                DefaultSignals.front(OWN_STATUS));
        this.slots = new Slots(settings.runtimeFolder());
        this.writerLock = new WriterLock(settings.lockFolder());
        this.rings = new Rings(settings.scrollbackFolder(), settings.scrollbackBytes());
        this.statusWatch = new StatusWatch(this::living, this::changed);
        this.turnWatch = new TurnWatch(this::living, sessions);
        this.adoption = new Adoption(engines, this::adopt);
    }

    /// `dtach` or `direct`.
    public String backend() {
        return host.name();
    }

    /// `systemd` where each program has a scope of its own, else `none`.
    public String scope() {
        return host.scope();
    }

    /// Gives a view of the session's terminal, and starts its program when none runs.
    public Viewer open(Opening opening) throws IOException {
        var session = sessions.resolve(opening.session());
        requireRoom();
        return locks.with(session, () -> {
            var terminal = living.get(session);
            if (terminal != null) {
                var viewer = terminal.attach(opening, opening.takeover() || settings.takeover());
                if (viewer.isPresent()) {
                    return announceTakeover(opening, session, viewer.get());
                }
                forget(terminal);
            }
            return start(session, opening);
        });
    }

    private Viewer announceTakeover(Opening opening, SessionId session, Viewer viewer) {
        if (viewer.hasCompany() && viewer.hello().writer() && (opening.takeover() || settings.takeover())) {
            events.takenOver(session, opening.viewer());
        }
        return viewer;
    }

    private void requireRoom() {
        int viewers = living.values().stream().mapToInt(Terminal::viewers).sum();
        if (viewers >= settings.limits().viewers()) {
            throw new Refusal(
                    Reason.NOT_STARTED,
                    "There are %d viewers, as many as this server holds: close some.".formatted(viewers));
        }
    }

    private Viewer start(SessionId session, Opening opening) throws IOException {
        if (living.size() >= settings.limits().terminals()) {
            throw new Refusal(
                    Reason.NOT_STARTED,
                    "%d programs are running, as many as this server holds: end some.".formatted(living.size()));
        }
        instantExits.refusal(session, clock.instant()).ifPresent(why -> {
            throw new Refusal(Reason.NOT_STARTED, why);
        });
        var plan = launcher.plan(session, opening, clock.instant());
        writerLock.take(session, ProcessHandle.current()).ifPresent(holder -> {
            throw new Refusal(
                    Reason.HELD, "Another server on this machine has this session (process " + holder.pid() + ").");
        });
        try {
            return launch(plan, opening);
        } catch (IOException | RuntimeException failed) {
            writerLock.release(session);
            slots.remove(plan.slot());
            throw failed;
        }
    }

    private Viewer launch(Launcher.Plan plan, Opening opening) throws IOException {
        var session = plan.slot().session();
        var ring = rings.open(session);
        slots.write(plan.slot());
        Program program = host.start(plan.slot().name(), plan.order());
        writerLock.name(session, program.keeper());
        var terminal = new Terminal(plan.slot(), host.name(), program, desk, ring, opening.size(), clock);
        living.put(session, terminal);
        var viewer = terminal.attach(opening, false).orElseThrow();
        hold(terminal);
        return viewer;
    }

    private void hold(Terminal terminal) {
        host.readerThreads().name("reader " + terminal.session()).start(() -> terminal.run(this::ended));
        events.changed(terminal.session(), Status.IDLE);
        if (terminal.slot().snapshot() != null) {
            adoption.watch(terminal);
        }
    }

    private void ended(Terminal terminal) {
        try {
            locks.with(terminal.session(), () -> forget(terminal));
        } catch (IOException failed) {
            LOG.log(Level.WARNING, failed, () -> "after the end of " + terminal.session());
        }
    }

    /// Forgets a terminal whose program has ended, unless that was done. Under the session's lock, ahead of everything
    /// of its next program, which goes by the same names.
    private boolean forget(Terminal terminal) throws IOException {
        var slot = terminal.slot();
        if (!living.remove(slot.session(), terminal)) {
            return false;
        }
        var exit = terminal.exit();
        if (exit != null) {
            instantExits.ended(slot.session(), slot.startedAt(), clock.instant(), exit);
        }
        events.changed(slot.session(), Status.OFF);
        slots.remove(slot);
        writerLock.release(slot.session());
        return true;
    }

    /// A status that was seen of a program before it ended is none any more.
    private void changed(Terminal terminal, Status status) {
        var session = terminal.session();
        try {
            locks.with(session, () -> {
                boolean lives = living.get(session) == terminal;
                if (lives) {
                    events.changed(session, status);
                }
                return lives;
            });
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    /// Holds every program again that a former server left running, and gives how many; what they printed meanwhile is
    /// a gap.
    public int recover() throws IOException {
        int held = 0;
        for (var slot : slots.all()) {
            held += locks.with(slot.session(), () -> recover(slot)) ? 1 : 0;
        }
        if (pruning == null && settings.scrollbackAge().isPositive()) {
            pruning = new Pruning(this::prune);
        }
        return held;
    }

    /// Forgets old output, and gives of how many terminals.
    int prune() throws IOException {
        return rings.prune(clock.instant().minus(settings.scrollbackAge()), living.keySet());
    }

    private boolean recover(Slot slot) throws IOException {
        var program = host.resume(slot.name());
        if (program.isEmpty() || living.containsKey(slot.session())) {
            slots.remove(slot);
            writerLock.release(slot.session());
            return false;
        }
        writerLock.name(slot.session(), program.get().keeper());
        var ring = rings.open(slot.session());
        ring.gap();
        var terminal = new Terminal(
                slot, host.name(), program.get(), desk, ring, dev.svc.server.terminal.host.Size.USUAL, clock);
        living.put(slot.session(), terminal);
        hold(terminal);
        return true;
    }

    /// A placeholder's program has shown its real id: everything it had belongs to that from now on.
    private void adopt(Terminal terminal, SessionId real) throws IOException {
        var placeholder = terminal.session();
        var slot = terminal.slot().adoptedAs(real);
        locks.with(real, () -> {
            writerLock.name(real, terminal.program().keeper());
            slots.write(slot);
            rings.rename(placeholder, real);
            living.put(real, terminal);
            terminal.rename(slot);
            return slot;
        });
        events.adopted(placeholder, real);
        locks.with(placeholder, () -> living.remove(placeholder, terminal));
        writerLock.release(placeholder);
        terminal.tellAdopted(); // last: whoever hears of it finds both ids leading to it
        if (terminal.exit() != null) {
            locks.with(real, () -> forget(terminal)); // its end was looked for under the former name
        }
    }

    Collection<Terminal> living() {
        return List.copyOf(living.values());
    }

    Optional<Terminal> find(SessionId session) {
        return Optional.ofNullable(living.get(sessions.resolve(session)));
    }

    /// What runs now.
    ///
    /// @param folder where the program was started
    public record Running(SessionId session, Path folder, Instant startedAt) {}

    public Collection<Running> running() {
        return living.values().stream()
                .map(Terminal::slot)
                .map(slot -> new Running(slot.session(), slot.folder(), slot.startedAt()))
                .distinct()
                .toList();
    }

    public boolean isLive(SessionId session) {
        return find(session).isPresent();
    }

    /// The sessions that programs outside svc work on, where that can be seen.
    public Set<SessionId> elsewhere() {
        return elsewhere.sessions();
    }

    /// How many programs run.
    public int count() {
        return living.size();
    }

    /// The programs that run, by the names that their host keeps them under.
    public Set<String> programs() {
        return living.values().stream().map(it -> it.slot().name()).collect(Collectors.toSet());
    }

    /// What the session's program is doing.
    public Status status(SessionId session) {
        return find(session).map(statusWatch::status).orElse(Status.OFF);
    }

    /// What the session's terminal shows; empty without one.
    public String screen(SessionId session) {
        return find(session).map(statusWatch::screen).orElse("");
    }

    /// Every session with a living program and what that is doing.
    public Map<SessionId, Status> statuses() {
        var all = new HashMap<SessionId, Status>();
        living().forEach(terminal -> all.put(terminal.session(), statusWatch.status(terminal)));
        return all;
    }

    /// Ends a session's program: asks, insists, and kills what is left after ten seconds. Returns at once.
    public void end(SessionId session) {
        find(session).ifPresent(Ending::begin);
    }

    /// The same for many at a time, and waits for their ends.
    public void endAll(Collection<SessionId> all) {
        var endings = all.stream()
                .flatMap(session -> find(session).stream())
                .map(Ending::begin)
                .toList();
        try {
            for (var ending : endings) {
                ending.join();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /// How many programs have not shown their real id yet.
    public int nameless() {
        return adoption.pending();
    }

    /// Reads from the ring of a living or a former program.
    public <T> Optional<T> scrollback(SessionId session, ScrollbackReading<T> reading) throws IOException {
        var real = sessions.resolve(session);
        return locks.with(real, () -> {
            var terminal = living.get(real);
            return terminal != null ? Optional.of(reading.read(terminal.ring())) : rings.read(real, reading);
        });
    }

    /// The server stops; programs live on where their host does.
    @Override
    public void close() {
        adoption.close();
        elsewhere.close();
        if (pruning != null) {
            pruning.close();
        }
        statusWatch.close();
        turnWatch.close();
        for (var terminal : living()) {
            terminal.letGo();
        }
        desk.close();
    }
}
