package dev.svc.server.engine.qwen;

import dev.svc.server.engine.file.ReadMark;
import java.util.Optional;

/// What a reading needs, beside the row itself, to continue where it stopped.
///
/// @param created epoch milliseconds; 0 when no record said
record QwenMemo(ReadMark mark, long created, long updated, int typed, int answers, String version) {
    private static final int FIELDS = 6;

    static Optional<QwenMemo> parse(String memo) {
        var fields = memo.split("\t", -1);
        if (fields.length != FIELDS) {
            return Optional.empty();
        }
        try {
            return ReadMark.parse(fields[0])
                    .map(mark -> new QwenMemo(
                            mark,
                            Long.parseLong(fields[1]),
                            Long.parseLong(fields[2]),
                            Integer.parseInt(fields[3]),
                            Integer.parseInt(fields[4]),
                            fields[5]));
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }

    /// A damaged store may have any version.
    @Override
    public String toString() {
        return String.join(
                "\t",
                mark.toString(),
                Long.toString(created),
                Long.toString(updated),
                Integer.toString(typed),
                Integer.toString(answers),
                version.replace('\t', ' '));
    }
}
