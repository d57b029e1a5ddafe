package dev.svc.server.journal.record;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.event.ContinueResult;
import dev.svc.server.metadata.event.Continuing;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.event.SavedView;
import dev.svc.server.metadata.event.Snooze;
import dev.svc.server.metadata.event.ViewId;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// The values in an event's `data` or `before`, whatever its type. Streamed rather than built as a tree: replaying a
/// million entries is mostly this.
final class Values {
    @Nullable
    String title;

    @Nullable
    Boolean archived;

    @Nullable
    ProjectId project;

    @Nullable
    String name;

    @Nullable
    SessionId handedFrom;

    @Nullable
    SessionId handedTo;

    @Nullable
    String why;

    long first;
    long last;
    Map<String, String> texts = Map.of();

    private boolean sticky;
    private boolean snoozed;
    private @Nullable Instant snoozedUntil;
    private @Nullable Instant continueAt;
    private @Nullable String continueText;
    private @Nullable String continueResult;
    private @Nullable String query;
    private int position;
    private @Nullable String color;
    private List<String> folders = List.of();
    private @Nullable SessionId placeholder;
    private @Nullable Values placeholderMarks;
    private @Nullable ObjectNode patch;
    private @Nullable String kept;

    /// How an object is to be read: fields with a meaning, a tree, or names and texts as they come.
    enum Shape {
        FIELDS,
        PATCH,
        DETAILS
    }

    /// Reads the object at the parser's position.
    static Values read(JsonParser in, Shape shape) throws IOException {
        var values = new Values();
        if (in.currentToken() != JsonToken.START_OBJECT) {
            return values;
        }
        switch (shape) {
            case FIELDS -> values.setAll(in);
            case PATCH -> values.patch = in.readValueAsTree();
            case DETAILS -> values.texts = details(in);
        }
        return values;
    }

    private static Map<String, String> details(JsonParser in) throws IOException {
        var details = new HashMap<String, String>();
        while (in.nextToken() != JsonToken.END_OBJECT) {
            var name = in.currentName();
            in.nextToken();
            details.put(name, in.getText());
        }
        return details;
    }

    private void setAll(JsonParser in) throws IOException {
        while (in.nextToken() != JsonToken.END_OBJECT) {
            var name = in.currentName();
            in.nextToken();
            set(name, in);
        }
    }

    private void set(String field, JsonParser in) throws IOException {
        switch (field) {
            case "title" -> title = text(in);
            case "sticky" -> sticky = in.getValueAsBoolean();
            case "archived" -> archived = in.currentToken() == JsonToken.VALUE_NULL ? null : in.getBooleanValue();
            case "project_id" ->
                project = in.currentToken() == JsonToken.VALUE_NULL ? null : new ProjectId(in.getText());
            case "snoozed" -> snoozed = in.getValueAsBoolean();
            case "snoozed_until" -> snoozedUntil = time(in);
            case "handed_from" -> handedFrom = session(in);
            case "handed_to" -> handedTo = session(in);
            case "continue_at" -> continueAt = time(in);
            case "continue_text" -> continueText = text(in);
            case "continue_result" -> continueResult = text(in);
            case "why" -> why = text(in);
            case "name" -> name = text(in);
            case "query" -> query = text(in);
            case "position" -> position = in.getIntValue();
            case "color" -> color = text(in);
            case "folders" -> folders = texts(in);
            case "placeholder" -> placeholder = session(in);
            case "placeholder_marks" -> placeholderMarks = read(in, Shape.FIELDS);
            case "first" -> first = in.getLongValue();
            case "last" -> last = in.getLongValue();
            case "kept" -> kept = in.getText();
            default -> in.skipChildren();
        }
    }

    private static @Nullable String text(JsonParser in) throws IOException {
        return in.currentToken() == JsonToken.VALUE_NULL ? null : in.getText();
    }

    private static @Nullable SessionId session(JsonParser in) throws IOException {
        var text = text(in);
        return text == null ? null : SessionId.find(text).orElseThrow(() -> new IOException("not a session"));
    }

    private static @Nullable Instant time(JsonParser in) throws IOException {
        var text = text(in);
        try {
            return text == null ? null : Instant.parse(text);
        } catch (DateTimeParseException broken) {
            throw new IOException("not a time: " + text, broken);
        }
    }

    private static List<String> texts(JsonParser in) throws IOException {
        var texts = new ArrayList<String>();
        while (in.nextToken() != JsonToken.END_ARRAY) {
            texts.add(in.getText());
        }
        return texts;
    }

    Marks marks() {
        return new Marks(title, sticky, archived, project, snooze(), handedFrom, handedTo, continuing());
    }

    @Nullable
    Continuing continuing() {
        return continueAt == null || continueText == null ? null : new Continuing(continueAt, continueText);
    }

    Continuing requiredContinuing() {
        return Objects.requireNonNull(continuing());
    }

    ContinueResult requiredResult() throws IOException {
        return ContinueResult.find(Objects.requireNonNull(continueResult))
                .orElseThrow(() -> new IOException("not a result: " + continueResult));
    }

    @Nullable
    Snooze snooze() {
        return snoozed ? new Snooze(snoozedUntil) : null;
    }

    Snooze requiredSnooze() {
        return Objects.requireNonNull(snooze());
    }

    Marks placeholderMarks() {
        return placeholderMarks == null ? Marks.NONE : placeholderMarks.marks();
    }

    Project project(ProjectId id) {
        return new Project(
                id,
                Objects.requireNonNull(name),
                Objects.requireNonNull(color),
                folders,
                Boolean.TRUE.equals(archived));
    }

    SavedView view(ViewId id) {
        return new SavedView(id, Objects.requireNonNull(name), Objects.requireNonNull(query), position);
    }

    ProjectId requiredProject() {
        return Objects.requireNonNull(project);
    }

    SessionId requiredPlaceholder() {
        return Objects.requireNonNull(placeholder);
    }

    String requiredKept() {
        return Objects.requireNonNull(kept);
    }

    ObjectNode patch() {
        return patch == null ? JsonNodeFactory.instance.objectNode() : patch;
    }
}
