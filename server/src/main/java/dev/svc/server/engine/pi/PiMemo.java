package dev.svc.server.engine.pi;

import dev.svc.server.engine.file.ReadMark;
import java.util.Optional;

/// What a reading needs, beside the row itself, to continue where it stopped.
///
/// @param created epoch milliseconds; 0 when no entry said
/// @param last the name of the last entry
record PiMemo(ReadMark mark, long created, long updated, int prompts, int answers, long version, String last) {
    private static final int FIELDS = 7;

    static Optional<PiMemo> parse(String memo) {
        var fields = memo.split("\t", -1);
        if (fields.length != FIELDS) {
            return Optional.empty();
        }
        try {
            return ReadMark.parse(fields[0])
                    .map(mark -> new PiMemo(
                            mark,
                            Long.parseLong(fields[1]),
                            Long.parseLong(fields[2]),
                            Integer.parseInt(fields[3]),
                            Integer.parseInt(fields[4]),
                            Long.parseLong(fields[5]),
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
                Integer.toString(prompts),
                Integer.toString(answers),
                Long.toString(version),
                last);
    }
}
