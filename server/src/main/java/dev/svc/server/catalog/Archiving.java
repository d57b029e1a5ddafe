package dev.svc.server.catalog;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.SessionBusyException;
import dev.svc.server.engine.StoreArchive;
import dev.svc.server.metadata.Change;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// Archives and unarchives. Where a program's files move, they move first, and move back when the change cannot be
/// kept. Its lock allows one at a time.
public final class Archiving {
    private static final Logger LOG = System.getLogger(Archiving.class.getName());

    private final Engines engines;
    private final Metadata metadata;
    private final Catalog catalog;

    /// The last change of each session whose files still have to follow.
    private final Map<SessionId, Unsettled> unsettled = new ConcurrentHashMap<>();

    /// @param shown is completed when the files lie where they belong and the list says so
    private record Unsettled(long seq, CompletableFuture<Void> shown) {}

    public Archiving(Engines engines, Metadata metadata, Catalog catalog) {
        this.engines = engines;
        this.metadata = metadata;
        this.catalog = catalog;
    }

    /// Finishes what a crash interrupted, and from now on moves files after changes that were made elsewhere.
    public void start() {
        engines.all().forEach(engine -> engine.archive().ifPresent(Archiving::heal));
        var _ = metadata.subscribe(this::follow);
    }

    private static void heal(StoreArchive archive) {
        try {
            archive.heal();
        } catch (IOException stays) {
            LOG.log(Level.WARNING, "an interrupted move of files could not be finished", stays);
        }
    }

    /// Refuses with [SessionBusyException] while the program runs on the session and its files would have to move.
    public synchronized void archive(SessionId session, Actor actor) {
        move(session, true);
        keep(List.of(session), true, actor);
    }

    public synchronized void unarchive(SessionId session, Actor actor) {
        move(session, false);
        keep(List.of(session), false, actor);
    }

    /// Archives many as one batch; returns those that were archived, without the ones in use by a program.
    public synchronized List<SessionId> archiveAll(Collection<SessionId> sessions, Actor actor) {
        var moved = new ArrayList<SessionId>();
        for (var session : sessions) {
            if (tryMove(session)) {
                moved.add(session);
            }
        }
        keep(moved, true, actor);
        return moved;
    }

    /// Waits until the list shows what a change made of files that move; false when the time was not enough.
    public boolean awaitShown(Change change, Duration atMost) {
        var waits = change.entries().stream()
                .map(Entry::event)
                .filter(OfSession.class::isInstance)
                .map(event -> unsettled.get(((OfSession) event).session()))
                .filter(Objects::nonNull)
                .map(Unsettled::shown)
                .toArray(CompletableFuture<?>[]::new);
        try {
            CompletableFuture.allOf(waits).get(atMost.toNanos(), TimeUnit.NANOSECONDS);
            return true;
        } catch (TimeoutException | ExecutionException notYet) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /// Changes by undo, import or hand; a change through this class has moved its files already.
    private void follow(Change change) {
        change.entries().forEach(entry -> follow(entry.event(), entry.seq()));
    }

    private void follow(MetadataEvent event, long seq) {
        switch (event) {
            case Archived it -> settle(it.session(), true, seq);
            case Unarchived it -> settle(it.session(), false, seq);
            case ArchiveCleared it -> settle(it.session(), !it.before(), seq);
            case Imported it -> {
                var archived = it.marks().archived();
                if (archived != null) {
                    settle(it.session(), archived, seq);
                }
            }
            case Renamed _, Favourited _, Unfavourited _, Assigned _, Unassigned _ -> {}
            case Snoozed _, Woken _, HandedTo _, HandedFrom _, Adopted _ -> {}
            case ContinueSet _, ContinueCancelled _, ContinueEnded _ -> {}
            case OfProject _, OfView _, SettingsChanged _, PrefsChanged _, JournalRepaired _, Security _ -> {}
        }
    }

    private void settle(SessionId session, boolean archived, long seq) {
        if (store(session).isPresent()) {
            var now = new Unsettled(seq, new CompletableFuture<>());
            var last = unsettled.put(session, now);
            if (last != null) {
                var _ = now.shown().thenRun(() -> last.shown().complete(null));
            }
            Thread.ofVirtual().name("archive-" + session).start(() -> settleUnlessChanged(session, archived, now));
        }
    }

    /// Two changes in quick succession may arrive here in any order: the last one decides. After an undo nothing else
    /// says where the files belong.
    private synchronized void settleUnlessChanged(SessionId session, boolean archived, Unsettled change) {
        if (change.equals(unsettled.get(session))) {
            settleNow(session, archived);
            var _ = catalog.look(session.engine()).thenRun(() -> {
                unsettled.remove(session, change);
                change.shown().complete(null);
            });
        }
    }

    /// The organisation's word about the session wins, if there is one.
    private synchronized void settleNow(SessionId session, boolean archived) {
        var now = metadata.organisation().marks(session).archived();
        try {
            move(session, now == null ? archived : now);
        } catch (RuntimeException stays) {
            LOG.log(Level.WARNING, "the files of {0} stay where they are: {1}", session, stays.getMessage());
        }
    }

    private boolean tryMove(SessionId session) {
        try {
            move(session, true);
            return true;
        } catch (SessionBusyException runs) {
            return false;
        }
    }

    private void keep(Collection<SessionId> sessions, boolean archived, Actor actor) {
        try {
            var _ = archived ? metadata.archive(sessions, actor) : metadata.unarchive(sessions, actor);
        } catch (RuntimeException notKept) {
            sessions.forEach(session -> settleNow(session, !archived));
            throw notKept;
        }
    }

    private void move(SessionId session, boolean archived) {
        var store = store(session);
        if (store.isEmpty()) {
            return;
        }
        try {
            if (archived) {
                store.get().archive(session.nativeId());
            } else {
                store.get().unarchive(session.nativeId());
            }
        } catch (IOException stays) {
            throw new UncheckedIOException(stays);
        }
        var _ = catalog.look(session.engine());
    }

    private Optional<StoreArchive> store(SessionId session) {
        return engines.find(session.engine()).flatMap(EngineProvider::archive);
    }
}
