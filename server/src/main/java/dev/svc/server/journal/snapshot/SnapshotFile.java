package dev.svc.server.journal.snapshot;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.journal.record.DurableFile;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.event.Hash;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.SavedView;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionId;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Map;

/// An organisation as of one entry, in bytes. Rebuilt from the entries whenever it is missing, damaged or of another
/// version.
///
/// @param hash the hash of the last entry in it: a snapshot of another history does not count
public record SnapshotFile(Organisation organisation, Hash hash) {
    static final int VERSION = 5;

    /// Without hand-overs, whose flag is never set then, and without views.
    static final int BEFORE_VIEWS = 2;

    /// Without snoozes as well: of its flags, those two are never set.
    static final int BEFORE_SNOOZES = 1;

    static final int STICKY = 1;
    static final int ARCHIVED = 2;
    static final int UNARCHIVED = 4;
    static final int TITLED = 8;
    static final int IN_PROJECT = 16;
    static final int SNOOZED = 32;
    static final int SNOOZED_UNTIL = 64;
    static final int MORE = 128; // a byte of flags follows
    static final int HANDED_FROM = 1;
    static final int HANDED_TO = 2;
    static final int CONTINUING = 4;

    private static final ObjectMapper MAPPER = new ObjectMapper();

    public Head head() {
        return new Head(organisation.seq(), hash);
    }

    public void write(Path file) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeInt(VERSION);
        out.write(hash.bytes());
        out.writeLong(organisation.seq());
        out.writeLong(organisation.at().toEpochMilli());
        text(out, MAPPER.writeValueAsString(organisation.settings()));
        text(out, MAPPER.writeValueAsString(organisation.prefs()));
        projects(out, organisation.projects());
        marks(out, organisation);
        aliases(out, organisation.aliases());
        views(out, organisation.views());
        DurableFile.write(file, bytes.toByteArray());
    }

    private static void projects(DataOutputStream out, Collection<Project> projects) throws IOException {
        out.writeInt(projects.size());
        for (var project : projects) {
            out.writeUTF(project.id().value());
            text(out, project.name());
            out.writeUTF(project.color());
            out.writeBoolean(project.archived());
            out.writeInt(project.folders().size());
            for (var folder : project.folders()) {
                text(out, folder);
            }
        }
    }

    private static void views(DataOutputStream out, Collection<SavedView> views) throws IOException {
        out.writeInt(views.size());
        for (var view : views) {
            out.writeUTF(view.id().value());
            text(out, view.name());
            text(out, view.query());
            out.writeInt(view.position());
        }
    }

    /// In the organisation's own order: sorting a hundred thousand ids would gain nothing.
    private static void marks(DataOutputStream out, Organisation organisation) throws IOException {
        var marked = new ArrayList<Map.Entry<SessionId, Marks>>(organisation.size());
        organisation.eachMarked((session, marks) -> marked.add(Map.entry(session, marks)));
        out.writeInt(marked.size());
        for (var each : marked) {
            var marks = each.getValue();
            id(out, each.getKey());
            out.writeByte(flags(marks));
            if (marks.title() != null) {
                text(out, marks.title());
            }
            if (marks.project() != null) {
                out.writeUTF(marks.project().value());
            }
            if (marks.snooze() != null && marks.snooze().until() != null) {
                out.writeLong(marks.snooze().until().toEpochMilli());
            }
            more(out, marks);
        }
    }

    private static int flags(Marks marks) {
        return (marks.sticky() ? STICKY : 0)
                | (Boolean.TRUE.equals(marks.archived()) ? ARCHIVED : 0)
                | (Boolean.FALSE.equals(marks.archived()) ? UNARCHIVED : 0)
                | (marks.title() == null ? 0 : TITLED)
                | (marks.project() == null ? 0 : IN_PROJECT)
                | (marks.snooze() == null ? 0 : SNOOZED)
                | (marks.snooze() == null || marks.snooze().until() == null ? 0 : SNOOZED_UNTIL)
                | (moreFlags(marks) == 0 ? 0 : MORE);
    }

    private static int moreFlags(Marks marks) {
        return (marks.handedFrom() == null ? 0 : HANDED_FROM)
                | (marks.handedTo() == null ? 0 : HANDED_TO)
                | (marks.continuing() == null ? 0 : CONTINUING);
    }

    private static void more(DataOutputStream out, Marks marks) throws IOException {
        if (moreFlags(marks) == 0) {
            return;
        }
        out.writeByte(moreFlags(marks));
        if (marks.handedFrom() != null) {
            id(out, marks.handedFrom());
        }
        if (marks.handedTo() != null) {
            id(out, marks.handedTo());
        }
        if (marks.continuing() != null) {
            out.writeLong(marks.continuing().at().toEpochMilli());
            text(out, marks.continuing().text());
        }
    }

    private static void aliases(DataOutputStream out, Map<SessionId, SessionId> aliases) throws IOException {
        out.writeInt(aliases.size());
        for (var each : aliases.entrySet()) {
            id(out, each.getKey());
            id(out, each.getValue());
        }
    }

    private static void id(DataOutputStream out, SessionId id) throws IOException {
        out.writeUTF(id.toString());
    }

    private static void text(DataOutputStream out, String text) throws IOException {
        var bytes = text.getBytes(java.nio.charset.StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /// Reads a whole snapshot.
    ///
    /// @throws IOException when it is missing, damaged or of another version
    public static SnapshotFile read(Path file) throws IOException {
        return SnapshotReader.read(DurableFile.read(file));
    }
}
