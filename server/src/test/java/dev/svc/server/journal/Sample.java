package dev.svc.server.journal;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.metadata.Journal;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.ContinueResult;
import dev.svc.server.metadata.event.Continuing;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.event.SavedView;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.Snooze;
import dev.svc.server.metadata.event.ViewId;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/// Entries that are the same in every run.
public final class Sample {
    static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
    static final SessionId SESSION = new SessionId(EngineKey.CLAUDE_CODE, "0b5a1d3e-0000-4000-8000-000000000001");
    static final SessionId STAND_IN = new SessionId(EngineKey.CODEX, "new-7");
    static final SessionId REAL = new SessionId(EngineKey.CODEX, "real-7");
    static final Actor ADMIN = Actor.admin("login-1", "127.0.0.1");

    private Sample() {}

    public static List<Entry> entries(long first, long last) {
        return LongStream.rangeClosed(first, last).mapToObj(Sample::entry).toList();
    }

    /// A rename or a favourite of one of a hundred sessions, a second after the entry ahead.
    public static Entry entry(long seq) {
        var session = new SessionId(EngineKey.CLAUDE_CODE, "session-" + seq % 100);
        return entry(seq, seq % 3 == 0 ? new Favourited(session) : new Renamed(session, "title " + seq, null), null);
    }

    private static Entry entry(long seq, MetadataEvent event, @org.jspecify.annotations.Nullable Long undoes) {
        var id = new UUID(7, seq);
        var batch = seq % 2 == 0 ? new UUID(9, 1) : null;
        return new Entry(seq, id, START.plusSeconds(seq), seq % 5 == 0 ? Actor.SYSTEM : ADMIN, batch, undoes, event);
    }

    public static List<Entry> everyKind() {
        var entries = new ArrayList<Entry>();
        for (var event : events()) {
            entries.add(entry(entries.size() + 1, event, entries.size() == 3 ? 2L : null));
        }
        return entries;
    }

    private static List<MetadataEvent> events() {
        var json = JsonNodeFactory.instance;
        var id = new ProjectId("blue");
        var project = new Project(id, "Bl\u00fc \"e\"", "#2f7fd6", List.of("/srv/a b", "/srv/\u00fc"), false);
        var other = new Project(id, "Blue", "#2f7fd6", List.of(), false);
        var marks = new Marks("t\u2028\ud83d\ude00", true, false, id, null);
        var view = new SavedView(new ViewId("v-1"), "L\u00e4uft \"jetzt\"", "engine=engine_2&live=1", 1);
        var changed = new SavedView(view.id(), "Live", "folder=%2Fsrv%2F%C3%BC&live=1", 1);
        var morning = new Snooze(Instant.parse("2026-01-02T08:00:00.250Z"));
        var plan = new Continuing(Instant.parse("2026-01-02T08:00:00Z"), "continue");
        var later = new Continuing(Instant.parse("2026-01-02T09:00:00.250Z"), "weiter \"so\"\nbitte");
        return List.of(
                new Renamed(SESSION, "one", null),
                new Renamed(SESSION, null, "one"),
                new Favourited(SESSION),
                new Unfavourited(SESSION),
                new Archived(SESSION, null),
                new Unarchived(SESSION, true),
                new ArchiveCleared(SESSION, false),
                new ProjectCreated(project),
                new ProjectChanged(other, project),
                new Assigned(SESSION, id, null),
                new Unassigned(SESSION, id),
                new ProjectArchived(id),
                new ProjectUnarchived(id),
                new Imported(STAND_IN, marks, Marks.NONE),
                new Adopted(STAND_IN, REAL, marks, Marks.NONE),
                new ProjectDeleted(other),
                new ProjectImported(project, null),
                new ProjectImported(other, project),
                new SettingsChanged(
                        json.objectNode().set("updates", json.objectNode().put("channel", "main")),
                        json.objectNode().set("updates", json.objectNode().putNull("channel"))),
                new PrefsChanged(
                        json.objectNode().put("theme", "dark"),
                        json.objectNode().putNull("theme")),
                new Security(new SecurityEvent(SecurityEvent.Kind.LOGIN_FAILED, Map.of("title", "x", "user", "y"))),
                new Security(SecurityEvent.of(SecurityEvent.Kind.TAKEN_OVER)),
                new Snoozed(SESSION, morning, null),
                new Snoozed(SESSION, new Snooze(null), morning),
                new Woken(SESSION, new Snooze(null)),
                new Imported(SESSION, new Marks(null, false, null, null, morning), Marks.NONE),
                new ViewCreated(view),
                new ViewChanged(changed, view),
                new ViewDeleted(changed),
                new ViewCreated(changed),
                new HandedTo(SESSION, REAL, null),
                new HandedFrom(REAL, SESSION, null),
                new HandedTo(SESSION, null, REAL),
                new Imported(
                        SESSION,
                        Marks.NONE.handedTo(REAL),
                        Marks.NONE.handedFrom(REAL).handedTo(SESSION)),
                new ContinueSet(SESSION, plan, null),
                new ContinueSet(SESSION, later, plan),
                new ContinueCancelled(SESSION, later),
                new Imported(SESSION, Marks.NONE.continuing(later), Marks.NONE),
                new ContinueEnded(SESSION, later, ContinueResult.NOT_STARTED, "The folder is gone."),
                new ContinueEnded(SESSION, plan, ContinueResult.SENT, null));
    }

    /// A clock that moves an hour at each look, so that a week, and with it a file, is soon over.
    static Clock hourlyFrom(Instant start) {
        var looks = new AtomicLong();
        InstantSource later = () -> start.plus(Duration.ofHours(looks.incrementAndGet()));
        return later.withZone(ZoneOffset.UTC);
    }

    /// Appends as the single writer does, each time with the organisation that results.
    static void append(Journal journal, List<Entry> entries) {
        var organisation = journal.asOf(Long.MAX_VALUE);
        for (var entry : entries) {
            organisation = organisation.apply(entry);
        }
        journal.append(entries, organisation);
    }

    static void append(Journal journal, long first, long last) {
        append(journal, entries(first, last));
    }
}
