package dev.svc.server.terminal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.Roles.Seat;
import dev.svc.server.terminal.host.Exit;
import dev.svc.server.terminal.host.Program;
import dev.svc.server.terminal.host.Signal;
import dev.svc.server.terminal.host.Size;
import dev.svc.server.terminal.intake.OutputReader;
import dev.svc.server.terminal.intake.OutputSelector;
import dev.svc.server.terminal.launch.LaunchRecord;
import dev.svc.server.terminal.ring.Recorder;
import dev.svc.server.terminal.ring.ReplayPoint;
import dev.svc.server.terminal.ring.Ring;
import dev.svc.server.terminal.status.OscStatus;
import dev.svc.server.terminal.status.Repaint;
import dev.svc.server.terminal.status.Repaintable;
import dev.svc.server.terminal.status.Unsent;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// One living program: its ring, its viewers, its one writer. The reader thread alone appends to the ring.
final class Terminal implements Repaintable {
    private static final Logger LOG = Logger.getLogger(Terminal.class.getName());

    /// A program that says nothing for so long after a key does not care for it.
    private static final Duration REACTION = Duration.ofSeconds(1);

    /// Who has typed so recently is at it.
    private static final Duration AT_IT = Duration.ofSeconds(10);

    /// A program that has drawn its prompt is quiet for so long.
    private static final Duration QUIET = Duration.ofMillis(1_500);

    /// So long at least between a paste and Enter.
    private static final Duration APART = Duration.ofMillis(100);

    private static final byte[] ENTER = {'\r'};

    private final String backend;
    private final Program program;
    private final Ring ring;
    private final Repaint repaint;
    private final InstantSource clock;
    private final OutputReader reader;
    private final OscStatus oscStatus = new OscStatus();
    private final List<Viewer> viewers = new CopyOnWriteArrayList<>();

    private final ReentrantLock lock = new ReentrantLock(); // guards roles and size, and orders messages to viewers

    @GuardedBy("lock")
    private final Roles roles = new Roles();

    @GuardedBy("lock")
    private Size size;

    @GuardedBy("lock")
    private boolean sized; // somebody's window has decided the size

    @GuardedBy("lock")
    private @Nullable Size held; // decided by a program outside

    @GuardedBy("lock")
    private boolean shrunk;

    @GuardedBy("lock")
    private Instant lastTyped = Instant.EPOCH;

    @GuardedBy("lock")
    private final Unsent unsent = new Unsent();

    @GuardedBy("lock")
    private Instant lastPasted = Instant.EPOCH;

    private final long begin;
    private final String modes;
    private final Recorder recorder;
    private volatile boolean pastesWhole;
    private volatile boolean uncounted = true;
    private volatile Life life; // only the registry changes it, under its lock
    private final CountDownLatch over = new CountDownLatch(1);
    private final CountDownLatch read = new CountDownLatch(1);
    private volatile boolean letGo;
    private volatile boolean signalled;

    @OwnedBy("the reader")
    private boolean asked;

    private volatile Instant lastUse;
    private volatile Instant lastOutput;
    private volatile Runnable watcher = () -> {};

    /// @param repaint whether its screen is known from the beginning
    Terminal(
            LaunchRecord launchRecord,
            String backend,
            Program program,
            OutputSelector selector,
            Ring ring,
            Size size,
            Repaint repaint,
            InstantSource clock) {
        this.life = new Life.Living(launchRecord);
        this.backend = backend;
        this.program = program;
        this.ring = ring;
        this.size = size;
        this.repaint = repaint;
        this.clock = clock;
        this.lastUse = clock.instant();
        this.lastOutput = lastUse;
        this.begin = ring.end();
        this.recorder = new Recorder(ring, this::announced);
        this.pastesWhole = recorder.modes().isPasteWhole();
        this.modes = repaint.isOver() ? "" : recorder.modes().sequences();
        this.reader = new OutputReader(program, selector, recorder, this::prints, this::arrived);
    }

    /// Where this program's output begins, or continues after a restart of the server.
    long begin() {
        return begin;
    }

    /// The modes in force at [#begin], which the program set before and need not set again.
    String modes() {
        return modes;
    }

    /// Whether its screen can be believed.
    Repaint repaint() {
        return repaint;
    }

    /// True until the number of turns at its beginning is recorded.
    boolean isUncounted() {
        return uncounted;
    }

    void counted() {
        uncounted = false;
    }

    Life life() {
        return life;
    }

    /// For the registry.
    void move(Life next) {
        life = next;
    }

    LaunchRecord launchRecord() {
        return life.launchRecord();
    }

    SessionId session() {
        return launchRecord().session();
    }

    Ring ring() {
        return ring;
    }

    Program program() {
        return program;
    }

    OscStatus announcements() {
        return oscStatus;
    }

    /// How the program ended; null while it runs.
    @Nullable
    Exit exit() {
        return life instanceof Life.Ended ended ? ended.exit() : null;
    }

    /// Waits until the program has ended and everybody concerned knows; false on timeout.
    boolean endsWithin(Duration patience) throws InterruptedException {
        return over.await(patience.toMillis(), TimeUnit.MILLISECONDS);
    }

    int viewers() {
        return viewers.size();
    }

    /// When it was last watched, typed into, or printed something.
    Instant lastUse() {
        return viewers.isEmpty() ? lastUse : clock.instant();
    }

    Instant lastOutput() {
        return lastOutput;
    }

    Size size() {
        lock.lock();
        try {
            return size;
        } finally {
            lock.unlock();
        }
    }

    /// Learns that a program has ended, and moves its terminal on.
    interface EndListener {
        void ended(Terminal terminal, Exit exit);
    }

    /// Reads the program to its end; the listener is not called when the server only lets go of it.
    void run(EndListener listener) {
        try {
            reader.readAll();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return;
        } finally {
            read.countDown();
        }
        if (letGo) {
            return;
        }
        var exit = program.exit();
        program.close();
        listener.ended(this, exit);
        over.countDown();
        wakeAll();
        closeUnwatched();
    }

    /// The ring of an ended program stays open until its last viewer has seen the end.
    private void closeUnwatched() {
        lock.lock();
        try {
            if (exit() != null && viewers.isEmpty()) {
                ring.close();
            }
        } catch (IOException failed) {
            LOG.log(Level.WARNING, failed, () -> "the ring of " + session() + " could not be closed");
        } finally {
            lock.unlock();
        }
    }

    private void prints() {
        lastOutput = clock.instant();
        lastUse = lastOutput;
    }

    /// Who wants to be called after each piece of output; for one, who must be quick.
    void watchedBy(Runnable listener) {
        watcher = listener;
    }

    private void arrived() {
        pastesWhole = recorder.modes().isPasteWhole();
        wakeAll();
        watcher.run();
        answer();
    }

    private void wakeAll() {
        VarHandle.fullFence();
        for (var viewer : viewers) {
            viewer.wake();
        }
    }

    private void announced(String command) {
        asked |= oscStatus.hear(command);
    }

    /// Answers a program's question whether its state is wanted, whether anybody watches or not. One answer per piece
    /// is enough: more would fill the program's input.
    private void answer() {
        if (asked) {
            asked = false;
            try {
                program.answer(OscStatus.ANSWER);
            } catch (IOException ended) {
                // reading will notice
            }
        }
    }

    /// Adds a viewer; empty when the program has just ended. The viewer is registered only once nothing can fail any
    /// more, so that none leaks.
    ///
    /// @param repaint whether the program should repaint for a viewer that has seen nothing yet
    Optional<Viewer> attach(AttachRequest request, boolean takeover, boolean repaint) {
        lock.lock();
        try {
            if (exit() != null) {
                return Optional.empty();
            }
            var seat = new Seat(request.viewer(), new Object(), request.exact());
            var before = roles.writer();
            boolean writer = roles.opened(seat, takeover, clock.instant());
            if (writer) {
                adjust(seat, request.size());
            }
            var viewer = viewer(request, seat);
            viewers.add(viewer);
            if (writer && before != null) {
                tellRoles();
            }
            if (repaint && viewer.hello().reset() && viewer.hello().end() > 0) {
                redraw();
            }
            return Optional.of(viewer);
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private Viewer viewer(AttachRequest request, Seat seat) {
        try {
            return new Viewer(this, seat, hello(request, seat));
        } catch (RuntimeException failed) {
            roles.closed(seat);
            throw failed;
        }
    }

    @GuardedBy("lock")
    private void redraw() {
        try {
            program.redraw(size);
        } catch (IOException ending) {
            takesNothing(ending);
        }
    }

    /// A program that is just ending refuses input; that is not the opener's failure: reading will notice.
    private void takesNothing(IOException ending) {
        LOG.log(Level.FINE, ending, () -> "the program of " + session() + " accepts no input");
    }

    @GuardedBy("lock")
    private Hello hello(AttachRequest request, Seat seat) {
        Long have = request.have();
        boolean reset = have == null || have < ring.start() || have > ring.end();
        var from = reset || have == null ? replayFor(request.tail()) : new ReplayPoint(have, false, "");
        return new Hello(
                session(),
                roles.isWriter(seat),
                holder(),
                size,
                held != null,
                from.offset(),
                ring.end(),
                reset,
                from.modes(),
                ring.gaps().stream().filter(gap -> gap >= from.offset()).toList(),
                ring.turnsFrom(from.offset()),
                backend);
    }

    private ReplayPoint replayFor(@Nullable Long tail) {
        return tail == null ? ring.replayPoint() : ring.tailPoint(tail);
    }

    @GuardedBy("lock")
    private @Nullable String holder() {
        var writer = roles.writer();
        return writer == null ? null : writer.name();
    }

    @GuardedBy("lock")
    private void tellRoles() {
        for (var viewer : viewers) {
            viewer.tell(new Output.Role(roles.isWriter(viewer.seat()), holder()));
        }
    }

    /// The program outside decides, unless the writer could not see what is drawn at another size.
    @GuardedBy("lock")
    private void adjust(Seat writer, Size wanted) {
        draw(held == null || writer.exact() ? wanted : held);
    }

    @GuardedBy("lock")
    private void draw(Size wanted) {
        if (!wanted.equals(size)) {
            size = wanted;
            sized = true;
            order(wanted);
            tellSize();
        }
    }

    @GuardedBy("lock")
    private void tellSize() {
        var resized = new Output.Resized(size, held != null);
        viewers.forEach(viewer -> viewer.tell(resized));
    }

    /// What is shown has a size of its own from now on, whatever windows the viewers have.
    ///
    /// @param now null where the writer decides again
    void hold(@Nullable Size now) {
        lock.lock();
        try {
            if (!Objects.equals(held, now)) {
                held = now;
                var writer = roles.writer();
                if (now == null || now.equals(size) || (writer != null && writer.exact())) {
                    tellSize();
                } else {
                    draw(now);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    /// A page that writes in place of a terminal of this host.
    @GuardedBy("lock")
    private void drawFor(Seat writer) {
        if (held != null) {
            adjust(writer, size);
        }
    }

    @Override
    public long printed() {
        return ring.end();
    }

    /// The size that stays is not touched: a window that decides it meanwhile needs to know nothing of this.
    @Override
    public void shrink() {
        var now = program.size(); // not under the lock: it takes a moment
        lock.lock();
        try {
            boolean decided = sized || !viewers.isEmpty();
            if (decided || now.isPresent()) {
                size = decided ? size : now.orElse(size);
                shrunk = true;
                order(new Size(size.cols(), size.rows() > 1 ? size.rows() - 1 : 2));
            }
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void restore() {
        lock.lock();
        try {
            repaint.asked(ring.end());
            if (shrunk) {
                shrunk = false;
                order(size);
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void order(Size wanted) {
        try {
            program.resize(wanted);
        } catch (IOException ending) {
            takesNothing(ending);
        }
    }

    /// Types one key that answers what the program asks; the writer's role does not change. False where a viewer has
    /// just typed and the program has printed nothing since: that key may settle the question.
    boolean type(String key) throws IOException {
        lock.lock();
        try {
            var now = clock.instant();
            if (lastTyped.isAfter(lastOutput) && lastTyped.plus(REACTION).isAfter(now)) {
                return false;
            }
            lastTyped = now;
            lastUse = now;
            program.write(key.getBytes(StandardCharsets.UTF_8));
        } finally {
            lock.unlock();
        }
        reader.hurry();
        return true;
    }

    /// Whether it has printed nothing for so long, which a program does that has come to its prompt.
    boolean isQuiet() {
        return !lastOutput.plus(QUIET).isAfter(clock.instant());
    }

    /// Whether somebody has just typed, or has typed something that was not sent yet.
    boolean isTypedInto() {
        lock.lock();
        try {
            return isTypedIntoNow();
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private boolean isTypedIntoNow() {
        return unsent.isThere() || lastTyped.plus(AT_IT).isAfter(clock.instant());
    }

    /// Puts a text at the prompt, as a paste. False where somebody is typing.
    boolean paste(String text) throws IOException {
        var bytes = pasted(text).getBytes(StandardCharsets.UTF_8);
        lock.lock();
        try {
            if (isTypedIntoNow()) {
                return false;
            }
            lastPasted = clock.instant();
            lastUse = lastPasted;
            unsent.hear(bytes);
            program.write(bytes);
        } finally {
            lock.unlock();
        }
        reader.hurry();
        return true;
    }

    /// Line ends as Enter sends them, as every terminal does; where each of them would be the key, blanks instead.
    private String pasted(String text) {
        return pastesWhole
                ? "\u001b[200~" + text.replace('\n', '\r') + "\u001b[201~"
                : text.replace('\n', ' ').replace('\t', ' ');
    }

    /// Whether the program has shown what was pasted, or had the time for it: who gets Enter earlier may take it for a
    /// part of the paste.
    boolean hasShownPaste() {
        lock.lock();
        try {
            var now = clock.instant();
            return !lastPasted.plus(APART).isAfter(now)
                    && (lastOutput.isAfter(lastPasted)
                            || !lastPasted.plus(REACTION).isAfter(now));
        } finally {
            lock.unlock();
        }
    }

    /// Sends what was pasted. False where somebody has typed since.
    boolean enter() throws IOException {
        lock.lock();
        try {
            if (!lastTyped.isBefore(lastPasted)) {
                return false;
            }
            lastUse = clock.instant();
            unsent.hear(ENTER);
            program.write(ENTER);
        } finally {
            lock.unlock();
        }
        reader.hurry();
        return true;
    }

    void write(Viewer viewer, byte[] keys) throws IOException {
        if (claim(viewer, keys)) {
            lastUse = clock.instant();
            program.write(keys);
            reader.hurry();
        }
    }

    private boolean claim(Viewer viewer, byte[] keys) {
        lock.lock();
        try {
            boolean was = roles.isWriter(viewer.seat());
            var now = clock.instant();
            boolean may = roles.claimed(viewer.seat(), now);
            lastTyped = may ? now : lastTyped;
            if (may) {
                unsent.hear(keys);
            }
            if (may && !was) {
                drawFor(viewer.seat());
                tellRoles();
            }
            return may;
        } finally {
            lock.unlock();
        }
    }

    void resize(Viewer viewer, Size wanted) {
        lock.lock();
        try {
            if (!roles.isWriter(viewer.seat())) {
                return;
            }
            if (held == null || viewer.seat().exact()) {
                adjust(viewer.seat(), wanted);
            } else {
                redraw(); // which is all that a page can want by it
            }
        } finally {
            lock.unlock();
        }
    }

    void takeOver(Viewer viewer) {
        lock.lock();
        try {
            if (!roles.isWriter(viewer.seat())) {
                roles.taken(viewer.seat(), clock.instant());
                drawFor(viewer.seat());
                tellRoles();
            }
        } finally {
            lock.unlock();
        }
    }

    void heard(Viewer viewer) {
        lock.lock();
        try {
            roles.heard(viewer.seat(), clock.instant());
        } finally {
            lock.unlock();
        }
    }

    void left(Viewer viewer) {
        lock.lock();
        try {
            viewers.remove(viewer);
            boolean wrote = roles.isWriter(viewer.seat());
            roles.closed(viewer.seat());
            if (wrote) {
                if (held != null && exit() == null) {
                    draw(held); // the terminal that left may have had it at its own size
                }
                tellRoles();
            }
            lastUse = clock.instant();
        } finally {
            lock.unlock();
        }
        closeUnwatched();
    }

    void tellAdopted() {
        lock.lock();
        try {
            viewers.forEach(viewer -> viewer.tell(new Output.Adopted(session())));
        } finally {
            lock.unlock();
        }
    }

    void signal(Signal signal) throws IOException {
        signalled = true;
        program.signal(signal);
    }

    /// Whether the server ended the program, or tried to.
    boolean wasSignalled() {
        return signalled;
    }

    /// The server stops and somebody else reads on: reading ends with the program's socket open. Nothing is lost
    /// between what is recorded then and what the socket has.
    void stopReading() {
        letGo = true;
        reader.stop();
    }

    /// The socket, once nobody reads from it any more; empty where that takes too long, or there is none.
    Optional<SocketChannel> unread(Duration patience) throws InterruptedException {
        return read.await(patience.toMillis(), TimeUnit.MILLISECONDS) ? program.channel() : Optional.empty();
    }

    /// The server stops: viewers end, the program runs on where its host outlives the server.
    void letGo() {
        letGo = true;
        List.copyOf(viewers).forEach(Viewer::close);
        reader.letGo();
    }
}
