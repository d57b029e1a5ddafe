package dev.svc.server.metadata;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.shared.vital.Vital;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;

/// One thread that decides, appends, publishes and announces. All waiting requests are decided together and share one
/// disk flush (group commit).
final class Writer {
    private static final System.Logger LOG = System.getLogger(Writer.class.getName());

    /// Limits the size of one group.
    private static final int MAX_GROUP = 1_024;

    private final Journal journal;
    private final Clock clock;
    private final List<Consumer<Change>> listeners = new CopyOnWriteArrayList<>();
    private final Thread thread;

    @GuardedBy("waiting")
    private final Deque<Command> waiting = new ArrayDeque<>();

    @GuardedBy("waiting")
    private boolean closed;

    private volatile Organisation organisation;

    Writer(Journal journal, Clock clock) {
        this.journal = journal;
        this.clock = clock;
        this.organisation = journal.asOf(Long.MAX_VALUE);
        this.thread = Vital.platform("metadata-writer").unstarted(this::run);
        thread.start();
    }

    Organisation organisation() {
        return organisation;
    }

    Change change(Actor actor, Decision decision) {
        return submitted(new Command(actor, decision, false));
    }

    /// For a decision that reads the journal: it must be first in its group.
    Change changeAlone(Actor actor, Decision decision) {
        return submitted(new Command(actor, decision, true));
    }

    private Change submitted(Command command) {
        synchronized (waiting) {
            if (closed) {
                throw new JournalUnavailableException("the service is stopping: try again when it is back");
            }
            waiting.add(command);
            waiting.notifyAll();
        }
        try {
            return command.done.join();
        } catch (CompletionException failed) {
            throw failed.getCause() instanceof RuntimeException cause ? cause : failed;
        }
    }

    Metadata.Subscription subscribe(Consumer<Change> listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    private void run() {
        for (var group = next(); !group.isEmpty(); group = next()) {
            write(group);
        }
    }

    /// Blocks until there is something to do; empty once closed and done.
    private List<Command> next() {
        var group = new ArrayList<Command>();
        synchronized (waiting) {
            while (waiting.isEmpty() && !closed) {
                try {
                    waiting.wait();
                } catch (InterruptedException interrupted) {
                    closed = true;
                }
            }
            while (!waiting.isEmpty() && group.size() < MAX_GROUP && !(waiting.element().alone && !group.isEmpty())) {
                group.add(waiting.remove());
                if (group.getLast().alone) {
                    break;
                }
            }
        }
        return group;
    }

    private void write(List<Command> group) {
        var decided = new ArrayList<Decided>();
        var entries = new ArrayList<Entry>();
        var now = organisation;
        for (var command : group) {
            try {
                var change = decide(command, now);
                now = change.after();
                entries.addAll(change.entries());
                decided.add(new Decided(command, change));
            } catch (RuntimeException refused) {
                command.done.completeExceptionally(refused);
            }
        }
        try {
            if (!entries.isEmpty()) {
                journal.append(entries, now);
            }
        } catch (RuntimeException failed) {
            decided.forEach(each -> each.command.done.completeExceptionally(failed));
            return;
        }
        organisation = now;
        decided.forEach(this::finish);
    }

    private Change decide(Command command, Organisation now) {
        var drafts = command.decision.on(now);
        var batch = drafts.size() > 1 ? UUID.randomUUID() : null;
        var entries = new ArrayList<Entry>(drafts.size());
        var after = now;
        for (var draft : drafts) {
            var entry = new Entry(
                    after.seq() + 1,
                    UUID.randomUUID(),
                    time(after),
                    command.actor,
                    batch,
                    draft.undoes(),
                    draft.event());
            after = after.apply(entry);
            entries.add(entry);
        }
        return new Change(entries, after);
    }

    /// A clock that was set back does not reorder history.
    private Instant time(Organisation after) {
        var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return now.isBefore(after.at()) ? after.at() : now;
    }

    private void finish(Decided decided) {
        if (!decided.change.isNothing()) {
            listeners.forEach(listener -> announce(listener, decided.change));
        }
        decided.command.done.complete(decided.change);
    }

    private static void announce(Consumer<Change> listener, Change change) {
        try {
            listener.accept(change);
        } catch (RuntimeException failed) {
            LOG.log(Level.WARNING, "a listener to changes failed; the change holds", failed);
        }
    }

    /// Finishes what is queued, then ends.
    void close() {
        synchronized (waiting) {
            closed = true;
            waiting.notifyAll();
        }
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private record Decided(Command command, Change change) {}

    /// A request, and the promise its caller waits on.
    private static final class Command {
        private final Actor actor;
        private final Decision decision;
        private final boolean alone;
        private final CompletableFuture<Change> done = new CompletableFuture<>();

        private Command(Actor actor, Decision decision, boolean alone) {
            this.actor = actor;
            this.decision = decision;
            this.alone = alone;
        }
    }
}
