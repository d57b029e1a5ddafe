package dev.svc.server.engine.claudecode;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the lines of one transcript add up to. Owned by the reading that made it.
final class ClaudeTally {
    private static final byte[] TYPE_FIRST = "{\"type\":\"".getBytes(US_ASCII);
    private static final byte[] TIMESTAMP = "\"timestamp\":\"".getBytes(US_ASCII);
    private static final int REACH = 300;

    private final SkippedRecords skipped;
    private final List<Reading.Hint> hints = new ArrayList<>();
    private long created;
    private long updated;
    private int typed;
    private int answers;
    private boolean named;
    private String answer = "";
    private String leaf = "";
    private String version = "";
    private @Nullable String title;
    private @Nullable String firstTyped;
    private @Nullable String firstCommand;
    private @Nullable String cwd;
    private @Nullable String branch;
    private @Nullable String model;

    ClaudeTally() {
        this.skipped = new SkippedRecords();
    }

    /// Goes on from a former reading.
    ClaudeTally(ClaudeMemo memo, Reading before) {
        var row = before.sessions().getFirst();
        this.skipped = new SkippedRecords(before.unreadable());
        this.hints.addAll(before.hints());
        this.created = memo.created();
        this.updated = memo.updated();
        this.typed = memo.typed();
        this.answers = memo.answers();
        this.named = memo.named();
        this.answer = memo.answer();
        this.leaf = memo.leaf();
        this.version = memo.version();
        this.title = row.title();
        this.firstTyped = typed > 0 ? row.firstMessage() : null;
        this.firstCommand = typed > 0 ? null : row.firstMessage();
        this.cwd = row.cwd();
        this.branch = row.branch();
        this.model = row.model();
    }

    void line(JsonLine line) {
        if (line.isBlank()) {
            return;
        }
        if (line.isTooLong()) {
            skipped.tooLong(version);
        } else if (!isPassedOver(line)) {
            ClaudeRecord.of(line).ifPresentOrElse(this::record, () -> skipped.damaged(version));
        }
    }

    /// Takes the time of a record of machinery from its first bytes and leaves the rest, which is most of a transcript.
    private boolean isPassedOver(JsonLine line) {
        if (!line.startsWith(TYPE_FIRST)) {
            return false;
        }
        var kind = line.quotedAfter(TYPE_FIRST, REACH);
        if (!ClaudeKinds.isMachinery(kind)) {
            return false;
        }
        if (!kind.startsWith("file-history-")) {
            happened(line.quotedAfter(TIMESTAMP, REACH));
        }
        return true;
    }

    private void record(ClaudeRecord record) {
        version = record.version.isEmpty() ? version : record.version;
        if (!ClaudeKinds.isUnderstood(record.kind)) {
            skipped.unknown(record.kind, version);
        }
        happened(record.timestamp);
        branch = record.branch == null ? branch : branch(record.branch);
        title(record);
        if (record.kind.equals("user")) {
            cwd = cwd == null ? record.cwd : cwd;
            said(record.said());
        } else if (!record.model().isEmpty()) {
            model = record.model();
        } else if (model == null && !record.offered.isEmpty()) {
            model = record.offered;
        }
        if (record.isVisibleAnswer() && !(record.message.id.equals(answer) && !answer.isEmpty())) {
            answers++;
            answer = record.message.id;
        }
        leaf = record.isSpoken() ? record.uuid : leaf;
    }

    private void title(ClaudeRecord record) {
        var text = Excerpt.title(record.title);
        if (text == null) {
            return;
        }
        switch (record.kind) {
            case ClaudeKinds.CUSTOM_TITLE -> {
                title = text;
                named = true;
            }
            case ClaudeKinds.AI_TITLE -> title = named ? title : text;
            case ClaudeKinds.SUMMARY -> hints.add(new Reading.Hint(record.leaf, ClaudeKinds.SUMMARY, text));
            default -> {}
        }
    }

    private void said(ClaudeMessage.Said said) {
        if (said.typed()) {
            typed++;
            firstTyped = firstTyped == null ? Excerpt.message(said.text()) : firstTyped;
        } else if (said.isCommand() && firstCommand == null) {
            firstCommand = Excerpt.message(said.text());
        }
    }

    private void happened(String timestamp) {
        if (timestamp.isEmpty()) {
            return;
        }
        try {
            long at = Timestamp.millis(timestamp);
            created = created == 0 ? at : Math.min(created, at);
            updated = Math.max(updated, at);
        } catch (DateTimeException damaged) {
            // a record without a usable time still counts for what it says
        }
    }

    private static @Nullable String branch(String recorded) {
        return recorded.isEmpty() || recorded.equals("HEAD") ? null : recorded;
    }

    /// Whether a list has what it needs from the beginning of the transcript.
    boolean knowsItsBeginning() {
        return typed > 0 && cwd != null;
    }

    /// Adds what the end of the transcript says, seen newest first, to what its beginning said.
    void end(ClaudeTail tail) {
        updated = Math.max(updated, tail.updated());
        title = tail.title() == null || (named && !tail.isNamed()) ? title : tail.title();
        named |= tail.isNamed();
        model = tail.model() == null ? model : tail.model();
        branch = tail.knowsBranch() ? tail.branch() : branch;
        leaf = tail.leaf().isEmpty() ? leaf : tail.leaf();
        hints.addAll(tail.hints());
    }

    Reading glanced(Piece piece, String nativeId) {
        var memo = new ClaudeMemo(new ReadMark(0, 0), created, updated, 0, 0, named, "", leaf, version);
        return new Reading(rows(piece, nativeId, -1, 0), distinctHints(), List.of(), memo.toString(), false);
    }

    Reading read(Piece piece, String nativeId, ReadMark mark) {
        var memo = new ClaudeMemo(mark, created, updated, typed, answers, named, answer, leaf, version);
        return new Reading(
                rows(piece, nativeId, typed + answers, skipped.total()),
                distinctHints(),
                skipped.counts(),
                memo.toString(),
                true);
    }

    private List<Reading.Hint> distinctHints() {
        return hints.size() < 2 ? hints : hints.stream().distinct().toList();
    }

    /// A row only when a person said something, or ran a command that was answered.
    private List<SessionFacts> rows(Piece piece, String nativeId, int messages, int unreadable) {
        if (typed == 0 && (firstCommand == null || answers == 0)) {
            return List.of();
        }
        var stamp = piece.files().getFirst();
        var written = Instant.ofEpochMilli(stamp.modifiedNanos() / 1_000_000);
        return List.of(new SessionFacts(
                new SessionId(EngineKey.CLAUDE_CODE, nativeId),
                title,
                firstTyped == null ? firstCommand : firstTyped,
                cwd,
                created == 0 ? written : Instant.ofEpochMilli(created),
                updated == 0 ? written : Instant.ofEpochMilli(updated),
                messages,
                model,
                branch,
                stamp.size(),
                piece.key().startsWith(ClaudeHome.ARCHIVE),
                null,
                unreadable));
    }
}
