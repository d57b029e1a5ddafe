package dev.svc.server.metadata.fold;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.event.Alias;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.metadata.event.Patch;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.event.SavedView;
import dev.svc.server.metadata.event.ViewId;
import dev.svc.server.session.SessionId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// How everything is organised after the first `seq` entries: a pure fold, and a value that never changes.
public final class Organisation {
    public static final Organisation EMPTY = new Organisation(
            0,
            Instant.EPOCH,
            Trie.EMPTY,
            new TreeMap<>(),
            new TreeMap<>(),
            JsonNodeFactory.instance.objectNode(),
            JsonNodeFactory.instance.objectNode());

    private final long seq;
    private final Instant at;
    private final Trie sessions;
    private final SortedMap<ProjectId, Project> projects;
    private final SortedMap<ViewId, SavedView> views;
    private final ObjectNode settings;
    private final ObjectNode prefs;

    private Organisation(
            long seq,
            Instant at,
            Trie sessions,
            SortedMap<ProjectId, Project> projects,
            SortedMap<ViewId, SavedView> views,
            ObjectNode settings,
            ObjectNode prefs) {
        this.seq = seq;
        this.at = at;
        this.sessions = sessions;
        this.projects = projects;
        this.views = views;
        this.settings = settings;
        this.prefs = prefs;
    }

    /// An organisation from its parts.
    public static Organisation of(
            long seq,
            Instant at,
            Map<SessionId, Marks> marks,
            Map<SessionId, SessionId> aliases,
            Collection<Project> projects,
            ObjectNode settings,
            ObjectNode prefs) {
        var known = new KnownSessions();
        marks.forEach(known::marked);
        aliases.forEach(known::alias);
        return of(seq, at, known, projects, settings, prefs);
    }

    /// The same from sessions that were put together one by one.
    public static Organisation of(
            long seq,
            Instant at,
            KnownSessions known,
            Collection<Project> projects,
            ObjectNode settings,
            ObjectNode prefs) {
        var byId = new TreeMap<ProjectId, Project>();
        projects.forEach(project -> byId.put(project.id(), project));
        return new Organisation(seq, at, known.settled(), byId, new TreeMap<>(), settings.deepCopy(), prefs.deepCopy());
    }

    /// The same with these views and no others.
    public Organisation withViews(Collection<SavedView> others) {
        var byId = new TreeMap<ViewId, SavedView>();
        others.forEach(view -> byId.put(view.id(), view));
        return with(byId);
    }

    /// The number of the last entry in it; 0 before the first.
    public long seq() {
        return seq;
    }

    /// When that entry was made.
    public Instant at() {
        return at;
    }

    /// How many ids anything is known of.
    public int size() {
        return sessions.size();
    }

    public Marks marks(SessionId session) {
        return sessions.find(resolve(session)) instanceof Marks marks ? marks : Marks.NONE;
    }

    /// The present id of a session: a placeholder leads to the real one, any other id to itself.
    public SessionId resolve(SessionId session) {
        return sessions.find(session) instanceof Alias alias ? alias.real() : session;
    }

    public Optional<Project> project(ProjectId id) {
        return Optional.ofNullable(projects.get(id));
    }

    public Collection<Project> projects() {
        return java.util.Collections.unmodifiableCollection(projects.values());
    }

    public Optional<SavedView> view(ViewId id) {
        return Optional.ofNullable(views.get(id));
    }

    /// In the order in which they are shown.
    public List<SavedView> views() {
        return views.values().stream().sorted(SavedView.ORDER).toList();
    }

    /// Every session with marks, ordered by id.
    public SortedMap<SessionId, Marks> marked() {
        var marked = new TreeMap<SessionId, Marks>();
        eachMarked(marked::put);
        return marked;
    }

    /// The same unordered, which is faster.
    public void eachMarked(BiConsumer<SessionId, Marks> visitor) {
        sessions.forEach((id, known) -> {
            if (known instanceof Marks marks) {
                visitor.accept(id, marks);
            }
        });
    }

    /// Every adopted placeholder, with the id that it leads to.
    public SortedMap<SessionId, SessionId> aliases() {
        var aliases = new TreeMap<SessionId, SessionId>();
        sessions.forEach((id, known) -> {
            if (known instanceof Alias alias) {
                aliases.put(id, alias.real());
            }
        });
        return aliases;
    }

    /// One setting by its path, such as `ai_review.model`; a missing node when nobody set it.
    public JsonNode setting(String path) {
        JsonNode node = settings;
        for (var name : path.split("\\.", -1)) {
            node = node.path(name);
        }
        return node.isMissingNode() ? MissingNode.getInstance() : node.deepCopy();
    }

    public ObjectNode settings() {
        return settings.deepCopy();
    }

    public ObjectNode prefs() {
        return prefs.deepCopy();
    }

    /// The same organisation with one more entry in it.
    public Organisation apply(Entry entry) {
        var next = with(entry.event());
        return new Organisation(
                entry.seq(), entry.at(), next.sessions, next.projects, next.views, next.settings, next.prefs);
    }

    /// The same, for applying many entries in a row: only the newest version may be used, until it is [#settled()].
    public Organisation unfolding() {
        return with(sessions.thawed());
    }

    /// The same, immutable from here on.
    public Organisation settled() {
        return with(sessions.frozen());
    }

    public Organisation with(MetadataEvent event) {
        return switch (event) {
            case Renamed e -> marked(e.session(), marks -> marks.titled(e.title()));
            case Favourited e -> marked(e.session(), marks -> marks.sticky(true));
            case Unfavourited e -> marked(e.session(), marks -> marks.sticky(false));
            case Archived e -> marked(e.session(), marks -> marks.archiving(true));
            case Unarchived e -> marked(e.session(), marks -> marks.archiving(false));
            case ArchiveCleared e -> marked(e.session(), marks -> marks.archiving(null));
            case Assigned e -> marked(e.session(), marks -> marks.in(e.project()));
            case Unassigned e -> marked(e.session(), marks -> marks.in(null));
            case Snoozed e -> marked(e.session(), marks -> marks.snoozing(e.snooze()));
            case Woken e -> marked(e.session(), marks -> marks.snoozing(null));
            case HandedTo e -> marked(e.session(), marks -> marks.handedTo(present(e.to())));
            case HandedFrom e -> marked(e.session(), marks -> marks.handedFrom(present(e.from())));
            case ContinueSet e -> marked(e.session(), marks -> marks.continuing(e.plan()));
            case ContinueCancelled e -> marked(e.session(), marks -> marks.continuing(null));
            case ContinueEnded e ->
                marked(e.session(), marks -> e.plan().equals(marks.continuing()) ? marks.continuing(null) : marks);
            case Imported e -> marked(e.session(), _ -> e.marks());
            case Adopted e -> adopted(e.placeholder(), e.session());
            case ProjectCreated e -> having(e.created());
            case ProjectChanged e -> having(e.after());
            case ProjectImported e -> having(e.after());
            case ProjectArchived e -> archiving(e.project(), true);
            case ProjectUnarchived e -> archiving(e.project(), false);
            case ProjectDeleted e -> lacking(e.project());
            case ViewCreated e -> showing(e.created());
            case ViewChanged e -> showing(e.after());
            case ViewDeleted e -> hiding(e.view());
            case SettingsChanged e -> with(sessions, projects, views, Patch.applied(settings, e.patch()), prefs);
            case PrefsChanged e -> with(sessions, projects, views, settings, Patch.applied(prefs, e.patch()));
            case JournalRepaired _, Security _ -> this;
        };
    }

    /// Avoids repeated look-ups: replaying a million entries is mostly this.
    private Organisation marked(SessionId session, UnaryOperator<Marks> change) {
        var known = sessions.find(session);
        var id = session;
        if (known instanceof Alias alias) {
            id = alias.real();
            known = sessions.find(id);
        }
        var after = change.apply(known instanceof Marks marks ? marks : Marks.NONE);
        return with(after.isNone() ? sessions.without(id) : sessions.with(id, after, known == null));
    }

    private Organisation adopted(SessionId placeholder, SessionId session) {
        var joined = marks(session).joined(marks(placeholder));
        var real = resolve(session);
        return with(sessions.with(placeholder, new Alias(real)))
                .marked(session, _ -> joined)
                .followed(joined.handedFrom(), placeholder, real)
                .followed(joined.handedTo(), placeholder, real);
    }

    /// The other end of a hand-over leads to the real id as well.
    private Organisation followed(@Nullable SessionId end, SessionId placeholder, SessionId real) {
        if (end == null) {
            return this;
        }
        var marks = marks(end);
        var from = placeholder.equals(marks.handedFrom()) ? real : marks.handedFrom();
        var to = placeholder.equals(marks.handedTo()) ? real : marks.handedTo();
        var after = marks.handedFrom(from).handedTo(to);
        return after.equals(marks) ? this : marked(end, _ -> after);
    }

    private @Nullable SessionId present(@Nullable SessionId session) {
        return session == null ? null : resolve(session);
    }

    private Organisation having(Project project) {
        var more = new TreeMap<>(projects);
        more.put(project.id(), project);
        return with(sessions, more, views, settings, prefs);
    }

    private Organisation archiving(ProjectId id, boolean archived) {
        var project = projects.get(id);
        return project == null ? this : having(project.archived(archived));
    }

    private Organisation lacking(ProjectId id) {
        var fewer = new TreeMap<>(projects);
        fewer.remove(id);
        return with(sessions, fewer, views, settings, prefs);
    }

    private Organisation showing(SavedView view) {
        var more = new TreeMap<>(views);
        more.put(view.id(), view);
        return with(more);
    }

    private Organisation hiding(ViewId id) {
        var fewer = new TreeMap<>(views);
        fewer.remove(id);
        return with(fewer);
    }

    private Organisation with(SortedMap<ViewId, SavedView> nowViews) {
        return with(sessions, projects, nowViews, settings, prefs);
    }

    private Organisation with(Trie nowSessions) {
        return with(nowSessions, projects, views, settings, prefs);
    }

    private Organisation with(
            Trie nowSessions,
            SortedMap<ProjectId, Project> nowProjects,
            SortedMap<ViewId, SavedView> nowViews,
            ObjectNode nowSettings,
            ObjectNode nowPrefs) {
        return new Organisation(seq, at, nowSessions, nowProjects, nowViews, nowSettings, nowPrefs);
    }

    /// Whether both have the same content, regardless of how many entries led there.
    public boolean holdsTheSameAs(Organisation other) {
        return projects.equals(other.projects)
                && views.equals(other.views)
                && settings.equals(other.settings)
                && prefs.equals(other.prefs)
                && sessions.size() == other.sessions.size()
                && marked().equals(other.marked())
                && aliases().equals(other.aliases());
    }
}
