package dev.svc.server.journal.record;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.Entry;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.MetadataEvent.*;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.ViewId;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.Locale;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Reads what [EventWriter] writes, and through its upcasters what older versions wrote. Thread-safe.
public final class EventReader {
    private final Upcasters upcasters;

    public EventReader(Upcasters upcasters) {
        this.upcasters = upcasters;
    }

    public Entry read(long seq, UUID id, Instant at, byte version, byte[] json, int from, int length) {
        if (version != EntryRecord.VERSION) {
            var now = upcasters.raised(version, json, from, length);
            return read(seq, id, at, EntryRecord.VERSION, now, 0, now.length);
        }
        try (var in = EventWriter.FACTORY.createParser(json, from, length)) {
            in.nextToken();
            return read(seq, id, at, in);
        } catch (IOException broken) {
            throw new UncheckedIOException("entry " + seq + " is no event that this version knows", broken);
        }
    }

    /// Reads the object at the parser's position.
    private static Entry read(long seq, UUID id, Instant at, JsonParser in) throws IOException {
        var all = new Fields();
        while (in.nextToken() != JsonToken.END_OBJECT) {
            all.read(in.currentName(), in);
        }
        return all.entry(seq, id, at);
    }

    /// The content of an event's JSON, before its type gives it a meaning.
    private static final class Fields {
        private String type = "";
        private String subject = "";
        private boolean isSecurity;
        private @Nullable Values givenData;
        private @Nullable Values givenBefore;
        private String actor = "";
        private @Nullable String login;
        private @Nullable String address;
        private @Nullable UUID batch;
        private @Nullable Long undoes;

        void read(String name, JsonParser in) throws IOException {
            in.nextToken();
            switch (name) {
                case "type" -> type = in.getText();
                case "subject" -> subject = in.getText();
                case "category" -> isSecurity = in.getText().equals("security");
                case "data" -> givenData = Values.read(in, shape());
                case "before" -> givenBefore = Values.read(in, shape());
                case "actor" -> actor = in.getText();
                case "origin" -> origin(in);
                case "batch" ->
                    batch = in.currentToken() == JsonToken.VALUE_NULL ? null : UUID.fromString(in.getText());
                case "undoes" -> undoes = in.currentToken() == JsonToken.VALUE_NULL ? null : in.getLongValue();
                default -> in.skipChildren();
            }
        }

        /// The type and the category come before the fields that depend on them.
        private Values.Shape shape() {
            if (isSecurity) {
                return Values.Shape.DETAILS;
            }
            return switch (type) {
                case "settings_changed", "prefs_changed" -> Values.Shape.PATCH;
                default -> Values.Shape.FIELDS;
            };
        }

        private void origin(JsonParser in) throws IOException {
            if (in.currentToken() != JsonToken.START_OBJECT) {
                return;
            }
            while (in.nextToken() != JsonToken.END_OBJECT) {
                var name = in.currentName();
                in.nextToken();
                switch (name) {
                    case "login" -> login = in.getValueAsString();
                    case "address" -> address = in.getValueAsString();
                    default -> in.skipChildren();
                }
            }
        }

        Entry entry(long seq, UUID id, Instant at) throws IOException {
            try {
                return new Entry(seq, id, at, author(), batch, undoes, event());
            } catch (IllegalArgumentException | NullPointerException broken) {
                throw new IOException(broken);
            }
        }

        private Actor author() {
            if (login == null && address == null) {
                for (var known : KNOWN) {
                    if (known.name().equals(actor)) {
                        return known;
                    }
                }
            }
            return new Actor(actor, login, address);
        }

        private static final Actor[] KNOWN = {Actor.admin(null, null), Actor.SYSTEM, Actor.CLI, Actor.TRAY, Actor.REVIEW
        };

        private MetadataEvent event() throws IOException {
            return event(
                    givenData == null ? new Values() : givenData, givenBefore == null ? new Values() : givenBefore);
        }

        private MetadataEvent event(Values data, Values before) throws IOException {
            return switch (type) {
                case "renamed" -> new Renamed(session(), data.title, before.title);
                case "favourited" -> new Favourited(session());
                case "unfavourited" -> new Unfavourited(session());
                case "archived" -> new Archived(session(), before.archived);
                case "unarchived" -> new Unarchived(session(), before.archived);
                case "archive_cleared" -> new ArchiveCleared(session(), Boolean.TRUE.equals(before.archived));
                case "assigned" -> new Assigned(session(), data.requiredProject(), before.project);
                case "unassigned" -> new Unassigned(session(), before.requiredProject());
                case "snoozed" -> new Snoozed(session(), data.requiredSnooze(), before.snooze());
                case "woken" -> new Woken(session(), before.requiredSnooze());
                case "handed_to" -> new HandedTo(session(), data.handedTo, before.handedTo);
                case "handed_from" -> new HandedFrom(session(), data.handedFrom, before.handedFrom);
                case "continue_set" -> new ContinueSet(session(), data.requiredContinuing(), before.continuing());
                case "continue_cancelled" -> new ContinueCancelled(session(), before.requiredContinuing());
                case "continue_ended" ->
                    new ContinueEnded(session(), before.requiredContinuing(), data.requiredResult(), data.why);
                case "imported" -> new Imported(session(), data.marks(), before.marks());
                case "adopted" ->
                    new Adopted(data.requiredPlaceholder(), session(), before.placeholderMarks(), before.marks());
                case "project_created" -> new ProjectCreated(data.project(project()));
                case "project_changed" -> new ProjectChanged(data.project(project()), before.project(project()));
                case "project_imported" ->
                    new ProjectImported(
                            data.project(project()), before.name == null ? null : before.project(project()));
                case "project_archived" -> new ProjectArchived(project());
                case "project_unarchived" -> new ProjectUnarchived(project());
                case "project_deleted" -> new ProjectDeleted(before.project(project()));
                case "view_created" -> new ViewCreated(data.view(view()));
                case "view_changed" -> new ViewChanged(data.view(view()), before.view(view()));
                case "view_deleted" -> new ViewDeleted(before.view(view()));
                case "settings_changed" -> new SettingsChanged(data.patch(), before.patch());
                case "prefs_changed" -> new PrefsChanged(data.patch(), before.patch());
                case "journal_repaired" -> new JournalRepaired(data.first, data.last, data.requiredKept());
                default -> security(data);
            };
        }

        private MetadataEvent security(Values data) throws IOException {
            for (var kind : SecurityEvent.Kind.values()) {
                if (kind.name().toLowerCase(Locale.ROOT).equals(type)) {
                    return new Security(new SecurityEvent(kind, data.texts));
                }
            }
            throw new IOException("an event of type " + type + " is not known to this version: update svc");
        }

        private SessionId session() throws IOException {
            return SessionId.find(subject).orElseThrow(() -> new IOException("not a session: " + subject));
        }

        private ProjectId project() {
            return new ProjectId(subject);
        }

        private ViewId view() {
            return new ViewId(subject);
        }
    }
}
