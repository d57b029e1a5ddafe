package dev.svc.server.engine.pi;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.turn.LogPart;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// The files of sessions: in a folder for each working folder, or all in one where a person chose the place. Remembers
/// where they were seen, for the name of a folder does not follow from an id. Thread-safe.
final class PiFiles {
    /// Any name a person chose, and by itself a UUID.
    static final Pattern ID = Pattern.compile("[A-Za-z0-9](?:[A-Za-z0-9._-]{0,198}[A-Za-z0-9])?");

    /// What stands before the id in the name of a file: any digit for a zero.
    private static final String BEFORE = "0000-00-00T00-00-00-000Z_";

    private static final String BEHIND = ".jsonl";
    private static final int DEPTH = 2;

    private final StoreTree tree;
    private final Map<String, Set<Path>> seen = new ConcurrentHashMap<>();

    PiFiles(Path sessions) {
        this.tree = new StoreTree(sessions);
    }

    StoreTree tree() {
        return tree;
    }

    void walk(Consumer<Piece> pieces) throws IOException {
        tree.walk(DEPTH, this::piece, pieces);
    }

    Optional<Piece> pieceOf(Path changed) throws IOException {
        var inside = tree.inside(changed).filter(path -> path.getNameCount() <= DEPTH);
        return inside.isEmpty() ? Optional.empty() : tree.find(inside.get()).flatMap(this::piece);
    }

    private Optional<Piece> piece(FileStamp stamp) {
        var id = id(stamp.path());
        if (id.isEmpty()) {
            return Optional.empty();
        }
        seen.merge(id.get(), Set.of(stamp.path()), PiFiles::both);
        int names = stamp.path().getNameCount();
        return Optional.of(new Piece(
                stamp.path().subpath(Math.max(0, names - DEPTH), names).toString(), List.of(stamp)));
    }

    private static Set<Path> both(Set<Path> some, Set<Path> more) {
        if (some.containsAll(more)) {
            return some;
        }
        var all = new HashSet<>(some);
        all.addAll(more);
        return Set.copyOf(all);
    }

    /// The id of the session in that file; empty where it is no session's.
    static Optional<String> id(Path file) {
        var name = file.getName(file.getNameCount() - 1).toString();
        if (!isTimed(name) || !name.endsWith(BEHIND)) {
            return Optional.empty();
        }
        var id = name.substring(BEFORE.length(), name.length() - BEHIND.length());
        return ID.matcher(id).matches() ? Optional.of(id) : Optional.empty();
    }

    private static boolean isTimed(String name) {
        if (name.length() <= BEFORE.length() + BEHIND.length()) {
            return false;
        }
        for (int i = 0; i < BEFORE.length(); i++) {
            char wanted = BEFORE.charAt(i);
            char found = name.charAt(i);
            if (wanted == '0' ? found < '0' || found > '9' : found != wanted) {
                return false;
            }
        }
        return true;
    }

    /// The id of a session whose file was found by walking: its name has been looked at then.
    static String id(Piece piece) {
        var file = piece.files().getFirst().path();
        var name = file.getName(file.getNameCount() - 1).toString();
        return name.substring(BEFORE.length(), name.length() - BEHIND.length());
    }

    /// The session's file, the one written last if there are several: people may give one name in many folders.
    Optional<FileStamp> find(String nativeId) throws IOException {
        if (!ID.matcher(nativeId).matches()) {
            return Optional.empty();
        }
        var known = newest(nativeId);
        if (known.isEmpty()) {
            walk(_ -> {});
            known = newest(nativeId);
        }
        return known;
    }

    private Optional<FileStamp> newest(String nativeId) throws IOException {
        var found = new ArrayList<FileStamp>();
        for (var path : seen.getOrDefault(nativeId, Set.of())) {
            var inside = tree.inside(path);
            if (inside.isPresent()) {
                tree.find(inside.get()).ifPresent(found::add);
            }
        }
        return found.stream().max(Comparator.comparingLong(FileStamp::modifiedNanos));
    }

    List<LogPart> parts(String nativeId) throws IOException {
        return List.of(LogPart.whole(find(nativeId)
                .orElseThrow(() -> new NoSuchFileException(nativeId, null, "no such session of Pi"))
                .path()));
    }

    /// The files of the sessions of one working folder, where each has a folder of its own.
    List<FileStamp> in(Path cwd) throws IOException {
        var files = new ArrayList<FileStamp>();
        new StoreTree(tree.place().resolve(PiPlace.folderName(cwd.toString()))).walk(1, stamp -> {
            if (id(stamp.path()).isPresent()) {
                files.add(stamp);
            }
        });
        return files;
    }
}
