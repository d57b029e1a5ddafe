package dev.svc.server.engine.copilot;

import dev.svc.server.engine.Reading;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.ReadMark;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// What a reading of a log needs, beside the row itself, to continue where the last one stopped.
record CopilotMemo(
        ReadMark mark, int typed, int answers, long created, long updated, String version, String cwd, String branch) {
    private static final int FIELDS = 8;

    static CopilotMemo of(ReadMark mark, CopilotLog log) {
        return new CopilotMemo(
                mark,
                log.typed,
                log.answers,
                log.created,
                log.updated,
                log.version,
                Objects.requireNonNullElse(log.cwd, ""),
                Objects.requireNonNullElse(log.branch, ""));
    }

    static Optional<CopilotMemo> find(String memo) {
        var fields = memo.split("\t", -1);
        if (fields.length != FIELDS) {
            return Optional.empty();
        }
        try {
            int typed = Integer.parseInt(fields[1]);
            int answers = Integer.parseInt(fields[2]);
            long created = Long.parseLong(fields[3]);
            long updated = Long.parseLong(fields[4]);
            return ReadMark.parse(fields[0])
                    .map(mark ->
                            new CopilotMemo(mark, typed, answers, created, updated, fields[5], fields[6], fields[7]));
        } catch (NumberFormatException notOurs) {
            return Optional.empty();
        }
    }

    /// A field that has a tab itself makes a memo that nobody can read, and the log is read from its start.
    @Override
    public String toString() {
        return String.join(
                "\t",
                mark.toString(),
                Integer.toString(typed),
                Integer.toString(answers),
                Long.toString(created),
                Long.toString(updated),
                version,
                cwd,
                branch);
    }

    /// The log as it stood then; what the row says is not said twice here.
    CopilotLog resume(Reading before) {
        var log = new CopilotLog(new SkippedRecords(before.unreadable().stream()
                .filter(one -> !one.kind().equals(CopilotFolder.NOTE))
                .toList()));
        log.typed = typed;
        log.answers = answers;
        log.created = created;
        log.updated = updated;
        log.version = version;
        log.cwd = unlessEmpty(cwd);
        log.branch = unlessEmpty(branch);
        before.sessions().stream().findFirst().ifPresent(facts -> {
            log.firstPrompt = facts.firstMessage();
            log.model = facts.model();
        });
        return log;
    }

    private static @Nullable String unlessEmpty(String text) {
        return text.isEmpty() ? null : text;
    }
}
