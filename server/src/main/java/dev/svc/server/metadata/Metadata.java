package dev.svc.server.metadata;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.ContinueResult;
import dev.svc.server.metadata.event.Continuing;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.event.SavedView;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.Snooze;
import dev.svc.server.metadata.event.ViewId;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionId;
import java.io.Closeable;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The single writer: a change is decided against the present, made durable, then visible, then announced, in that
/// order.
///
/// Commands block until their change is durable and throw [JournalUnavailableException] when it cannot be; then nothing
/// has changed. Idempotent: a change without effect appends nothing.
public final class Metadata implements Closeable {
    private final Journal journal;
    private final Clock clock;
    private final Writer writer;

    public Metadata(Journal journal, Clock clock) {
        this.journal = journal;
        this.clock = clock;
        this.writer = new Writer(journal, clock);
    }

    /// The present; readers never wait for a writer.
    public Organisation organisation() {
        return writer.organisation();
    }

    public Journal journal() {
        return journal;
    }

    /// An empty title takes the person's title away.
    public Change rename(SessionId session, @Nullable String title, Actor actor) {
        return writer.change(actor, SessionDecisions.rename(session, title));
    }

    /// Gives a session a title unless it has one from a person, which is never replaced.
    public Change titleFirst(SessionId session, String title, Actor actor) {
        return writer.change(actor, SessionDecisions.titleFirst(session, title));
    }

    public Change favourite(SessionId session, Actor actor) {
        return writer.change(actor, SessionDecisions.favourite(session));
    }

    public Change unfavourite(SessionId session, Actor actor) {
        return writer.change(actor, SessionDecisions.unfavourite(session));
    }

    /// One event for each session, all of one batch.
    public Change archive(Collection<SessionId> sessions, Actor actor) {
        return writer.change(actor, SessionDecisions.archive(sessions));
    }

    /// One event for each session, all of one batch.
    public Change unarchive(Collection<SessionId> sessions, Actor actor) {
        return writer.change(actor, SessionDecisions.unarchive(sessions));
    }

    /// Takes a session out of the daily list for a while.
    ///
    /// @param until when it comes back at the latest; null for no such time
    public Change snooze(SessionId session, @Nullable Instant until, Actor actor) {
        return writer.change(actor, SessionDecisions.snooze(session, until, clock.instant()));
    }

    public Change wake(SessionId session, Actor actor) {
        return writer.change(actor, SessionDecisions.wake(session));
    }

    /// Ends this snooze of a session, and no other that somebody has set since.
    public Change wakeFrom(SessionId session, Snooze snooze, Actor actor) {
        return writer.change(actor, SessionDecisions.wakeFrom(session, snooze));
    }

    /// Notes that another session goes on with what this one was about, as one batch of two events.
    public Change handOver(SessionId session, SessionId next, Actor actor) {
        return writer.change(actor, SessionDecisions.handOver(session, next));
    }

    /// Has a session go on at a time, once; takes the place of a time that was set before.
    public Change continueAt(SessionId session, Instant at, String text, Actor actor) {
        return writer.change(actor, ContinueDecisions.set(session, at, text, clock.instant()));
    }

    public Change cancelContinuing(SessionId session, Actor actor) {
        return writer.change(actor, ContinueDecisions.cancel(session));
    }

    /// Says what became of it; nothing where somebody has cancelled it or set another time meanwhile.
    public Change endContinuing(SessionId session, Continuing plan, ContinueResult result, @Nullable String why) {
        return writer.change(Actor.SYSTEM, ContinueDecisions.end(session, plan, result, why));
    }

    /// Says that something came between after all, although it was said to be sent.
    public Change failContinuing(SessionId session, Continuing plan, ContinueResult result) {
        return writer.change(Actor.SYSTEM, ContinueDecisions.fail(session, plan, result));
    }

    /// Puts a session into a project, or with null into none.
    public Change assign(SessionId session, @Nullable ProjectId project, Actor actor) {
        return writer.change(actor, SessionDecisions.assign(session, project));
    }

    /// Without a colour, the next of a palette is taken.
    public Project createProject(String name, @Nullable String color, List<String> folders, Actor actor) {
        return createProject(name, color, folders, List.of(), actor);
    }

    /// Makes a project with sessions in it, as one batch.
    ///
    /// @param members sessions that join it, unless they are in another project by then
    public Project createProject(
            String name, @Nullable String color, List<String> folders, List<SessionId> members, Actor actor) {
        var id = ProjectId.fresh();
        var change = writer.change(actor, ProjectDecisions.create(id, name, color, folders, members));
        return change.after().project(id).orElseThrow();
    }

    public Change changeProject(ProjectId project, ProjectChange change, Actor actor) {
        return writer.change(actor, ProjectDecisions.change(project, change));
    }

    /// Its sessions become unassigned in the same batch.
    public Change deleteProject(ProjectId project, Actor actor) {
        return writer.change(actor, ProjectDecisions.delete(project));
    }

    /// Gives a filter a name.
    ///
    /// @param query a filter that was checked already
    public SavedView createView(String name, String query, Actor actor) {
        var id = ViewId.fresh();
        return writer.change(actor, ViewDecisions.create(id, name, query))
                .after()
                .view(id)
                .orElseThrow();
    }

    /// Gives a view another name, another filter or both.
    ///
    /// @param name null leaves it as it is
    /// @param query null leaves it as it is; a filter that was checked already
    public Change changeView(ViewId view, @Nullable String name, @Nullable String query, Actor actor) {
        return writer.change(actor, ViewDecisions.change(view, name, query));
    }

    public Change deleteView(ViewId view, Actor actor) {
        return writer.change(actor, ViewDecisions.delete(view));
    }

    /// Moves what was set on a placeholder to the session it turned out to be.
    public Change adopt(SessionId placeholder, SessionId real, Actor actor) {
        return writer.change(actor, SessionDecisions.adopt(placeholder, real));
    }

    /// A merge patch: null removes a key.
    public Change changeSettings(ObjectNode patch, Actor actor) {
        return writer.change(actor, ConfigurationDecisions.settings(patch));
    }

    /// A merge patch: null removes a key.
    public Change changePrefs(ObjectNode patch, Actor actor) {
        return writer.change(actor, ConfigurationDecisions.prefs(patch));
    }

    public Change security(SecurityEvent event, Actor actor) {
        return writer.change(actor, _ -> Decision.one(new MetadataEvent.Security(event)));
    }

    /// Applies an external change: the difference between `base` and `wanted`, and nothing more.
    public Change importDifference(Organisation base, Organisation wanted, Actor actor) {
        return writer.change(actor, new Import(base, wanted));
    }

    /// Undoes one entry; refused when a later change conflicts, unless forced.
    public Change undo(long seq, boolean force, Actor actor) {
        return writer.changeAlone(actor, Undo.entry(journal, seq, force));
    }

    /// Undoes a whole batch, as one batch.
    public Change undoBatch(UUID batch, boolean force, Actor actor) {
        return writer.changeAlone(actor, Undo.batch(journal, batch, force));
    }

    /// Announces each change after it is visible and before its command returns, in order, on one thread: be quick.
    public Subscription subscribe(Consumer<Change> listener) {
        return writer.subscribe(listener);
    }

    /// Closing unsubscribes.
    @FunctionalInterface
    public interface Subscription extends AutoCloseable {
        @Override
        void close();
    }

    @Override
    public void close() {
        writer.close();
    }
}
