package dev.svc.server.metadata;

import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.fold.Organisation;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Predicate;

/// Undoes entries by appending their inverses; the entries themselves stay.
///
/// Reads the journal on the caller's thread; at decision time it only reads what was appended since.
final class Undo implements Decision {
    private final Journal journal;
    private final boolean force;
    private final Predicate<Entry> wanted;
    private final List<Entry> targets = new ArrayList<>();
    private final UndoScope later = new UndoScope();
    private long read;

    private Undo(Journal journal, long after, boolean force, Predicate<Entry> wanted) {
        this.journal = journal;
        this.force = force;
        this.wanted = wanted;
        this.read = after;
        catchUp();
    }

    static Decision entry(Journal journal, long seq, boolean force) {
        if (seq < 1 || seq > journal.head().seq()) {
            throw new NotFoundException("there is no change " + seq + ": the last one is "
                    + journal.head().seq());
        }
        return new Undo(journal, seq - 1, force, entry -> entry.seq() == seq).checked("there is no change " + seq);
    }

    static Decision batch(Journal journal, UUID batch, boolean force) {
        return new Undo(journal, 0, force, entry -> batch.equals(entry.batch())).checked("there is no batch " + batch);
    }

    private Undo checked(String missing) {
        if (targets.isEmpty()) {
            throw new NotFoundException(missing);
        }
        return this;
    }

    private void catchUp() {
        journal.read(read, link -> {
            var entry = link.entry();
            read = entry.seq();
            if (wanted.test(entry)) {
                targets.add(entry);
                later.target(entry);
            } else if (!targets.isEmpty()) {
                later.add(entry);
            }
            return true;
        });
    }

    @Override
    public List<Draft> on(Organisation now) {
        catchUp();
        var standing = later.standing();
        var drafts = new ArrayList<Draft>();
        var after = now;
        for (var target : targets.reversed()) {
            standing.requireNotUndone(target);
            if (!force) {
                standing.requireNothingInTheWay(target);
            }
            for (var event : InverseEvents.of(target.event(), after, force)) {
                drafts.add(new Draft(event, target.seq()));
                after = after.with(event);
            }
        }
        return drafts;
    }
}
