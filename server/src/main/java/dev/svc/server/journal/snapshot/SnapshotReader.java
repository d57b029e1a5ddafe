package dev.svc.server.journal.snapshot;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.metadata.event.Continuing;
import dev.svc.server.metadata.event.Hash;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.event.SavedView;
import dev.svc.server.metadata.event.Snooze;
import dev.svc.server.metadata.event.ViewId;
import dev.svc.server.metadata.fold.KnownSessions;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads what [SnapshotFile#write] writes, straight from the bytes into an organisation: somebody who looks into the
/// past is waiting for it.
final class SnapshotReader {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final ByteBuffer in;
    private EngineKey engine = EngineKey.of(1);
    private byte[] engineName = engine.key().getBytes(StandardCharsets.UTF_8);

    private SnapshotReader(byte[] bytes) {
        this.in = ByteBuffer.wrap(bytes);
    }

    /// @throws IOException when it is of another version
    static SnapshotFile read(byte[] bytes) throws IOException {
        return new SnapshotReader(bytes).read();
    }

    private SnapshotFile read() throws IOException {
        int version = in.getInt();
        if (version > SnapshotFile.VERSION || version < SnapshotFile.BEFORE_SNOOZES) {
            throw new IOException("the snapshot is of another version");
        }
        var hash = new byte[Hash.LENGTH];
        in.get(hash);
        long seq = in.getLong();
        var at = Instant.ofEpochMilli(in.getLong());
        var settings = (ObjectNode) MAPPER.readTree(text());
        var prefs = (ObjectNode) MAPPER.readTree(text());
        var projects = projects();
        var sessions = new KnownSessions();
        marks(sessions, projects);
        aliases(sessions);
        var views = version > SnapshotFile.BEFORE_VIEWS ? views() : List.<SavedView>of();
        var organisation = Organisation.of(seq, at, sessions, projects, settings, prefs);
        return new SnapshotFile(organisation.withViews(views), Hash.of(hash));
    }

    private List<Project> projects() {
        var projects = new ArrayList<Project>();
        for (int i = in.getInt(); i > 0; i--) {
            var id = new ProjectId(word());
            var name = text();
            var color = word();
            boolean archived = in.get() != 0;
            var folders = new ArrayList<String>();
            for (int j = in.getInt(); j > 0; j--) {
                folders.add(text());
            }
            projects.add(new Project(id, name, color, folders, archived));
        }
        return projects;
    }

    private List<SavedView> views() {
        var views = new ArrayList<SavedView>();
        for (int i = in.getInt(); i > 0; i--) {
            views.add(new SavedView(new ViewId(word()), text(), text(), in.getInt()));
        }
        return views;
    }

    private void marks(KnownSessions into, List<Project> projects) throws IOException {
        var known = new HashMap<String, ProjectId>();
        projects.forEach(project -> known.put(project.id().value(), project.id()));
        for (int i = in.getInt(); i > 0; i--) {
            var id = id();
            int flags = in.get();
            var title = (flags & SnapshotFile.TITLED) == 0 ? null : text();
            var project = (flags & SnapshotFile.IN_PROJECT) == 0 ? null : known.computeIfAbsent(word(), ProjectId::new);
            boolean sticky = (flags & SnapshotFile.STICKY) != 0;
            var snooze = snooze(flags);
            int more = (flags & SnapshotFile.MORE) == 0 ? 0 : in.get();
            var from = (more & SnapshotFile.HANDED_FROM) == 0 ? null : id();
            var to = (more & SnapshotFile.HANDED_TO) == 0 ? null : id();
            var plan = (more & SnapshotFile.CONTINUING) == 0
                    ? null
                    : new Continuing(Instant.ofEpochMilli(in.getLong()), text());
            into.marked(id, new Marks(title, sticky, archived(flags), project, snooze, from, to, plan));
        }
    }

    private @Nullable Snooze snooze(int flags) {
        if ((flags & SnapshotFile.SNOOZED) == 0) {
            return null;
        }
        return new Snooze((flags & SnapshotFile.SNOOZED_UNTIL) == 0 ? null : Instant.ofEpochMilli(in.getLong()));
    }

    private static @Nullable Boolean archived(int flags) {
        if ((flags & SnapshotFile.ARCHIVED) != 0) {
            return Boolean.TRUE;
        }
        return (flags & SnapshotFile.UNARCHIVED) != 0 ? Boolean.FALSE : null;
    }

    private void aliases(KnownSessions into) throws IOException {
        for (int i = in.getInt(); i > 0; i--) {
            into.alias(id(), id());
        }
    }

    /// Without decoding the whole text, or the engine when it is that of the previous id: a snapshot is mostly ids.
    private SessionId id() throws IOException {
        int length = Short.toUnsignedInt(in.getShort());
        int from = in.position();
        int colon = from;
        while (colon < from + length && in.get(colon) != ':') {
            colon++;
        }
        if (!Arrays.equals(in.array(), from, colon, engineName, 0, engineName.length)) {
            engineName = Arrays.copyOfRange(in.array(), from, colon);
            engine = EngineKey.find(new String(engineName, StandardCharsets.UTF_8))
                    .orElseThrow(() -> new IOException("not a session id"));
        }
        in.position(Math.min(colon + 1, from + length));
        return new SessionId(engine, text(from + length - in.position()));
    }

    private String word() {
        return text(Short.toUnsignedInt(in.getShort()));
    }

    private String text() {
        return text(in.getInt());
    }

    private String text(int length) {
        var text = new String(in.array(), in.position(), length, StandardCharsets.UTF_8);
        in.position(in.position() + length);
        return text;
    }
}
