package dev.svc.server.engine.usage;

import dev.svc.server.engine.file.ReadMark;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// Where the reading of each file of a session stopped, as a text.
final class UsageMarks {
    /// A session of more files is read again from the start, which costs time alone.
    private static final int MOST = 5_000;

    private static final int LONGEST_STATE = 1_000;
    private static final String WHOLE = "=";

    private final Map<String, String> marks = new LinkedHashMap<>();

    /// Where a log was left.
    record Place(ReadMark mark, String state) {}

    static UsageMarks parse(String text) {
        var parsed = new UsageMarks();
        for (var line : text.split("\n", -1)) {
            int tab = line.indexOf('\t');
            if (tab > 0) {
                parsed.marks.put(line.substring(0, tab), line.substring(tab + 1));
            }
        }
        return parsed;
    }

    Optional<Place> log(String file) {
        var text = marks.getOrDefault(file, "");
        int tab = text.indexOf('\t');
        return tab < 0
                ? Optional.empty()
                : ReadMark.parse(text.substring(0, tab)).map(mark -> new Place(mark, text.substring(tab + 1)));
    }

    void log(String file, Place place) {
        var state = place.state().replace('\t', ' ').replace('\n', ' ');
        if (state.length() <= LONGEST_STATE) {
            marks.put(file, place.mark() + "\t" + state);
        }
    }

    /// Whether a file that is read as a whole is the one that was read.
    boolean isRead(String file, String stamp) {
        return (WHOLE + stamp).equals(marks.get(file));
    }

    void read(String file, String stamp) {
        marks.put(file, WHOLE + stamp);
    }

    @Override
    public String toString() {
        if (marks.size() > MOST) {
            return "";
        }
        var text = new StringBuilder();
        marks.forEach(
                (file, mark) -> text.append(file).append('\t').append(mark).append('\n'));
        return text.toString();
    }
}
