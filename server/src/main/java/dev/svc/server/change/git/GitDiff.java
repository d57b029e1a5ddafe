package dev.svc.server.change.git;

import dev.svc.server.change.fold.ChangedFile;
import dev.svc.server.change.fold.ChangedFile.End;
import dev.svc.server.change.fold.ChangedFile.Hunk;
import dev.svc.server.change.fold.ChangedFile.Kind;
import dev.svc.server.change.fold.ChangedFile.Line;
import dev.svc.server.engine.change.PatchHunk;
import dev.svc.server.engine.change.UnifiedDiff;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Reads what `git diff` prints, file by file. Owned by one reading.
final class GitDiff {
    private static final String FILE = "diff --git ";
    private static final int MOST_FILES = 3_000;

    private final List<ChangedFile> files = new ArrayList<>();
    private final StringBuilder body = new StringBuilder();
    private @Nullable String header;
    private String old = "";
    private String now = "";
    private Kind kind = Kind.MODIFIED;
    private boolean isBinary;
    private boolean isInHunks;

    private GitDiff() {}

    /// The files, with paths below the root.
    static List<ChangedFile> read(String output) {
        var diff = new GitDiff();
        int at = 0;
        while (at < output.length() && diff.files.size() < MOST_FILES) {
            int feed = output.indexOf('\n', at);
            int end = feed < 0 ? output.length() : feed;
            diff.line(output.substring(at, end));
            at = end + 1;
        }
        diff.endFile();
        return diff.files;
    }

    private void line(String line) {
        if (line.startsWith(FILE)) {
            endFile();
            header = line.substring(FILE.length());
        } else if (header != null && (isInHunks || line.startsWith("@@ "))) {
            isInHunks = true;
            body.append(line).append('\n');
        } else if (header != null) {
            head(line);
        }
    }

    private void head(String line) {
        if (line.startsWith("new file mode ")) {
            kind = Kind.ADDED;
        } else if (line.startsWith("deleted file mode ")) {
            kind = Kind.DELETED;
        } else if (line.startsWith("rename from ")) {
            kind = Kind.MOVED;
            old = unquoted(line.substring("rename from ".length()));
        } else if (line.startsWith("rename to ")) {
            now = unquoted(line.substring("rename to ".length()));
        } else if (line.startsWith("--- ") && old.isEmpty()) {
            old = side(line.substring(4), "a/");
        } else if (line.startsWith("+++ ") && now.isEmpty()) {
            now = side(line.substring(4), "b/");
        } else if (line.startsWith("Binary files ")) {
            isBinary = true;
        }
    }

    /// Git ends a path that has blanks in it with a tab.
    private static String side(String text, String prefix) {
        var path = unquoted(text.endsWith("\t") ? text.substring(0, text.length() - 1) : text);
        return path.startsWith(prefix) ? path.substring(prefix.length()) : "";
    }

    private void endFile() {
        if (header != null) {
            var path = now.isEmpty() ? old.isEmpty() ? both(header) : old : now;
            if (!path.isEmpty()) {
                add(path);
            }
        }
        header = null;
        old = "";
        now = "";
        kind = Kind.MODIFIED;
        isBinary = false;
        isInHunks = false;
        body.setLength(0);
    }

    /// The path of a file that both sides name alike, when no other line names it.
    private static String both(String header) {
        if (header.startsWith("\"")) {
            int end = header.indexOf("\" \"");
            return end < 0 ? "" : side(header.substring(0, end + 1), "a/");
        }
        int middle = header.length() / 2;
        return header.length() > 4 && header.charAt(middle) == ' ' ? header.substring(2, middle) : "";
    }

    private void add(String path) {
        var hunks = hunks(UnifiedDiff.read(body.toString()));
        int additions = 0;
        int deletions = 0;
        for (var hunk : hunks) {
            for (var line : hunk.lines()) {
                additions += line.op() == '+' ? 1 : 0;
                deletions += line.op() == '-' ? 1 : 0;
            }
        }
        files.add(new ChangedFile(
                path, kind, kind == Kind.MOVED ? old : null, additions, deletions, isBinary, true, false, hunks));
    }

    private static List<Hunk> hunks(List<PatchHunk> patch) {
        var hunks = new ArrayList<Hunk>();
        int shift = 0;
        for (var hunk : patch) {
            int before = hunk.before().size();
            int after = hunk.after().size();
            int start = hunk.oldStart() + shift + (before == 0 ? 1 : 0) - (after == 0 ? 1 : 0);
            hunks.add(new Hunk(null, null, hunk.oldStart(), start, lines(hunk)));
            shift += after - before;
        }
        return hunks;
    }

    private static List<Line> lines(PatchHunk hunk) {
        var lines = new ArrayList<Line>();
        for (var line : hunk.lines()) {
            boolean isCrlf = line.text().endsWith("\r") && !line.isBare();
            var text = isCrlf ? line.text().substring(0, line.text().length() - 1) : line.text();
            lines.add(new Line(line.op(), text, line.isBare() ? End.NONE : isCrlf ? End.CRLF : End.LF));
        }
        return lines;
    }

    /// Git quotes paths with odd characters as C does.
    static String unquoted(String path) {
        if (path.length() < 2 || !path.startsWith("\"") || !path.endsWith("\"")) {
            return path;
        }
        var bytes = new ByteArrayOutputStream();
        for (int i = 1; i < path.length() - 1; i++) {
            char c = path.charAt(i);
            if (c != '\\' || i + 1 >= path.length() - 1) {
                bytes.writeBytes(String.valueOf(c).getBytes(StandardCharsets.UTF_8));
                continue;
            }
            char kind = path.charAt(++i);
            int named = "abtnvfr".indexOf(kind);
            if (named >= 0) {
                bytes.write(7 + named);
            } else if (kind >= '0' && kind <= '3' && i + 2 < path.length() - 1) {
                bytes.write((kind - '0') << 6 | (path.charAt(i + 1) - '0') << 3 | (path.charAt(i + 2) - '0'));
                i += 2;
            } else {
                bytes.write(kind);
            }
        }
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
