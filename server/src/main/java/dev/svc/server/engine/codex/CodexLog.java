package dev.svc.server.engine.codex;

import dev.svc.server.engine.file.Decompression;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.json.JsonLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/// The file of a rollout: plain, or compressed once it has not been written to for days. Codex replaces one by the
/// other
/// as a whole, and expands a compressed one before it appends to it. While both are there, the plain one counts.
final class CodexLog {
    static final String PLAIN = ".jsonl";
    static final String COMPRESSED = PLAIN + ".zst";

    private static final int SUFFIX = COMPRESSED.length() - PLAIN.length();

    private CodexLog() {}

    static boolean isCompressed(Path file) {
        return String.valueOf(file.getFileName()).endsWith(COMPRESSED);
    }

    /// The name without what says that it is compressed.
    static String plainName(Path file) {
        var name = String.valueOf(file.getFileName());
        return isCompressed(file) ? name.substring(0, name.length() - SUFFIX) : name;
    }

    /// Whether a plain file stands beside this compressed one.
    static boolean isReplaced(Path file) {
        return isCompressed(file)
                && Files.isRegularFile(file.resolveSibling(plainName(file)), LinkOption.NOFOLLOW_LINKS);
    }

    /// The file that counts, of the one named and its other form.
    static Optional<FileStamp> find(StoreTree tree, Path relative) throws IOException {
        var name = plainName(relative);
        var plain = tree.find(relative.resolveSibling(name));
        return plain.isPresent()
                ? plain
                : tree.find(relative.resolveSibling(name.substring(0, name.length() - PLAIN.length()) + COMPRESSED));
    }

    static FileStamp stamp(Path file) throws IOException {
        return FileStamp.of(file).orElseThrow(() -> new NoSuchFileException(file.toString(), null, "no regular file"));
    }

    /// Shows the complete lines from the start, not past `end`; returns what a compressed file did not yield.
    static Optional<String> read(FileStamp file, long end, JsonLines.Visitor visitor) throws IOException {
        try (var channel = JsonLines.open(file)) {
            if (!isCompressed(file.path())) {
                JsonLines.read(channel, 0, end, visitor);
                return Optional.empty();
            }
            try (var content = Decompression.of(channel)) {
                JsonLines.read(content, end, visitor);
                return content.loss();
            }
        }
    }
}
