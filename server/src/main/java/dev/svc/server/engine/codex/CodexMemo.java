package dev.svc.server.engine.codex;

import dev.svc.server.engine.file.ReadMark;
import java.util.Optional;

/// What a reading needs, beside the row itself, to continue where it stopped.
///
/// @param created epoch milliseconds; 0 when no record said
record CodexMemo(ReadMark mark, long created, long updated, int typed, int answers, boolean paginated, String version) {
    private static final int FIELDS = 7;

    static Optional<CodexMemo> parse(String memo) {
        var fields = memo.split("\t", -1);
        if (fields.length != FIELDS) {
            return Optional.empty();
        }
        try {
            return ReadMark.parse(fields[0])
                    .map(mark -> new CodexMemo(
                            mark,
                            Long.parseLong(fields[1]),
                            Long.parseLong(fields[2]),
                            Integer.parseInt(fields[3]),
                            Integer.parseInt(fields[4]),
                            Boolean.parseBoolean(fields[5]),
                            fields[6]));
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
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
                Boolean.toString(paginated),
                version.replace('\t', ' '));
    }
}
