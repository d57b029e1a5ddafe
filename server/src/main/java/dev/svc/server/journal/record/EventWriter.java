package dev.svc.server.journal.record;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.metadata.event.Continuing;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.SavedView;
import dev.svc.server.metadata.event.Snooze;
import dev.svc.server.session.SessionId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// An entry's event, author and batch as JSON. The order of the fields is fixed: a hash depends on it.
public final class EventWriter {
    /// Hands the generator the tree parts of an event; thread-safe once made.
    static final JsonFactory FACTORY = new ObjectMapper().getFactory();

    private final JsonGenerator out;

    private EventWriter(JsonGenerator out) {
        this.out = out;
    }

    static byte[] write(Entry entry) {
        var bytes = new ByteArrayOutputStream(256);
        try (var out = FACTORY.createGenerator(bytes)) {
            out.writeStartObject();
            writeFields(entry, out);
            out.writeEndObject();
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return bytes.toByteArray();
    }

    /// The fields `type`, `subject`, `data`, `before`, `actor`, `origin`, `batch` and `undoes`, without braces around
    /// them.
    public static void writeFields(Entry entry, JsonGenerator out) throws IOException {
        out.writeStringField("type", type(entry.event()));
        new EventWriter(out).event(entry.event());
        var actor = entry.actor();
        out.writeStringField("actor", actor.name());
        if (actor.login() != null || actor.address() != null) {
            out.writeObjectFieldStart("origin");
            optional(out, "login", actor.login());
            optional(out, "address", actor.address());
            out.writeEndObject();
        }
        optional(out, "batch", entry.batch() == null ? null : entry.batch().toString());
        if (entry.undoes() != null) {
            out.writeNumberField("undoes", entry.undoes());
        }
    }

    private static void optional(JsonGenerator out, String name, @Nullable String value) throws IOException {
        if (value != null) {
            out.writeStringField(name, value);
        }
    }

    public static String type(MetadataEvent event) {
        return switch (event) {
            case Renamed _ -> "renamed";
            case Favourited _ -> "favourited";
            case Unfavourited _ -> "unfavourited";
            case Archived _ -> "archived";
            case Unarchived _ -> "unarchived";
            case ArchiveCleared _ -> "archive_cleared";
            case Assigned _ -> "assigned";
            case Unassigned _ -> "unassigned";
            case Snoozed _ -> "snoozed";
            case Woken _ -> "woken";
            case HandedTo _ -> "handed_to";
            case HandedFrom _ -> "handed_from";
            case ContinueSet _ -> "continue_set";
            case ContinueCancelled _ -> "continue_cancelled";
            case ContinueEnded _ -> "continue_ended";
            case Imported _ -> "imported";
            case Adopted _ -> "adopted";
            case ProjectCreated _ -> "project_created";
            case ProjectChanged _ -> "project_changed";
            case ProjectArchived _ -> "project_archived";
            case ProjectUnarchived _ -> "project_unarchived";
            case ProjectDeleted _ -> "project_deleted";
            case ProjectImported _ -> "project_imported";
            case ViewCreated _ -> "view_created";
            case ViewChanged _ -> "view_changed";
            case ViewDeleted _ -> "view_deleted";
            case SettingsChanged _ -> "settings_changed";
            case PrefsChanged _ -> "prefs_changed";
            case JournalRepaired _ -> "journal_repaired";
            case Security e -> e.event().kind().name().toLowerCase(Locale.ROOT);
        };
    }

    /// Whom an event concerns: a session, a project, a view, or one of the few things there is one of.
    public static String subject(MetadataEvent event) {
        return switch (event) {
            case OfSession e -> e.session().toString();
            case OfProject e -> e.project().value();
            case OfView e -> e.view().value();
            case SettingsChanged _ -> "settings";
            case PrefsChanged _ -> "prefs";
            case JournalRepaired _ -> "journal";
            case Security _ -> "login";
        };
    }

    private void event(MetadataEvent event) throws IOException {
        out.writeStringField("subject", subject(event));
        switch (event) {
            case Renamed e -> both(() -> text("title", e.title()), () -> text("title", e.before()));
            case Favourited _ -> both(() -> flag("sticky", true), () -> flag("sticky", false));
            case Unfavourited _ -> both(() -> flag("sticky", false), () -> flag("sticky", true));
            case Archived e -> both(() -> flag("archived", true), () -> flag("archived", e.before()));
            case Unarchived e -> both(() -> flag("archived", false), () -> flag("archived", e.before()));
            case ArchiveCleared e -> both(() -> flag("archived", null), () -> flag("archived", e.before()));
            case Assigned e ->
                both(() -> text("project_id", e.project().value()), () -> text("project_id", value(e.before())));
            case Unassigned e -> both(() -> text("project_id", null), () -> text("project_id", value(e.before())));
            case Snoozed e -> both(() -> snooze(e.snooze()), () -> snooze(e.before()));
            case Woken e -> both(() -> snooze(null), () -> snooze(e.before()));
            case HandedTo e -> both(() -> id("handed_to", e.to()), () -> id("handed_to", e.before()));
            case HandedFrom e -> both(() -> id("handed_from", e.from()), () -> id("handed_from", e.before()));
            case ContinueSet e -> both(() -> continuing(e.plan()), () -> continuing(e.before()));
            case ContinueCancelled e -> both(() -> continuing(null), () -> continuing(e.before()));
            case ContinueEnded e -> both(() -> ended(e), () -> continuing(e.plan()));
            case Imported e -> both(() -> marks(e.marks()), () -> marks(e.before()));
            case Adopted e -> adopted(e);
            case ProjectCreated e -> both(() -> project(e.created()), () -> {});
            case ProjectChanged e -> both(() -> project(e.after()), () -> project(e.before()));
            case ProjectImported e -> both(() -> project(e.after()), () -> project(e.before()));
            case ProjectArchived _ -> both(() -> flag("archived", true), () -> flag("archived", false));
            case ProjectUnarchived _ -> both(() -> flag("archived", false), () -> flag("archived", true));
            case ProjectDeleted e -> both(() -> {}, () -> project(e.before()));
            case ViewCreated e -> both(() -> view(e.created()), () -> {});
            case ViewChanged e -> both(() -> view(e.after()), () -> view(e.before()));
            case ViewDeleted e -> both(() -> {}, () -> view(e.before()));
            case SettingsChanged e -> {
                out.writeObjectField("data", e.patch());
                out.writeObjectField("before", e.before());
            }
            case PrefsChanged e -> {
                out.writeObjectField("data", e.patch());
                out.writeObjectField("before", e.before());
            }
            case JournalRepaired e -> both(() -> range(e), () -> {});
            case Security e -> {
                out.writeStringField("category", "security");
                out.writeObjectField("data", e.event().details());
            }
        }
    }

    private void adopted(Adopted e) throws IOException {
        both(() -> text("placeholder", e.placeholder().toString()), () -> {
            out.writeObjectFieldStart("placeholder_marks");
            marks(e.placeholderBefore());
            out.writeEndObject();
            marks(e.before());
        });
    }

    private void range(JournalRepaired e) throws IOException {
        out.writeNumberField("first", e.first());
        out.writeNumberField("last", e.last());
        out.writeStringField("kept", e.kept());
    }

    private void marks(Marks marks) throws IOException {
        text("title", marks.title());
        flag("sticky", marks.sticky());
        flag("archived", marks.archived());
        text("project_id", value(marks.project()));
        if (marks.snooze()
                != null) { // without, an entry has the bytes, and so the hash, that it had before snoozes were
            snooze(marks.snooze());
        }
        if (marks.handedFrom() != null) { // the same, before hand-overs were
            id("handed_from", marks.handedFrom());
        }
        if (marks.handedTo() != null) {
            id("handed_to", marks.handedTo());
        }
        if (marks.continuing() != null) {
            continuing(marks.continuing());
        }
    }

    private void continuing(@Nullable Continuing plan) throws IOException {
        text("continue_at", plan == null ? null : plan.at().toString());
        text("continue_text", plan == null ? null : plan.text());
    }

    private void ended(ContinueEnded e) throws IOException {
        text("continue_result", e.result().word());
        text("why", e.why());
    }

    private void id(String name, @Nullable SessionId session) throws IOException {
        text(name, session == null ? null : session.toString());
    }

    private void snooze(@Nullable Snooze snooze) throws IOException {
        flag("snoozed", snooze != null);
        text(
                "snoozed_until",
                snooze == null || snooze.until() == null ? null : snooze.until().toString());
    }

    private void project(@Nullable Project project) throws IOException {
        if (project != null) {
            text("name", project.name());
            text("color", project.color());
            out.writeArrayFieldStart("folders");
            for (var folder : project.folders()) {
                out.writeString(folder);
            }
            out.writeEndArray();
            flag("archived", project.archived());
        }
    }

    private void view(SavedView view) throws IOException {
        text("name", view.name());
        text("query", view.query());
        out.writeNumberField("position", view.position());
    }

    private static @Nullable String value(dev.svc.server.metadata.event.@Nullable ProjectId id) {
        return id == null ? null : id.value();
    }

    private void text(String name, @Nullable String value) throws IOException {
        out.writeStringField(name, value);
    }

    private void flag(String name, @Nullable Boolean value) throws IOException {
        if (value == null) {
            out.writeNullField(name);
        } else {
            out.writeBooleanField(name, value);
        }
    }

    private void both(Part data, Part before) throws IOException {
        out.writeObjectFieldStart("data");
        data.write();
        out.writeEndObject();
        out.writeObjectFieldStart("before");
        before.write();
        out.writeEndObject();
    }

    /// The inside of one object.
    @FunctionalInterface
    private interface Part {
        void write() throws IOException;
    }
}
