package dev.svc.server.engine.kimi;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.turn.LogPart;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Where things lie below Kimi's home folder. Files are named by their real path, so that a link on the way shows.
record KimiFolder(Path root) {
    static final Pattern ID = Pattern.compile("session_[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    static final String INDEX = "session_index.jsonl";
    static final String WORKSPACES = "workspaces.json";
    static final String STATE = "state.json";
    static final String WIRE = "wire.jsonl";

    private static final Pattern AGENT = Pattern.compile("[0-9A-Za-z_-]{1,64}");
    private static final Path WIRE_PATH = Path.of("agents", "main", WIRE);

    Path sessions() {
        return root.resolve("sessions");
    }

    void walk(Consumer<Piece> pieces) throws IOException {
        listPiece(INDEX).ifPresent(pieces);
        listPiece(WORKSPACES).ifPresent(pieces);
        for (Path bucket : buckets()) {
            for (Path session : sessionsOf(bucket)) {
                sessionPiece(session).ifPresent(pieces);
            }
        }
    }

    /// The piece that a changed file, or a session's new folder, belongs to.
    Optional<Piece> pieceOf(Path changed) throws IOException {
        var list = new StoreTree(root).inside(changed).map(Path::toString).orElse("");
        if (list.equals(INDEX) || list.equals(WORKSPACES)) {
            return listPiece(list);
        }
        var below = new StoreTree(sessions()).inside(changed);
        return below.isEmpty() || !isOfSession(below.get()) || !Files.isDirectory(sessions())
                ? Optional.empty()
                : sessionPiece(sessions().toRealPath().resolve(below.get().subpath(0, 2)));
    }

    /// Folders of sessions, one for each working directory; what begins with a dot is bookkeeping.
    List<Path> buckets() throws IOException {
        if (!Files.isDirectory(sessions())) {
            return List.of();
        }
        return list(
                sessions().toRealPath(),
                entry -> !entry.getFileName().toString().startsWith(".")
                        && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS));
    }

    /// By the whole name: the bookkeeping folders hold names that only begin like a session.
    List<Path> sessionsOf(Path bucket) {
        try {
            return list(bucket, entry -> isSessionName(entry.getFileName()));
        } catch (IOException vanishedOrClosed) {
            return List.of();
        }
    }

    /// The session's log: what its main agent wrote. A session that only has its state has said nothing yet.
    List<LogPart> parts(String nativeId) throws IOException {
        if (session(nativeId).isEmpty()) {
            throw new NoSuchFileException(nativeId, null, "no such session of Kimi Code");
        }
        return wire(nativeId, "main").map(LogPart::whole).map(List::of).orElse(List.of());
    }

    Optional<Path> wire(String nativeId, String agent) throws IOException {
        var session = session(nativeId);
        if (session.isEmpty() || !AGENT.matcher(agent).matches()) {
            return Optional.empty();
        }
        return new StoreTree(session.get()).find(Path.of("agents", agent, WIRE)).map(FileStamp::path);
    }

    /// The folder of a session.
    Optional<Path> session(String nativeId) throws IOException {
        if (ID.matcher(nativeId).matches()) {
            for (var bucket : buckets()) {
                var session = bucket.resolve(nativeId);
                if (Files.isDirectory(session, LinkOption.NOFOLLOW_LINKS)) {
                    return Optional.of(session);
                }
            }
        }
        return Optional.empty();
    }

    private Optional<Piece> listPiece(String name) throws IOException {
        return new StoreTree(root).find(Path.of(name)).map(file -> new Piece(name, List.of(file)));
    }

    /// The wire first, which grows. Without its state file the program knows no session.
    private static Optional<Piece> sessionPiece(Path session) {
        var files = new ArrayList<FileStamp>(2);
        var state = StoreFile.stamp(session.resolve(STATE));
        if (state.isEmpty()) {
            return Optional.empty();
        }
        StoreFile.stamp(session.resolve(WIRE_PATH)).ifPresent(files::add);
        files.add(state.get());
        return Optional.of(new Piece(session.getName(session.getNameCount() - 2) + "/" + session.getFileName(), files));
    }

    private static boolean isOfSession(Path below) {
        return below.getNameCount() >= 2
                && !below.getName(0).toString().startsWith(".")
                && isSessionName(below.getName(1))
                && (below.getNameCount() == 2 || concerns(below.subpath(2, below.getNameCount())));
    }

    private static boolean concerns(Path inSession) {
        return inSession.toString().equals(STATE) || WIRE_PATH.startsWith(inSession);
    }

    private static boolean isSessionName(Path name) {
        return ID.matcher(name.toString()).matches();
    }

    private static List<Path> list(Path folder, DirectoryStream.Filter<Path> filter) throws IOException {
        var found = new ArrayList<Path>();
        try (var entries = Files.newDirectoryStream(folder, filter)) {
            entries.forEach(found::add);
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
        return found;
    }
}
