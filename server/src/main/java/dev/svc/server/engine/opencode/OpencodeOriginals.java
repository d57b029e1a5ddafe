package dev.svc.server.engine.opencode;

import dev.svc.server.engine.Original;
import dev.svc.server.engine.Original.Kind;
import dev.svc.server.engine.OriginalTree;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.sqlite.ReadOnlyDatabase;
import dev.svc.server.engine.sqlite.RowLines;
import dev.svc.server.engine.sqlite.RowWriting;
import dev.svc.server.engine.sqlite.RowWriting.IfThere;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The rows of a session, as lines of text; of the versions before the database, its files in the tree.
final class OpencodeOriginals implements Originals {
    static final String ROWS = "rows/";
    private static final String SESSION = "session";
    private static final String PROJECT = "project";
    private static final String ID = "id";
    private static final String SESSION_ID = "session_id";
    private static final List<String> IN_TIME = List.of("time_created", ID);

    /// A project has other sessions as well.
    private static final Map<String, IfThere> WRITTEN = Map.of(
            PROJECT,
            IfThere.LEAVE,
            SESSION,
            IfThere.REFUSE,
            "message",
            IfThere.REFUSE,
            "part",
            IfThere.REFUSE,
            "todo",
            IfThere.LEAVE);

    private final OpencodePlace place;
    private final OpencodeTree tree;
    private final OriginalTree files;

    OpencodeOriginals(OpencodePlace place) {
        this.place = place;
        this.tree = OpencodeTree.at(place.tree());
        this.files = new OriginalTree("storage", place.tree());
    }

    @Override
    public List<Original> of(String nativeId, Path scratch) throws IOException {
        if (!Brand.ID.matcher(nativeId).matches()) {
            return List.of();
        }
        return isInDatabase(nativeId) ? List.of(rows(nativeId, scratch)) : filesOf(nativeId);
    }

    private boolean isInDatabase(String nativeId) throws IOException {
        if (!Files.exists(place.database())) {
            return false;
        }
        return ReadOnlyDatabase.read(place.database(), database -> {
            if (!database.hasTable(SESSION)) {
                return false;
            }
            var found = new ArrayList<String>();
            database.query(List.of(SESSION), "SELECT id FROM session WHERE id = ?", List.of(nativeId), row -> {
                row.text(0).ifPresent(found::add);
                return true;
            });
            return !found.isEmpty();
        });
    }

    /// What changes with every message comes last, so that what was said is the beginning of the file.
    private Original rows(String nativeId, Path scratch) throws IOException {
        var file = scratch.toRealPath().resolve(nativeId + ".jsonl");
        ReadOnlyDatabase.read(place.database(), database -> {
            try (var to = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
                write(database, nativeId, to);
            }
            return file;
        });
        var stamp = FileStamp.of(file).orElseThrow(() -> new NoSuchFileException(file.toString()));
        return new Original(ROWS + nativeId + ".jsonl", stamp, Kind.ROWS);
    }

    private static void write(ReadOnlyDatabase database, String nativeId, Writer to) throws IOException {
        var project = new ArrayList<String>();
        database.query(List.of(SESSION), "SELECT project_id FROM session WHERE id = ?", List.of(nativeId), row -> {
            row.text(0).ifPresent(project::add);
            return true;
        });
        RowLines.write(database, "message", SESSION_ID, nativeId, IN_TIME, to);
        RowLines.write(database, "part", SESSION_ID, nativeId, IN_TIME, to);
        RowLines.write(database, "todo", SESSION_ID, nativeId, List.of("position", ID), to);
        for (var id : project) {
            RowLines.write(database, PROJECT, ID, id, IN_TIME, to);
        }
        RowLines.write(database, SESSION, ID, nativeId, IN_TIME, to);
    }

    private List<Original> filesOf(String nativeId) throws IOException {
        var session = tree.session(nativeId);
        if (session.isEmpty()) {
            return List.of();
        }
        var path = session.get().path();
        int names = path.getNameCount();
        var found = new ArrayList<Original>();
        found.add(
                files.original(session.get(), Path.of(SESSION).resolve(path.subpath(names - 2, names)), Kind.DOCUMENT));
        for (var message : tree.messagesOf(nativeId)) {
            var name = String.valueOf(message.path().getFileName());
            found.add(files.original(message, Path.of("message", nativeId, name), Kind.DOCUMENT));
            var id = OpencodeTree.stem(message.path());
            for (var part : tree.partsOf(id)) {
                var partName = String.valueOf(part.path().getFileName());
                found.add(files.original(part, Path.of("part", id, partName), Kind.DOCUMENT));
            }
        }
        return found;
    }

    @Override
    public boolean has(String nativeId) throws IOException {
        return Brand.ID.matcher(nativeId).matches()
                && (isInDatabase(nativeId) || tree.session(nativeId).isPresent());
    }

    @Override
    public Optional<Moving> moving(String cwd, FolderMap folders, Moving.OtherLogs others) throws IOException {
        return folders.moves(cwd) ? Optional.of(new OpencodeMoving(cwd, folders)) : Optional.empty();
    }

    @Override
    public Optional<Path> place(String name) {
        return files.place(name);
    }

    @Override
    public void writeBack(Path rows) throws IOException {
        if (!Files.isRegularFile(place.database())) {
            throw new NoSuchFileException(
                    place.database().toString(),
                    null,
                    "%s has no database here: start it once, then try again."
                            .formatted(place.brand().manifest().label()));
        }
        new RowWriting(place.database(), WRITTEN).write(rows);
    }

    @Override
    public void unpack(Path rows) throws IOException {
        var writing = new RowWriting(place.database(), WRITTEN);
        writing.make(rows);
        writing.write(rows);
    }
}
