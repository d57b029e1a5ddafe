package dev.svc.server.engine.move;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/// Where folders of another host lie on this one.
///
/// Paths are text here: those of the other host need not exist, and are none that this host could look up.
public final class FolderMap {
    /// Everything lies where it lay.
    public static final FolderMap NONE = new FolderMap(List.of());

    private static final int MOST = 100;
    private static final String FORM = "write OLD=NEW, two absolute paths, for example /home/ann/code=/srv/code";

    private final List<Pair> pairs;

    /// Without a slash at the end; the root is empty.
    private record Pair(String old, String now) {
        boolean holds(String path) {
            return path.startsWith(old) && (path.length() == old.length() || path.charAt(old.length()) == '/');
        }

        String moved(String path) {
            var moved = now + (path.equals("/") ? "" : path.substring(old.length()));
            return moved.isEmpty() ? "/" : moved;
        }
    }

    private FolderMap(List<Pair> pairs) {
        this.pairs = pairs;
    }

    /// Reads pairs as people write them: `OLD=NEW`.
    ///
    /// @throws IllegalArgumentException with what is wrong, and what to write
    public static FolderMap parse(Collection<String> written) {
        if (written.size() > MOST) {
            throw new IllegalArgumentException("%d folders are mapped; at most %d can be. Map a folder above them."
                    .formatted(written.size(), MOST));
        }
        var pairs = new ArrayList<Pair>();
        for (var text : written) {
            var pair = pair(text);
            for (var other : pairs) {
                if (other.old().equals(pair.old()) && !other.equals(pair)) {
                    throw new IllegalArgumentException(
                            "%s is mapped twice: write it once.".formatted(shown(pair.old())));
                }
            }
            pairs.add(pair);
        }
        pairs.sort(Comparator.comparingInt((Pair pair) -> pair.old().length()).reversed());
        return new FolderMap(List.copyOf(pairs));
    }

    /// Both paths begin with a slash, so that names with an equals sign are no trouble.
    private static Pair pair(String text) {
        int sign = text.indexOf("=/");
        if (!text.startsWith("/") || sign < 0) {
            throw new IllegalArgumentException("%s maps no folder: %s.".formatted(text, FORM));
        }
        if (text.indexOf("=/", sign + 1) >= 0) {
            throw new IllegalArgumentException(
                    "%s can be read in two ways: map a folder whose path has no \"=/\" in it.".formatted(text));
        }
        if (text.chars().anyMatch(unit -> unit < ' ' || unit == 0x7f)) {
            throw new IllegalArgumentException("A mapped folder has a control character in its name: " + FORM + ".");
        }
        return new Pair(normal(text.substring(0, sign)), normal(text.substring(sign + 1)));
    }

    private static String normal(String path) {
        var names = new ArrayDeque<String>();
        for (var name : path.split("/", -1)) {
            if (name.equals("..")) {
                names.pollLast();
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.addLast(name);
            }
        }
        return names.isEmpty() ? "" : "/" + String.join("/", names);
    }

    private static String shown(String path) {
        return path.isEmpty() ? "/" : path;
    }

    public boolean isEmpty() {
        return pairs.isEmpty();
    }

    /// Where the folder lies here; the same where nothing is said of it, or where it is no absolute path.
    public String map(String path) {
        if (path.startsWith("/")) {
            for (var pair : pairs) {
                if (pair.holds(path)) {
                    return pair.moved(path);
                }
            }
        }
        return path;
    }

    public boolean moves(String path) {
        return !map(path).equals(path);
    }
}
