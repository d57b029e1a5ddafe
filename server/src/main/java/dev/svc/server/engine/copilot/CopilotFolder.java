package dev.svc.server.engine.copilot;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.turn.LogPart;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Where things lie below Copilot's home folder. Files are named by their real path, so that a link on the way shows.
record CopilotFolder(Path root) {
    static final Pattern ID = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    static final String SESSIONS = "session-state";
    static final String LOG = "events.jsonl";
    static final String NOTE = "workspace.yaml";

    /// Each session has a folder here, and beside them is bookkeeping.
    StoreTree sessions() {
        return new StoreTree(root.resolve(SESSIONS));
    }

    void walk(Consumer<Piece> pieces) throws IOException {
        for (var folder : folders()) {
            piece(folder).ifPresent(pieces);
        }
    }

    /// The folders of sessions, those included in which nothing was said yet.
    List<Path> folders() throws IOException {
        var real = sessions().realPlace();
        return sessions().folders().stream()
                .filter(name -> isId(name.toString()))
                .map(real::resolve)
                .toList();
    }

    /// The piece that a changed file, or a session's new folder, belongs to.
    Optional<Piece> pieceOf(Path changed) throws IOException {
        var below = sessions().inside(changed);
        if (below.isEmpty() || !isOfSession(below.get())) {
            return Optional.empty();
        }
        var log = log(below.get().getName(0).toString());
        return log.isEmpty() ? Optional.empty() : piece(log.get().path().resolveSibling(""));
    }

    private static boolean isOfSession(Path below) {
        return isId(below.getName(0).toString())
                && (below.getNameCount() == 1
                        || (below.getNameCount() == 2 && (below.endsWith(LOG) || below.endsWith(NOTE))));
    }

    /// The log first, which grows. A session that was opened and left has a note alone, and is none.
    private static Optional<Piece> piece(Path folder) {
        var files = new ArrayList<FileStamp>(2);
        var log = StoreFile.stamp(folder.resolve(LOG));
        if (log.isEmpty()) {
            return Optional.empty();
        }
        files.add(log.get());
        StoreFile.stamp(folder.resolve(NOTE)).ifPresent(files::add);
        return Optional.of(new Piece(folder.getFileName().toString(), files));
    }

    /// The log of a session; empty when there is no such session.
    Optional<FileStamp> log(String nativeId) throws IOException {
        return isId(nativeId) ? sessions().find(Path.of(nativeId, LOG)) : Optional.empty();
    }

    List<LogPart> parts(String nativeId) throws IOException {
        var log = log(nativeId)
                .orElseThrow(() -> new NoSuchFileException(nativeId, null, "no such session of GitHub Copilot"));
        return List.of(LogPart.whole(log.path()));
    }

    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }
}
