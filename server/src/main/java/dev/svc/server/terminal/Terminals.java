package dev.svc.server.terminal;

import dev.svc.server.engine.Engines;
import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.host.Exit;
import dev.svc.server.terminal.host.Program;
import dev.svc.server.terminal.host.Signal;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.host.TerminalHost;
import dev.svc.server.terminal.intake.OutputSelector;
import dev.svc.server.terminal.launch.Absence;
import dev.svc.server.terminal.launch.ChildEnvironment;
import dev.svc.server.terminal.launch.CommandLine;
import dev.svc.server.terminal.launch.DefaultSignals;
import dev.svc.server.terminal.launch.FallenPrograms;
import dev.svc.server.terminal.launch.InstantExits;
import dev.svc.server.terminal.launch.LaunchExtras;
import dev.svc.server.terminal.launch.LaunchRecord;
import dev.svc.server.terminal.launch.LaunchRecords;
import dev.svc.server.terminal.launch.Refusal;
import dev.svc.server.terminal.launch.Refusal.Reason;
import dev.svc.server.terminal.launch.Steps;
import dev.svc.server.terminal.launch.WriterLock;
import dev.svc.server.terminal.relief.Relief;
import dev.svc.server.terminal.ring.Recorder;
import dev.svc.server.terminal.status.AtPrompt;
import dev.svc.server.terminal.status.Explained;
import dev.svc.server.terminal.status.Picture;
import dev.svc.server.terminal.status.Repaint;
import dev.svc.server.terminal.status.Repainting;
import dev.svc.server.terminal.status.Typed;
import dev.svc.shared.control.Liveness;
import dev.svc.shared.control.ProcessMemory;
import java.io.Closeable;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
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
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// All living terminals. One lock per session decides whether to attach or to launch, so that a session never has two
/// programs.
public final class Terminals implements Closeable {
    private static final Logger LOG = Logger.getLogger(Terminals.class.getName());

    /// Time limit for a rolled-back launch's program to be gone.
    private static final Duration TAKEN_BACK = Duration.ofSeconds(5);

    /// How long closing may take at most: the relief may be late, and readers may be slow to stop.
    public static final Duration CLOSING = Duration.ofSeconds(20);

    /// Time limit for the last launch to end, one way or the other.
    private static final Duration LAUNCHED = Duration.ofSeconds(25);

    /// Time limit for a reader to stop, which does nothing but read and record.
    private static final Duration STOPPED = Duration.ofSeconds(5);

    /// Time limit for the last words of a program that has ended.
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private static final Duration LOOK = Duration.ofMillis(10);
    private static final Path OWN_STATUS = Path.of("/proc/self/status");

    private final Settings settings;
    private final TerminalHost host;
    private final TerminalEvents events;
    private final Sessions sessions;
    private final Relief relief;
    private final Outside outside;
    private final LaunchExtras extras;
    private final InstantSource clock;
    private final Launcher launcher;
    private final LaunchRecords launchRecords;
    private final FallenPrograms fallen;
    private final Resumption resumption;
    private final WriterLock writerLock;
    private final Rings rings;
    private final OutputSelector selector = new OutputSelector();
    private final Adoption adoption;
    private final Absence absence;
    private final StatusWatch statusWatch;
    private final TurnWatch turnWatch;
    private final Repainting repainting = new Repainting();
    private final SessionLocks locks = new SessionLocks();
    private final InstantExits instantExits = new InstantExits();
    private @Nullable Pruning pruning; // by the one who recovers and closes
    private final Registry registry;
    private volatile boolean killing;

    /// Where things lie and how much of them there may be.
    ///
    /// @param scrollbackAge how long the output of an ended terminal is kept; zero keeps it for good
    /// @param takeover a new viewer becomes the writer at once
    /// @param environment the server's own; a program gets a part of it
    /// @param passed the variables that the person wants passed on as well
    public record Settings(
            Path runtimeFolder,
            Path lockFolder,
            Path scrollbackFolder,
            long scrollbackBytes,
            Duration scrollbackAge,
            boolean takeover,
            Limits limits,
            Map<String, String> environment,
            List<String> passed) {}

    public Terminals(
            Settings settings,
            TerminalHost host,
            Engines engines,
            Sessions sessions,
            Outside outside,
            LaunchExtras extras,
            TerminalEvents events,
            Relief relief,
            ProcessMemory memory,
            InstantSource clock)
            throws IOException {
        this.settings = settings;
        this.host = host;
        this.events = events;
        this.sessions = sessions;
        this.outside = outside;
        this.extras = extras;
        this.relief = relief;
        this.clock = clock;
        this.launcher = new Launcher(
                engines,
                sessions,
                outside,
                new ChildEnvironment(settings.environment(), engines, settings.passed()),
                DefaultSignals.front(OWN_STATUS),
                extras);
        this.launchRecords = new LaunchRecords(settings.runtimeFolder());
        this.absence = new Absence(settings.runtimeFolder());
        this.fallen = new FallenPrograms(settings.runtimeFolder());
        this.writerLock = new WriterLock(settings.lockFolder());
        this.rings = new Rings(settings.scrollbackFolder(), settings.scrollbackBytes());
        this.registry = new Registry(launchRecords, writerLock, rings, events);
        this.statusWatch =
                new StatusWatch(this::living, engines::screen, engines::isPlain, memory, clock, registry::doing);
        this.turnWatch = new TurnWatch(this::living, sessions);
        this.adoption = new Adoption(engines, this::adopt);
        this.resumption = new Resumption(this, fallen, engines);
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
    public Viewer open(AttachRequest request) throws IOException {
        requireRoom();
        Optional<Viewer> viewer = Optional.empty();
        while (viewer.isEmpty()) {
            var session = sessions.resolve(request.session());
            viewer = locks.with(session, () -> open(session, request));
        }
        return viewer.get();
    }

    /// What [#open] would run for the session.
    public CommandLine command(AttachRequest request) {
        return launcher.describe(sessions.resolve(request.session()), request);
    }

    /// Hands over the first prompt of a new session, for a request that says it has one.
    public void prompt(SessionId session, String text) {
        launcher.hold(session, text, clock.instant());
    }

    /// Empty when the session was adopted meanwhile: retry under its real id.
    private Optional<Viewer> open(SessionId session, AttachRequest request) throws IOException {
        var terminal = registry.find(session);
        if (terminal.isPresent()) {
            var viewer = terminal.get().attach(request, request.takeover() || settings.takeover(), true);
            if (viewer.isPresent()) {
                announceTakeover(request, session, viewer.get());
                return viewer;
            }
        }
        return sessions.resolve(session).equals(session) ? Optional.of(start(session, request)) : Optional.empty();
    }

    private void announceTakeover(AttachRequest request, SessionId session, Viewer viewer) {
        if (viewer.hasCompany() && viewer.hello().writer() && (request.takeover() || settings.takeover())) {
            try {
                events.takenOver(session, request.viewer());
            } catch (RuntimeException failed) {
                viewer.close(); // nobody will hold it
                throw failed;
            }
        }
    }

    private void requireRoom() {
        int viewers = registry.living().stream().mapToInt(Terminal::viewers).sum();
        if (viewers >= settings.limits().viewers()) {
            throw new Refusal(
                    Reason.NOT_STARTED,
                    "There are %d viewers, as many as this server holds: close some.".formatted(viewers));
        }
    }

    private Viewer start(SessionId session, AttachRequest request) throws IOException {
        if (registry.size() >= settings.limits().terminals()) {
            throw new Refusal(
                    Reason.NOT_STARTED,
                    "%d programs are running, as many as this server holds: end some.".formatted(registry.size()));
        }
        registry.reserve(session); // after the end of its last program, counted by then
        try (var steps = new Steps()) {
            steps.done(() -> registry.withdraw(session));
            requireNoEnd();
            instantExits.refusal(session, clock.instant()).ifPresent(why -> {
                throw new Refusal(Reason.NOT_STARTED, why);
            });
            var terminal = launch(launcher.plan(session, request, clock.instant()), steps);
            registry.launched(terminal);
            steps.keep();
            tellExtras(terminal);
            launcher.launched(session);
            fallen.remove(session);
            return watch(terminal, request);
        }
    }

    private void tellExtras(Terminal terminal) {
        if (!terminal.launchRecord().joined()) {
            extras.runs(terminal.launchRecord(), terminal.program().leaderPid());
        }
    }

    /// Looked at after a session is reserved, so that [#killAll] sees every launch that got past this.
    private void requireNoEnd() {
        if (killing) {
            throw new Refusal(Reason.NOT_STARTED, "svc is stopping, so it starts no programs.");
        }
    }

    /// Each step registers its own rollback.
    private Terminal launch(Launcher.Plan plan, Steps steps) throws IOException {
        var launchRecord = plan.launchRecord();
        var session = launchRecord.session();
        steps.done(() -> extras.ended(launchRecord));
        writerLock.take(session, ProcessHandle.current()).ifPresent(holder -> {
            throw new Refusal(
                    Reason.HELD, "Another server on this machine has this session (process " + holder.pid() + ").");
        });
        steps.done(() -> writerLock.release(session));
        var ring = rings.open(session);
        steps.done(ring::close);
        launchRecords.write(launchRecord);
        steps.done(() -> launchRecords.remove(launchRecord));
        var program = host.start(launchRecord.name(), plan.order());
        steps.done(() -> end(program));
        writerLock.name(session, program.keeper());
        var terminal = new Terminal(
                launchRecord, host.name(), program, selector, ring, plan.order().size(), Repaint.needless(), clock);
        if (launchRecord.joined()) {
            drawAsOutside(terminal);
        }
        return terminal;
    }

    /// Ends a program that nobody has seen; escalates, for it may not have started yet. Its slot is free again after
    /// that.
    private static void end(Program program) throws IOException {
        try {
            var leader = ProcessHandle.of(program.leaderPid());
            long deadline = System.nanoTime() + TAKEN_BACK.toNanos();
            while (leader.filter(Liveness::isRunning).isPresent() && System.nanoTime() < deadline) {
                program.signal(Signal.KILL);
                LockSupport.parkNanos(LOOK.toNanos());
            }
        } finally {
            program.close();
        }
    }

    /// The program of a launch runs by now, with or without a first viewer. It has just been started, so it is not
    /// asked to repaint.
    private Viewer watch(Terminal terminal, AttachRequest request) {
        try {
            return terminal.attach(request, false, false).orElseThrow();
        } finally {
            hold(terminal);
        }
    }

    private void hold(Terminal terminal) {
        host.readerThreads().name("reader " + terminal.session()).start(() -> terminal.run(this::ended));
        if (terminal.launchRecord().snapshot() != null) {
            adoption.watch(terminal);
        }
    }

    private void ended(Terminal terminal, Exit exit) {
        var launchRecord = terminal.launchRecord();
        fallen.ended(launchRecord, exit, terminal.wasSignalled(), clock.instant());
        instantExits.ended(launchRecord.session(), launchRecord.startedAt(), clock.instant(), exit);
        extras.ended(launchRecord);
        registry.ended(terminal, exit);
    }

    /// Reattaches to every program that a former server left running, and returns how many. Their output meanwhile is
    /// a gap, where there may have been any that no relief has read. Each is asked to repaint soon, because what it
    /// shows now is unknown.
    public int recover() throws IOException {
        var sockets = new HashMap<>(relief.takeBack()); // before the note is taken: see ReliefProcess
        var letGo = absence.end(clock.instant());
        int held = 0;
        for (var launchRecord : launchRecords.all()) {
            held += locks.with(
                            launchRecord.session(),
                            () -> recover(launchRecord, letGo, sockets.remove(launchRecord.name())))
                    ? 1
                    : 0;
        }
        for (var nobodys : sockets.values()) {
            nobodys.close();
        }
        if (pruning == null && settings.scrollbackAge().isPositive()) {
            pruning = new Pruning(this::prune);
        }
        return held;
    }

    /// Deletes old output, and returns of how many terminals.
    int prune() throws IOException {
        return rings.prune(clock.instant().minus(settings.scrollbackAge()), registry.sessions());
    }

    /// @param socket of the program, where a relief has read it until now
    private boolean recover(LaunchRecord launchRecord, Optional<Instant> letGo, @Nullable SocketChannel socket)
            throws IOException {
        var session = launchRecord.session();
        if (registry.find(session).isPresent()) {
            return false;
        }
        var ending = host.ending(launchRecord.name());
        var program = socket == null ? host.resume(launchRecord.name()) : host.resume(launchRecord.name(), socket);
        if (program.isEmpty()) {
            if (socket != null) {
                readLastWords(session, socket);
            } else if (letGo.isEmpty()) {
                markGap(session);
            }
            fallen.found(launchRecord, ending);
            extras.ended(launchRecord);
            launchRecords.remove(launchRecord);
            writerLock.release(session);
            return false;
        }
        try (var steps = new Steps()) {
            steps.done(program.get()::close);
            writerLock.name(session, program.get().keeper());
            var ring = rings.open(session);
            steps.done(ring::close);
            if (socket == null && (letGo.isEmpty() || !program.get().wroteNothingSince(letGo.get()))) {
                ring.gap();
            }
            var terminal = new Terminal(
                    launchRecord, host.name(), program.get(), selector, ring, Size.USUAL, Repaint.due(), clock);
            registry.launched(terminal);
            steps.keep();
            tellExtras(terminal);
            hold(terminal);
            repainting.ask(terminal);
            return true;
        }
    }

    /// A program ended after its server was killed: nobody has read its last words.
    private void markGap(SessionId session) throws IOException {
        var _ = rings.read(session, ring -> {
            ring.gap();
            return true;
        });
    }

    /// A program that ended between the relief's last look and this one may have left something in its socket.
    private void readLastWords(SessionId session, SocketChannel socket) throws IOException {
        try (socket;
                var ring = rings.open(session)) {
            var recorder = new Recorder(ring, _ -> {});
            byte[] piece = new byte[16 * 1024];
            long deadline = System.nanoTime() + LAST_WORDS.toNanos();
            int length = socket.read(ByteBuffer.wrap(piece));
            while (length >= 0 && System.nanoTime() < deadline) {
                if (length > 0) {
                    recorder.record(piece, length);
                } else {
                    LockSupport.parkNanos(LOOK.toNanos());
                }
                length = socket.read(ByteBuffer.wrap(piece));
            }
        } catch (SocketException reset) {
            LOG.log(Level.FINE, reset, () -> session + " has nothing more to say");
        }
    }

    /// A placeholder's program has shown its real id: everything it had belongs to that from now on. Announced again
    /// where the first announcement could not reach everybody.
    private void adopt(Terminal terminal, SessionId real) throws IOException {
        var placeholder = terminal.life() instanceof Life.Adopted adopted ? adopted.placeholder() : terminal.session();
        if (terminal.session().equals(placeholder)) {
            rename(terminal, real);
        }
        events.adopted(placeholder, real);
        registry.forget(placeholder, terminal);
        terminal.tellAdopted(); // last, so that listeners find it under both ids
    }

    private void rename(Terminal terminal, SessionId real) throws IOException {
        locks.with(real, () -> {
            try (var steps = new Steps()) {
                if (registry.find(real).isEmpty()) {
                    writerLock.name(real, terminal.program().keeper());
                    steps.done(() -> writerLock.release(real));
                }
                registry.adopt(terminal, real);
                if (terminal.exit() == null) {
                    steps.keep();
                }
            }
            return real;
        });
    }

    Collection<Terminal> living() {
        return registry.living();
    }

    Optional<Terminal> find(SessionId session) {
        return registry.find(sessions.resolve(session));
    }

    /// What runs now.
    ///
    /// @param folder where the program was started
    /// @param joined whether it is one more terminal on a program that svc did not start
    public record Running(SessionId session, Path folder, Instant startedAt, boolean joined) {}

    public Collection<Running> running() {
        return registry.living().stream()
                .map(Terminal::launchRecord)
                .map(launchRecord -> new Running(
                        launchRecord.session(), launchRecord.folder(), launchRecord.startedAt(), launchRecord.joined()))
                .toList();
    }

    public boolean isLive(SessionId session) {
        return find(session).isPresent();
    }

    /// Whether its terminal is one more on a program that svc did not start.
    public boolean isJoined(SessionId session) {
        return find(session).filter(it -> it.launchRecord().joined()).isPresent();
    }

    /// Where the program is that the session's terminal is one more on; empty where svc started it.
    public Optional<String> joinedIn(SessionId session) {
        return isJoined(session)
                ? Optional.of(outside.holder(session).map(Outside.Holder::place).orElse("a terminal"))
                : Optional.empty();
    }

    /// Whether a program that svc did not start is on the session.
    public boolean isOutside(SessionId session) {
        return outside.holder(session).isPresent();
    }

    /// Gives every joined terminal the size of what it shows, where that is decided there.
    public void drawAsOutside() {
        living().stream().filter(it -> it.launchRecord().joined()).forEach(this::drawAsOutside);
    }

    private void drawAsOutside(Terminal terminal) {
        outside.drawn(terminal.session()).ifPresent(drawn -> terminal.hold(drawn.held()));
    }

    /// What ran when the host or the service went down, and how it is resumed.
    public Resumption resumption() {
        return resumption;
    }

    /// The first process of each program.
    public Set<Long> processes() {
        return registry.living().stream().map(it -> it.program().leaderPid()).collect(Collectors.toSet());
    }

    /// How many programs run.
    public int count() {
        return registry.living().size();
    }

    /// Running programs, by the names under which their host keeps them.
    public Set<String> programs() {
        return registry.living().stream().map(it -> it.launchRecord().name()).collect(Collectors.toSet());
    }

    /// What the session's program is doing.
    public Status status(SessionId session) {
        return find(session).map(statusWatch::status).orElse(Status.OFF);
    }

    /// What the session's program asks; empty while it does not wait.
    public Optional<Asking> asking(SessionId session) {
        return find(session).map(statusWatch::asking);
    }

    /// What the session's screen asks at this moment, announced or not. Waits for the thread that announces.
    public Optional<Asking> askingNow(SessionId session) {
        return find(session).flatMap(statusWatch::askingNow);
    }

    /// Types the key of a choice, if exactly the question with this digest stands on the screen now.
    public Typed answer(SessionId session, String digest, String key) {
        return find(session).map(it -> statusWatch.answer(it, digest, key)).orElse(Typed.GONE);
    }

    /// Whether a text can be sent to the session's program now.
    public AtPrompt atPrompt(SessionId session) {
        return find(session).map(statusWatch::atPrompt).orElse(AtPrompt.GONE);
    }

    /// Puts a text at the prompt of the session's program, as a paste that is not sent yet.
    public AtPrompt paste(SessionId session, String text) {
        return find(session).map(it -> statusWatch.paste(it, text)).orElse(AtPrompt.GONE);
    }

    /// Sends what was pasted once the program has shown it, if nothing has come between.
    public AtPrompt enter(SessionId session) {
        return find(session).map(statusWatch::enter).orElse(AtPrompt.GONE);
    }

    /// What the session's status is read from; empty without a terminal that has been looked at.
    public Optional<Explained> explain(SessionId session) {
        return find(session).flatMap(statusWatch::explain);
    }

    /// The screen of the session's terminal; empty without one.
    public String screen(SessionId session) {
        return find(session).map(statusWatch::screen).orElse("");
    }

    /// What every living terminal shows now.
    public List<Picture> pictures() {
        return living().stream().map(statusWatch::picture).toList();
    }

    /// Every session with a living program and its status.
    public Map<SessionId, Status> statuses() {
        var all = new HashMap<SessionId, Status>();
        living().forEach(terminal -> all.put(terminal.session(), statusWatch.status(terminal)));
        return all;
    }

    /// Ends a session's program: asks, insists, and kills what is left after ten seconds. Asynchronous.
    public void end(SessionId session) {
        find(session).ifPresent(Termination::begin);
    }

    /// The same for many concurrently, and waits for their ends.
    public void endAll(Collection<SessionId> all) {
        var endings = all.stream()
                .flatMap(session -> find(session).stream())
                .map(Termination::begin)
                .toList();
        await(endings);
    }

    /// Kills every program without asking, and waits for their ends: for those that nobody comes back to. Starts no
    /// more, and kills the ones that are being started as well.
    public void killAll() {
        killing = true;
        long deadline = System.nanoTime() + LAUNCHED.toNanos();
        await(living().stream().map(Termination::kill).toList());
        while (registry.size() > 0 && System.nanoTime() < deadline) {
            LockSupport.parkNanos(LOOK.toNanos());
            await(living().stream().map(Termination::kill).toList());
        }
    }

    private static void await(List<Thread> endings) {
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
            var terminal = registry.find(real);
            return terminal.isPresent()
                    ? Optional.of(reading.read(terminal.get().ring()))
                    : rings.read(real, reading);
        });
    }

    private void noteAbsence() {
        try {
            absence.begin(clock.instant());
        } catch (IOException failed) {
            LOG.log(
                    Level.WARNING,
                    failed,
                    () -> "the stop could not be noted: every terminal will show a gap after the start");
        }
    }

    /// Says ahead that the server is about to stop, so that whoever reads on in its place is there in time.
    public void callRelief() {
        if (!living().isEmpty()) {
            relief.call();
        }
    }

    /// Reading stops only once the relief is there, and goes on in its hands at the byte where it stopped.
    private void handOver() {
        var handing = relief.meet();
        if (handing.isEmpty()) {
            return;
        }
        try (var hands = handing.get()) {
            var all = living();
            all.forEach(Terminal::stopReading);
            for (var terminal : all) {
                handOver(terminal, hands);
            }
        } catch (IOException failed) {
            LOG.log(
                    Level.WARNING,
                    failed,
                    () -> "not every terminal was handed over: what their programs print is lost");
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void handOver(Terminal terminal, Relief.Handing hands) throws IOException, InterruptedException {
        var record = terminal.launchRecord();
        var socket = terminal.unread(STOPPED);
        if (socket.isEmpty()
                || !hands.hand(record.name(), rings.file(record.session()), rings.capacity(), socket.get())) {
            LOG.warning(() -> record.session() + " was not handed over: what its program prints is lost");
        }
    }

    /// The server stops; programs live on where their host does.
    @Override
    public void close() {
        adoption.close();
        repainting.close();
        if (pruning != null) {
            pruning.close();
        }
        statusWatch.close();
        turnWatch.close();
        noteAbsence();
        if (!living().isEmpty()) {
            handOver();
        }
        for (var terminal : living()) {
            terminal.letGo();
        }
        fallen.close(clock.instant());
        selector.close();
    }
}
