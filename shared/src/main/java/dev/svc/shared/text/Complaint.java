package dev.svc.shared.text;

import java.util.List;
import java.util.Optional;

/// Why a program failed, in the one line of its output that says so: what git calls fatal; what follows svc's call for
/// a
/// report; else the last line. A line of a stack is never it.
public final class Complaint {
    private static final String FATAL = "fatal:";
    private static final String REPORT = "please report this:";
    private static final String FRAME = "at [\\w.$/@-]+\\(.*\\)|\\.\\.\\. \\d+ (more|common frames omitted)";

    private Complaint() {}

    /// Empty where nothing was said.
    public static Optional<String> in(String said) {
        var lines = said.lines()
                .map(line -> PlainText.line(line).strip())
                .filter(line -> !line.isEmpty() && !line.matches(FRAME))
                .toList();
        return fatal(lines).or(() -> unforeseen(lines)).or(() -> last(lines));
    }

    private static Optional<String> fatal(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith(FATAL))
                .findFirst()
                .map(line -> line.substring(FATAL.length()).strip());
    }

    /// A log goes on over several starts: the last one counts.
    private static Optional<String> unforeseen(List<String> lines) {
        for (int i = lines.size() - 2; i >= 0; i--) {
            if (lines.get(i).endsWith(REPORT)) {
                return Optional.of(lines.get(i + 1));
            }
        }
        return Optional.empty();
    }

    private static Optional<String> last(List<String> lines) {
        return lines.isEmpty() ? Optional.empty() : Optional.of(lines.getLast());
    }
}
