package dev.svc.server.engine.change;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// Reads the hunks of a unified diff of one file. Lengths are obeyed, so that a removed line that looks like a header
/// is a line.
public final class UnifiedDiff {
    private static final Pattern HEAD =
            Pattern.compile("@@ -(\\d{1,9})(?:,(\\d{1,9}))? \\+(\\d{1,9})(?:,(\\d{1,9}))? @@.*", Pattern.DOTALL);

    private UnifiedDiff() {}

    /// What stands in it; a hunk that is cut off ends where it is cut.
    public static List<PatchHunk> read(String diff) {
        var hunks = new ArrayList<PatchHunk>();
        var lines = diff.split("\n", -1);
        int at = 0;
        while (at < lines.length) {
            var head = HEAD.matcher(lines[at++]);
            if (head.matches()) {
                int old = length(head.group(2));
                int now = length(head.group(4));
                var read = new PatchHunk.Lines();
                while (at < lines.length && (old > 0 || now > 0 || lines[at].startsWith("\\"))) {
                    if (at == lines.length - 1 && lines[at].isEmpty()) {
                        break;
                    }
                    char op = lines[at].isEmpty() ? ' ' : lines[at].charAt(0);
                    if (!read.add(lines[at])) {
                        break;
                    }
                    old -= op == ' ' || op == '-' ? 1 : 0;
                    now -= op == ' ' || op == '+' ? 1 : 0;
                    at++;
                }
                if (!read.isEmpty()) {
                    hunks.add(new PatchHunk(Integer.parseInt(head.group(1)), true, "", read.all()));
                }
            }
        }
        return hunks;
    }

    private static int length(String digits) {
        return digits == null ? 1 : Integer.parseInt(digits);
    }
}
