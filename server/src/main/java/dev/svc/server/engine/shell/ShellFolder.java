package dev.svc.server.engine.shell;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Where the logs of plain terminals lie: `ID.jsonl`, one for each.
record ShellFolder(Path root) {
    static final Pattern ID = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    private static final String ENDING = ".jsonl";

    void walk(Consumer<Piece> pieces) throws IOException {
        tree().walk(1, file -> piece(file).ifPresent(pieces));
    }

    Optional<Piece> pieceOf(Path changed) throws IOException {
        var inside = tree().inside(changed).filter(it -> it.getNameCount() == 1);
        return inside.isEmpty() ? Optional.empty() : tree().find(inside.get()).flatMap(ShellFolder::piece);
    }

    private static Optional<Piece> piece(FileStamp file) {
        String name = String.valueOf(file.path().getFileName());
        return Optional.of(name)
                .filter(it -> it.endsWith(ENDING))
                .map(it -> it.substring(0, it.length() - ENDING.length()))
                .filter(id -> ID.matcher(id).matches())
                .map(id -> new Piece(id, List.of(file)));
    }

    /// The log of a session, which need not be there.
    Path log(String nativeId) {
        if (!ID.matcher(nativeId).matches()) {
            throw new IllegalArgumentException("not an id of a terminal: " + nativeId);
        }
        return root.resolve(nativeId + ENDING);
    }

    /// The log of a session, where it is there.
    Optional<FileStamp> find(String nativeId) throws IOException {
        return ID.matcher(nativeId).matches() ? tree().find(Path.of(nativeId + ENDING)) : Optional.empty();
    }

    Path requireLog(String nativeId) throws IOException {
        return find(nativeId)
                .map(FileStamp::path)
                .orElseThrow(() -> new NoSuchFileException(nativeId, null, "no such terminal"));
    }

    private StoreTree tree() {
        return new StoreTree(root);
    }
}
