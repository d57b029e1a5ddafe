package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.file.ReadMark;
import java.util.Optional;

/// What a reading needs, beside the row itself, to continue where it stopped.
///
/// @param created epoch milliseconds; 0 when no record said
/// @param named whether a person gave the title
record ClaudeMemo(
        ReadMark mark,
        long created,
        long updated,
        int typed,
        int answers,
        boolean named,
        String answer,
        String leaf,
        String version) {
    private static final int FIELDS = 9;
    private static final int LEAF = 7;

    static Optional<ClaudeMemo> parse(String memo) {
        var fields = memo.split("\t", -1);
        if (fields.length != FIELDS) {
            return Optional.empty();
        }
        try {
            return ReadMark.parse(fields[0])
                    .map(mark -> new ClaudeMemo(
                            mark,
                            Long.parseLong(fields[1]),
                            Long.parseLong(fields[2]),
                            Integer.parseInt(fields[3]),
                            Integer.parseInt(fields[4]),
                            Boolean.parseBoolean(fields[5]),
                            fields[6],
                            fields[7],
                            fields[8]));
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }

    /// The last thing said, by which summaries in other transcripts name this conversation; empty when there is none.
    static String leaf(String memo) {
        int from = 0;
        for (int field = 0; field < LEAF; field++) {
            from = memo.indexOf('\t', from) + 1;
            if (from == 0) {
                return "";
            }
        }
        int to = memo.indexOf('\t', from);
        return to < 0 ? "" : memo.substring(from, to);
    }

    @Override
    public String toString() {
        return String.join(
                "\t",
                mark.toString(),
                Long.toString(created),
                Long.toString(updated),
                Integer.toString(typed),
                Integer.toString(answers),
                Boolean.toString(named),
                plain(answer),
                plain(leaf),
                plain(version));
    }

    /// Ids and versions from a damaged store may hold anything.
    static String plain(String field) {
        return field.indexOf('\t') < 0 ? field : field.replace('\t', ' ');
    }
}
