package dev.svc.server.engine.qwen;

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
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// What the lines of one chat add up to. Owned by the reading that made it.
final class QwenTally {
    private static final int ENOUGH = SessionFacts.MAX_FIRST_MESSAGE + 100;

    /// Of an answer it only matters whether there is one.
    private static final int A_GLIMPSE = 100;

    private final SkippedRecords skipped;
    private long created;
    private long updated;
    private int typed;
    private int answers;
    private String version = "";
    private @Nullable String title;
    private @Nullable String first;
    private @Nullable String cwd;
    private @Nullable String branch;
    private @Nullable String model;

    QwenTally() {
        this.skipped = new SkippedRecords();
    }

    /// Goes on from a former reading.
    QwenTally(QwenMemo memo, Reading before) {
        var row = before.sessions().getFirst();
        this.skipped = new SkippedRecords(before.unreadable());
        this.created = memo.created();
        this.updated = memo.updated();
        this.typed = memo.typed();
        this.answers = memo.answers();
        this.version = memo.version();
        this.title = row.title();
        this.first = row.firstMessage();
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
        } else {
            QwenRecord.of(line).ifPresentOrElse(this::record, () -> skipped.damaged(version));
        }
    }

    private void record(QwenRecord record) {
        version = record.version.isEmpty() ? version : record.version.replace('\t', ' ');
        if (!record.isKnown()) {
            skipped.unknown(record.type, version);
            return;
        }
        happened(record.timestamp);
        cwd = cwd == null ? record.folder() : cwd;
        branch = record.branch.isBlank() ? branch : record.branch;
        title = title(record, title);
        if (!record.isAgents) {
            message(record);
        }
    }

    private void message(QwenRecord record) {
        if (record.isAnswer()) {
            model = record.model.isBlank() ? model : record.model;
            answers += record.said(A_GLIMPSE).isBlank() ? 0 : 1;
            return;
        }
        var words = record.typed(ENOUGH);
        if (!words.isBlank()) {
            typed++;
            first = first == null ? Excerpt.message(words) : first;
        }
    }

    /// A name that was given, by a person or by the program; the last one counts.
    static @Nullable String title(QwenRecord record, @Nullable String before) {
        var given = record.isSystem("custom_title")
                ? Excerpt.title(record.payload.member("customTitle").text(ENOUGH))
                : null;
        return given == null ? before : given;
    }

    private void happened(String timestamp) {
        long at = Timestamp.millisOrZero(timestamp);
        if (at > 0) {
            created = created == 0 ? at : Math.min(created, at);
            updated = Math.max(updated, at);
        }
    }

    /// Whether a list has what it needs from the beginning of the chat.
    boolean knowsItsBeginning() {
        return typed > 0 && cwd != null;
    }

    /// Adds what the end of the chat says to what its beginning said.
    void end(QwenTail tail) {
        updated = Math.max(updated, tail.updated());
        title = tail.title() == null ? title : tail.title();
        branch = tail.branch() == null ? branch : tail.branch();
        model = tail.model() == null ? model : tail.model();
    }

    Reading glanced(Piece piece) {
        return new Reading(rows(piece, -1, 0), List.of(), List.of(), "", false);
    }

    Reading read(Piece piece, ReadMark mark) {
        var memo = new QwenMemo(mark, created, updated, typed, answers, version);
        return new Reading(
                rows(piece, typed + answers, skipped.total()), List.of(), skipped.counts(), memo.toString(), true);
    }

    /// A row only when a person said something.
    private List<SessionFacts> rows(Piece piece, int messages, int unreadable) {
        if (typed == 0) {
            return List.of();
        }
        var stamp = piece.files().getFirst();
        var path = stamp.path();
        long written = TimeUnit.NANOSECONDS.toMillis(stamp.modifiedNanos());
        var id = QwenHome.id(path.getName(path.getNameCount() - 1).toString());
        return List.of(new SessionFacts(
                new SessionId(EngineKey.QWEN, id),
                title,
                first,
                cwd,
                Instant.ofEpochMilli(created == 0 ? written : created),
                Instant.ofEpochMilli(updated == 0 ? written : updated),
                messages,
                model,
                branch,
                stamp.size(),
                QwenHome.isArchived(path),
                null,
                unreadable));
    }
}
