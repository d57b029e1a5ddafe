package dev.svc.server.terminal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.Life.Adopted;
import dev.svc.server.terminal.Life.Ended;
import dev.svc.server.terminal.host.Exit;
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

/// Which terminal an id leads to, and the only place that moves a terminal on: launched, adopted, ended.
///
/// Each transition is one step under one lock, with the files and the news that go with it. So an end is never mixed up
/// with the launch that follows it, which goes by the same names, and what has ended is never found alive. Nobody is
/// waited for under that lock.
final class Registry {
    private static final Logger LOG = Logger.getLogger(Registry.class.getName());

    private final Slots slots;
    private final WriterLock writerLock;
    private final Rings rings;
    private final TerminalEvents events;

    private final ReentrantLock lock = new ReentrantLock();

    /// Read by anybody; changed under the lock only.
    private final Map<SessionId, Entry> entries = new ConcurrentHashMap<>();

    /// What an id leads to.
    private sealed interface Entry {
        /// A program that is being started; openers of the session wait for that at the session's own lock.
        record Launching() implements Entry {}

        record Running(Terminal terminal) implements Entry {}
    }

    Registry(Slots slots, WriterLock writerLock, Rings rings, TerminalEvents events) {
        this.slots = slots;
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

    /// Claims a session for a launch. Waits for the end of its last program to be written down.
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

    /// From here on the terminal is found.
    void launched(Terminal terminal) {
        lock.lock();
        try {
            entries.put(terminal.session(), new Entry.Running(terminal));
            tell(terminal.session(), Status.IDLE);
        } finally {
            lock.unlock();
        }
    }

    /// What a terminal's program does now; of one that has ended nobody wants to know.
    void doing(Terminal terminal, Status status) {
        lock.lock();
        try {
            if (terminal.exit() == null) {
                tell(terminal.session(), status);
            }
        } finally {
            lock.unlock();
        }
    }

    /// A program has shown its real id, perhaps as the last thing it did: one that has ended leaves its output to that
    /// id and is not found any more. Else both ids lead to the terminal until [#forget].
    ///
    /// The caller holds the real id's own lock.
    void adopt(Terminal terminal, SessionId real) throws IOException {
        lock.lock();
        try {
            var placeholder = terminal.session();
            var now = terminal.slot().adoptedAs(real);
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
    private void adopt(Terminal terminal, Slot now, SessionId placeholder) throws IOException {
        var before = terminal.slot();
        try (var steps = new Steps()) {
            slots.write(now);
            steps.done(() -> slots.write(before));
            rings.rename(placeholder, now.session());
            steps.keep();
        }
        entries.put(now.session(), new Entry.Running(terminal));
        terminal.move(new Adopted(now, placeholder));
    }

    /// The id that an adopted terminal had before leads nowhere from here on; everybody has heard of the other one.
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

    /// A program has ended. All of its ids lead nowhere, and what was written down about it is gone.
    void ended(Terminal terminal, Exit exit) {
        lock.lock();
        try {
            var slot = terminal.slot();
            entries.values().removeIf(new Entry.Running(terminal)::equals);
            quietly("the slot of " + slot.session(), () -> slots.remove(slot));
            quietly("the lock of " + slot.session(), () -> writerLock.release(slot.session()));
            tell(slot.session(), Status.OFF);
            terminal.move(new Ended(slot, exit));
        } finally {
            lock.unlock();
        }
    }

    private void tell(SessionId session, Status status) {
        quietly("telling of " + session, () -> events.changed(session, status));
    }

    /// What goes wrong beside a transition must not keep it from being made.
    private static void quietly(String what, Steps.Undo action) {
        try {
            action.run();
        } catch (IOException | RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> what);
        }
    }
}
