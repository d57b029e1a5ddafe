package dev.svc.server.journal;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.Hash;
import dev.svc.server.metadata.Journal.Head;
import dev.svc.server.metadata.Marks;
import dev.svc.server.metadata.Organisation;
import dev.svc.server.metadata.Project;
import dev.svc.server.metadata.ProjectId;
import dev.svc.server.session.SessionId;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// An organisation as of one entry, in bytes. Made again from the entries whenever it is missing, damaged or of another
/// version.
///
/// @param hash the hash of the last entry in it: a snapshot of another history is none
record SnapshotFile(Organisation organisation, Hash hash) {
    private static final int VERSION = 1;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    Head head() {
        return new Head(organisation.seq(), hash);
    }

    void write(Path file) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = new DataOutputStream(bytes);
        out.writeInt(VERSION);
        out.write(hash.bytes());
        out.writeLong(organisation.seq());
        out.writeLong(organisation.at().toEpochMilli());
        text(out, MAPPER.writeValueAsString(organisation.settings()));
        text(out, MAPPER.writeValueAsString(organisation.prefs()));
        projects(out, organisation.projects());
        marks(out, organisation.marked());
        aliases(out, organisation.aliases());
        DurableFile.write(file, bytes.toByteArray());
    }

    private static void projects(DataOutputStream out, java.util.Collection<Project> projects) throws IOException {
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

    private static void marks(DataOutputStream out, Map<SessionId, Marks> marked) throws IOException {
        out.writeInt(marked.size());
        for (var each : marked.entrySet()) {
            var marks = each.getValue();
            id(out, each.getKey());
            out.writeByte((marks.sticky() ? 1 : 0)
                    | (marks.archived() == null ? 0 : marks.archived() ? 2 : 4)
                    | (marks.title() == null ? 0 : 8)
                    | (marks.project() == null ? 0 : 16));
            if (marks.title() != null) {
                text(out, marks.title());
            }
            if (marks.project() != null) {
                out.writeUTF(marks.project().value());
            }
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

    /// @throws IOException when it is missing, damaged or of another version
    static SnapshotFile read(Path file) throws IOException {
        var in = new DataInputStream(new ByteArrayInputStream(DurableFile.read(file)));
        if (in.readInt() != VERSION) {
            throw new IOException("the snapshot is of another version");
        }
        var hash = Hash.of(in.readNBytes(Hash.LENGTH));
        long seq = in.readLong();
        var at = Instant.ofEpochMilli(in.readLong());
        var settings = (ObjectNode) MAPPER.readTree(text(in));
        var prefs = (ObjectNode) MAPPER.readTree(text(in));
        var projects = projects(in);
        return new SnapshotFile(
                Organisation.of(seq, at, marks(in, projects), aliases(in), projects, settings, prefs), hash);
    }

    private static List<Project> projects(DataInputStream in) throws IOException {
        var projects = new ArrayList<Project>();
        for (int i = in.readInt(); i > 0; i--) {
            var id = new ProjectId(in.readUTF());
            var name = text(in);
            var color = in.readUTF();
            boolean archived = in.readBoolean();
            var folders = new ArrayList<String>();
            for (int j = in.readInt(); j > 0; j--) {
                folders.add(text(in));
            }
            projects.add(new Project(id, name, color, folders, archived));
        }
        return projects;
    }

    private static Map<SessionId, Marks> marks(DataInputStream in, List<Project> projects) throws IOException {
        var known = new HashMap<String, ProjectId>();
        projects.forEach(project -> known.put(project.id().value(), project.id()));
        int count = in.readInt();
        var marks = HashMap.<SessionId, Marks>newHashMap(count);
        for (int i = 0; i < count; i++) {
            var id = id(in);
            int flags = in.readByte();
            var title = (flags & 8) == 0 ? null : text(in);
            var project = (flags & 16) == 0 ? null : known.computeIfAbsent(in.readUTF(), ProjectId::new);
            marks.put(id, new Marks(title, (flags & 1) != 0, archived(flags), project));
        }
        return marks;
    }

    private static @Nullable Boolean archived(int flags) {
        return (flags & 2) != 0 ? Boolean.TRUE : (flags & 4) != 0 ? Boolean.FALSE : null;
    }

    private static Map<SessionId, SessionId> aliases(DataInputStream in) throws IOException {
        var aliases = new HashMap<SessionId, SessionId>();
        for (int i = in.readInt(); i > 0; i--) {
            aliases.put(id(in), id(in));
        }
        return aliases;
    }

    private static SessionId id(DataInputStream in) throws IOException {
        return SessionId.find(in.readUTF()).orElseThrow(() -> new IOException("not a session id"));
    }

    private static String text(DataInputStream in) throws IOException {
        return new String(in.readNBytes(in.readInt()), java.nio.charset.StandardCharsets.UTF_8);
    }
}
