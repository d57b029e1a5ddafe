package dev.svc.server.engine.opencode;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// The JSON tree of the versions before the database: `session/PROJECT/ID.json`, `message/ID/…`, `part/MESSAGE/…`.
///
/// A piece is a session's own file with the newest of its messages, which is written last in every turn.
record OpencodeTree(StoreTree sessions, StoreTree messages, StoreTree parts) {
    private static final String KEY = "tree/";
    private static final String SUFFIX = ".json";
    private static final Pattern RECORD = Pattern.compile("(msg|prt)_[0-9A-Za-z]+\\.json");

    static OpencodeTree at(Path root) {
        return new OpencodeTree(
                new StoreTree(root.resolve("session")),
                new StoreTree(root.resolve("message")),
                new StoreTree(root.resolve("part")));
    }

    void walk(Consumer<Piece> pieces) throws IOException {
        var found = new ArrayList<FileStamp>();
        sessions.walk(2, found::add);
        for (var session : found) {
            piece(session).ifPresent(pieces);
        }
    }

    private Optional<Piece> piece(FileStamp session) throws IOException {
        var id = findId(session.path());
        if (id.isEmpty()) {
            return Optional.empty();
        }
        var files = new ArrayList<>(List.of(session));
        var newest = messagesOf(id.get());
        if (!newest.isEmpty()) {
            files.add(newest.getLast());
        }
        return Optional.of(new Piece(KEY + id.get(), files));
    }

    /// The id that a session's file is named after.
    static Optional<String> findId(Path session) {
        String name = stem(session);
        return Optional.of(name).filter(id -> Brand.ID.matcher(id).matches());
    }

    /// The name of a record's file without its ending.
    static String stem(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : "";
    }

    Optional<Piece> pieceOf(Path changed) throws IOException {
        var session = sessions.inside(changed).filter(inside -> inside.getNameCount() == 2);
        if (session.isPresent()) {
            var file = sessions.find(session.get());
            return file.isPresent() ? piece(file.get()) : Optional.empty();
        }
        var message = messages.inside(changed).filter(inside -> inside.getNameCount() == 2);
        return message.isPresent() ? pieceNamed(message.get().getName(0) + SUFFIX) : Optional.empty();
    }

    Optional<FileStamp> session(String nativeId) throws IOException {
        return pieceNamed(nativeId + SUFFIX).map(piece -> piece.files().getFirst());
    }

    private Optional<Piece> pieceNamed(String name) throws IOException {
        var found = new ArrayList<FileStamp>();
        sessions.walk(2, file -> {
            if (file.path().endsWith(name)) {
                found.add(file);
            }
        });
        return found.isEmpty() ? Optional.empty() : piece(found.getFirst());
    }

    /// A session's messages in the order of their ids, which is that of time.
    List<FileStamp> messagesOf(String session) throws IOException {
        return records(messages.place().resolve(session));
    }

    List<FileStamp> partsOf(String message) throws IOException {
        return records(parts.place().resolve(message));
    }

    private static List<FileStamp> records(Path folder) throws IOException {
        var found = new ArrayList<FileStamp>();
        new StoreTree(folder).walk(1, file -> {
            if (RECORD.matcher(String.valueOf(file.path().getFileName())).matches()) {
                found.add(file);
            }
        });
        found.sort(Comparator.comparing(file -> stem(file.path())));
        return found;
    }
}
