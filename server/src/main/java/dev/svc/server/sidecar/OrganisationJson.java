package dev.svc.server.sidecar;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.event.Continuing;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.event.SavedView;
import dev.svc.server.metadata.event.Snooze;
import dev.svc.server.metadata.event.ViewId;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An organisation as JSON: the sidecar's data, and the answer about any moment of the past.
public final class OrganisationJson {
    private static final DateTimeFormatter TIME =
            new DateTimeFormatterBuilder().appendInstant(3).toFormatter(java.util.Locale.ROOT);
    /// Later than any snooze; a time by hand may be one that no computer counts to.
    private static final Instant LATEST = Instant.parse("9999-12-31T00:00:00Z");

    private static final String DEFAULT_COLOR = "#2f7fd6";

    private OrganisationJson() {}

    /// Writes one object: `seq, at, sessions, projects`, `views` where there are any, then `aliases, settings, prefs`.
    public static void write(Organisation organisation, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeNumberField("seq", organisation.seq());
        out.writeStringField("at", TIME.format(organisation.at()));
        out.writeObjectFieldStart("sessions");
        for (var each : organisation.marked().entrySet()) {
            out.writeFieldName(each.getKey().toString());
            marks(each.getValue(), out);
        }
        out.writeEndObject();
        out.writeArrayFieldStart("projects");
        for (var project : organisation.projects()) {
            project(project, out);
        }
        out.writeEndArray();
        if (!organisation.views().isEmpty()) { // without, a file has the bytes that it had before views were
            views(organisation.views(), out);
        }
        out.writeObjectFieldStart("aliases");
        for (var each : organisation.aliases().entrySet()) {
            out.writeStringField(each.getKey().toString(), each.getValue().toString());
        }
        out.writeEndObject();
        out.writeObjectField("settings", organisation.settings());
        out.writeObjectField("prefs", organisation.prefs());
        out.writeEndObject();
    }

    private static void marks(Marks marks, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("title", marks.title());
        out.writeBooleanField("sticky", marks.sticky());
        if (marks.archived() == null) {
            out.writeNullField("archived");
        } else {
            out.writeBooleanField("archived", marks.archived());
        }
        out.writeStringField(
                "project_id", marks.project() == null ? null : marks.project().value());
        if (marks.snooze() != null) { // without, a file has the bytes that it had before snoozes were
            snooze(marks.snooze(), out);
        }
        if (marks.handedFrom() != null) {
            out.writeStringField("handed_from", marks.handedFrom().toString());
        }
        if (marks.handedTo() != null) {
            out.writeStringField("handed_to", marks.handedTo().toString());
        }
        if (marks.continuing() != null) { // for people to read: it is taken from no file
            out.writeStringField("continue_at", TIME.format(marks.continuing().at()));
            out.writeStringField("continue_text", marks.continuing().text());
        }
        out.writeEndObject();
    }

    private static void snooze(Snooze snooze, JsonGenerator out) throws IOException {
        out.writeBooleanField("snoozed", true);
        out.writeStringField("snoozed_until", snooze.until() == null ? null : TIME.format(snooze.until()));
    }

    private static void views(List<SavedView> views, JsonGenerator out) throws IOException {
        out.writeArrayFieldStart("views");
        for (var view : views) {
            out.writeStartObject();
            out.writeStringField("id", view.id().value());
            out.writeStringField("name", view.name());
            out.writeStringField("query", view.query());
            out.writeNumberField("position", view.position());
            out.writeEndObject();
        }
        out.writeEndArray();
    }

    private static void project(Project project, JsonGenerator out) throws IOException {
        out.writeStartObject();
        out.writeStringField("id", project.id().value());
        out.writeStringField("name", project.name());
        out.writeStringField("color", project.color());
        out.writeArrayFieldStart("folders");
        for (var folder : project.folders()) {
            out.writeString(folder);
        }
        out.writeEndArray();
        out.writeBooleanField("archived", project.archived());
        out.writeEndObject();
    }

    /// Reads what [#write] writes, and files with the same names by a person or an older program.
    ///
    /// @throws IOException when it is not an organisation at all
    static Organisation read(JsonNode data) throws IOException {
        if (!data.isObject() || !data.path("sessions").isObject()) {
            throw new IOException("there are no sessions in it");
        }
        var organisation = Organisation.of(
                data.path("seq").asLong(),
                time(data.path("at")),
                sessions(data.path("sessions")),
                aliases(data.path("aliases")),
                projects(data.path("projects")),
                object(data.path("settings")),
                object(data.path("prefs")));
        return organisation.withViews(views(data.path("views")));
    }

    private static Instant time(JsonNode at) {
        try {
            return at.isTextual() ? Instant.parse(at.textValue()) : Instant.EPOCH;
        } catch (java.time.format.DateTimeParseException unreadable) {
            return Instant.EPOCH;
        }
    }

    private static Map<SessionId, Marks> sessions(JsonNode sessions) throws IOException {
        var marks = new HashMap<SessionId, Marks>();
        for (var each : sessions.properties()) {
            var read = marks(each.getValue());
            if (!read.isNone()) {
                marks.put(session(each.getKey()), read);
            }
        }
        return marks;
    }

    private static SessionId session(String id) throws IOException {
        return SessionId.find(id).orElseThrow(() -> new IOException("not a session: " + id));
    }

    private static Marks marks(JsonNode marks) {
        var archived = marks.path("archived");
        return new Marks(
                text(marks.path("title")),
                marks.path("sticky").asBoolean(),
                archived.isBoolean() ? archived.booleanValue() : null,
                text(marks.path("project_id")) == null
                        ? null
                        : ProjectId.find(marks.path("project_id").textValue()).orElse(null),
                snooze(marks),
                end(marks.path("handed_from")),
                end(marks.path("handed_to")),
                continuing(marks));
    }

    /// None, where it is not the id of a session.
    private static @Nullable SessionId end(JsonNode id) {
        return SessionId.find(id.asText()).orElse(null);
    }

    private static @Nullable Continuing continuing(JsonNode marks) {
        var at = marks.path("continue_at").asText();
        try {
            return at.isEmpty()
                    ? null
                    : new Continuing(
                            Instant.parse(at), marks.path("continue_text").asText());
        } catch (java.time.format.DateTimeParseException unreadable) {
            return null;
        }
    }

    /// Until it needs somebody, where a time cannot be read.
    private static @Nullable Snooze snooze(JsonNode marks) {
        if (!marks.path("snoozed").asBoolean()) {
            return null;
        }
        var until = time(marks.path("snoozed_until"));
        boolean isTime = until.isAfter(Instant.EPOCH) && until.isBefore(LATEST);
        return new Snooze(isTime ? until.truncatedTo(ChronoUnit.MILLIS) : null);
    }

    private static Map<SessionId, SessionId> aliases(JsonNode aliases) throws IOException {
        var read = new HashMap<SessionId, SessionId>();
        for (var each : aliases.properties()) {
            read.put(session(each.getKey()), session(each.getValue().asText()));
        }
        return read;
    }

    private static List<Project> projects(JsonNode projects) throws IOException {
        var read = new ArrayList<Project>();
        for (var project : projects) {
            var id = ProjectId.find(project.path("id").asText())
                    .orElseThrow(() -> new IOException("a project without an id"));
            var color = text(project.path("color"));
            var folders = new ArrayList<String>();
            project.path("folders").forEach(folder -> folders.add(folder.asText()));
            read.add(new Project(
                    id,
                    project.path("name").asText(id.value()),
                    color == null ? DEFAULT_COLOR : color,
                    folders,
                    project.path("archived").asBoolean()));
        }
        return read;
    }

    private static List<SavedView> views(JsonNode views) throws IOException {
        var read = new ArrayList<SavedView>();
        for (var view : views) {
            var id = ViewId.find(view.path("id").asText()).orElseThrow(() -> new IOException("a view without an id"));
            var name = text(view.path("name"));
            var query = text(view.path("query"));
            if (name == null || query == null || query.length() > SavedView.MAX_QUERY) {
                throw new IOException("a view without a name or a filter");
            }
            read.add(new SavedView(id, name, query, view.path("position").asInt()));
        }
        return read;
    }

    private static ObjectNode object(JsonNode node) {
        return node instanceof ObjectNode object ? object : JsonNodeFactory.instance.objectNode();
    }

    private static @Nullable String text(JsonNode node) {
        return node.isTextual() && !node.textValue().isEmpty() ? node.textValue() : null;
    }
}
