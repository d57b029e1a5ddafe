package dev.svc.server.engine;

import dev.svc.server.engine.Original.Kind;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// A folder of a store with the name it has in the names of originals.
///
/// @param name one word; it stays the same when the store moves
/// @param place where the folder is on this host
public record OriginalTree(String name, Path place) {
    private static final int LONGEST = 4096;

    /// More files than this are not one session's.
    private static final int MOST = 20_000;

    private static final int DEPTH = 8;

    /// A file of this tree.
    ///
    /// @param path below the folder, however the folder was entered
    public Original original(FileStamp stamp, Path path, Kind kind) {
        var name = new StringBuilder(this.name);
        path.forEach(part -> name.append('/').append(part));
        return new Original(name.toString(), stamp, kind);
    }

    /// Every regular file below a folder of this tree, by name.
    ///
    /// @param path of the folder below this one
    public List<Original> all(Path path) throws IOException {
        var stamps = new ArrayList<FileStamp>();
        var folder = new StoreTree(place.resolve(path));
        folder.walk(DEPTH, stamp -> {
            if (stamps.size() < MOST) {
                stamps.add(stamp);
            }
        });
        var found = new ArrayList<Original>();
        for (var stamp : stamps) {
            var below = folder.inside(stamp.path());
            below.ifPresent(inside -> found.add(original(stamp, path.resolve(inside), kind(stamp))));
        }
        found.sort(Comparator.comparing(Original::name));
        return found;
    }

    /// By the ending that all programs give to what they append to.
    public static Kind kind(FileStamp stamp) {
        return stamp.path().toString().endsWith(".jsonl") ? Kind.LOG : Kind.DOCUMENT;
    }

    /// Where a file of that name belongs; empty when the name is not one of this tree, or leads out of it.
    public Optional<Path> place(String original) {
        if (!original.startsWith(name + "/") || original.length() > LONGEST || original.indexOf('\0') >= 0) {
            return Optional.empty();
        }
        var path = place;
        for (var part : original.substring(name.length() + 1).split("/", -1)) {
            boolean leads = part.isEmpty() || part.equals(".") || part.equals("..") || part.indexOf('\\') >= 0;
            if (leads) {
                return Optional.empty();
            }
            path = path.resolve(part);
        }
        return Optional.of(path);
    }
}
