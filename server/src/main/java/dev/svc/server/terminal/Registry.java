package dev.svc.server.terminal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.Life.Adopted;
import dev.svc.server.terminal.Life.Ended;
import dev.svc.server.terminal.host.Exit;
import dev.svc.server.terminal.launch.LaunchRecord;
import dev.svc.server.terminal.launch.LaunchRecords;
import dev.svc.server.terminal.launch.Steps;
import dev.svc.server.terminal.launch.WriterLock;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// Maps ids to terminals, and alone makes their transitions: launched, adopted, ended.
///
/// Each transition is one step under one lock, including its files and announcements. So an end never races with the
/// next launch under the same names, and an ended terminal is never found alive. Nothing blocks under that lock, so it
/// cannot deadlock.
final class Registry {
    private static final Logger LOG = Logger.getLogger(Registry.class.getName());

    private final LaunchRecords launchRecords;
    private final WriterLock writerLock;
    private final Rings rings;
    private final TerminalEvents events;

    private final ReentrantLock lock = new ReentrantLock();

    /// Read by any thread; changed under the lock only.
    private final Map<SessionId, Entry> entries = new ConcurrentHashMap<>();

    /// What an id leads to.
    private sealed interface Entry {
        /// A program that is being started; openers of the session wait for that at the session's own lock.
        record Launching() implements Entry {}

        record Running(Terminal terminal) implements Entry {}
    }

    Registry(LaunchRecords launchRecords, WriterLock writerLock, Rings rings, TerminalEvents events) {
        this.launchRecords = launchRecords;
        this.writerLock = writerLock;
        this.rings = rings;
        this.events = events;
    }

    Optional<Terminal> find(SessionId session) {
        return entries.get(session) instanceof Entry.Running(Terminal terminal)
                ? Optional.of(terminal)
                : Optional.empty();
    }

    /// Every terminal that lives, once.
    Collection<Terminal> living() {
        return running().distinct().toList();
    }

    private Stream<Terminal> running() {
        return entries.values().stream()
                .flatMap(entry ->
                        entry instanceof Entry.Running(Terminal terminal) ? Stream.of(terminal) : Stream.empty());
    }

    /// The ids that lead to something.
    Set<SessionId> sessions() {
        return Set.copyOf(entries.keySet());
    }

    /// How many programs run or are being started.
    int size() {
        return entries.size();
    }

    /// Claims a session for a launch. Waits until the end of its last program is recorded.
    void reserve(SessionId session) {
        lock.lock();
        try {
            entries.put(session, new Entry.Launching());
        } finally {
            lock.unlock();
        }
    }

    void withdraw(SessionId session) {
        lock.lock();
        try {
            entries.remove(session, new Entry.Launching());
        } finally {
            lock.unlock();
        }
    }

    /// From here on the terminal can be found.
    void launched(Terminal terminal) {
        lock.lock();
        try {
            entries.put(terminal.session(), new Entry.Running(terminal));
            tell(terminal.session(), Status.IDLE);
        } finally {
            lock.unlock();
        }
    }

    /// Publishes what a terminal's program does; ignored for an ended one.
    void doing(Terminal terminal, Status status, @Nullable Asking asking) {
        lock.lock();
        try {
            if (terminal.exit() == null) {
                quietly("telling of " + terminal.session(), () -> events.changed(terminal.session(), status, asking));
            }
        } finally {
            lock.unlock();
        }
    }

    /// A program has shown its real id, possibly as its last act: one that has ended leaves its output to that id and
    /// is no longer found. Otherwise both ids lead to the terminal until [#forget].
    ///
    /// The caller holds the real id's own lock.
    void adopt(Terminal terminal, SessionId real) throws IOException {
        lock.lock();
        try {
            var placeholder = terminal.session();
            var now = terminal.launchRecord().adoptedAs(real);
            boolean taken = entries.containsKey(real);
            if (terminal.life() instanceof Ended ended) {
                if (!taken) {
                    rings.rename(placeholder, real);
                }
                terminal.move(new Ended(now, ended.exit()));
            } else if (taken) {
                throw new IOException(real + " has a terminal of its own already");
            } else {
                adopt(terminal, now, placeholder);
            }
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void adopt(Terminal terminal, LaunchRecord now, SessionId placeholder) throws IOException {
        var before = terminal.launchRecord();
        try (var steps = new Steps()) {
            launchRecords.write(now);
            steps.done(() -> launchRecords.write(before));
            rings.rename(placeholder, now.session());
            steps.keep();
        }
        entries.put(now.session(), new Entry.Running(terminal));
        terminal.move(new Adopted(now, placeholder));
    }

    /// Removes the former id of an adopted terminal, once everybody has heard of the new one.
    void forget(SessionId placeholder, Terminal terminal) {
        lock.lock();
        try {
            entries.remove(placeholder, new Entry.Running(terminal));
            quietly("the lock of " + placeholder, () -> writerLock.release(placeholder));
            if (terminal.exit() != null && !entries.containsKey(terminal.session())) {
                tell(terminal.session(), Status.OFF); // its end was announced under its former id, or too soon
            }
        } finally {
            lock.unlock();
        }
    }

    /// A program has ended: removes all its ids and its launch record.
    void ended(Terminal terminal, Exit exit) {
        lock.lock();
        try {
            var launchRecord = terminal.launchRecord();
            entries.values().removeIf(new Entry.Running(terminal)::equals);
            quietly("the launch record of " + launchRecord.session(), () -> launchRecords.remove(launchRecord));
            quietly("the lock of " + launchRecord.session(), () -> writerLock.release(launchRecord.session()));
            tell(launchRecord.session(), Status.OFF);
            terminal.move(new Ended(launchRecord, exit));
        } finally {
            lock.unlock();
        }
    }

    private void tell(SessionId session, Status status) {
        quietly("telling of " + session, () -> events.changed(session, status));
    }

    /// A failing side effect must not prevent a transition.
    private static void quietly(String what, Steps.Undo action) {
        try {
            action.run();
        } catch (IOException | RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> what);
        }
    }
}
