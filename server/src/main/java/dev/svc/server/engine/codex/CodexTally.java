package dev.svc.server.engine.codex;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the lines of one rollout add up to. Owned by the reading that made it.
final class CodexTally {
    private final SkippedRecords skipped;
    private long created;
    private long updated;
    private int typed;
    private int answers;
    private boolean paginated;
    private boolean begun;
    private String version = "";
    private @Nullable CodexMeta meta;
    private @Nullable String first;
    private @Nullable String model;

    CodexTally() {
        this.skipped = new SkippedRecords();
    }

    /// Goes on from a former reading.
    CodexTally(CodexMemo memo, Reading before) {
        var row = before.sessions().getFirst();
        this.skipped = new SkippedRecords(before.unreadable());
        this.created = memo.created();
        this.updated = memo.updated();
        this.typed = memo.typed();
        this.answers = memo.answers();
        this.paginated = memo.paginated();
        this.version = memo.version();
        this.first = row.firstMessage();
        this.model = row.model();
        this.begun = true;
    }

    void line(JsonLine line) {
        if (line.isBlank()) {
            return;
        }
        if (line.isTooLong()) {
            skipped.tooLong(version);
        } else {
            CodexRecord.of(line).ifPresentOrElse(this::record, () -> skipped.damaged(version));
        }
    }

    private void record(CodexRecord record) {
        var unknown = record.unknown();
        if (!unknown.isEmpty()) {
            skipped.unknown(unknown, version);
        }
        happened(record.timestamp);
        if (record.meta != null && !begun) {
            begun = true;
            meta = record.meta;
            paginated = record.meta.paginated;
            version = record.meta.version;
        }
        model = record.model.isEmpty() ? model : record.model;
        if (record.speech.isTyped(paginated)) {
            typed++;
            first = first == null ? Excerpt.message(record.speech.words(paginated)) : first;
        } else if (record.speech.isAnswer(paginated)) {
            answers++;
        }
    }

    void happened(String timestamp) {
        try {
            long at = timestamp.isEmpty() ? 0 : Timestamp.millis(timestamp);
            created = created == 0 ? at : created;
            updated = Math.max(updated, at);
        } catch (DateTimeException damaged) {
            // a record without a usable time still counts for what it says
        }
    }

    /// The rollout was last written to when its file was: Codex keeps that time when it compresses one.
    void happened(FileStamp file) {
        updated = Math.max(updated, file.modifiedNanos() / 1_000_000);
    }

    /// Counts what could not be read of a compressed rollout.
    void lost(String what) {
        skipped.unknown(what, version);
    }

    /// The newest model, seen at the end of the rollout.
    void model(String newest) {
        model = newest;
    }

    /// Puts what was said in the rollout that this one continues before what is said in this one.
    void inherit(CodexTally parent) {
        typed += parent.typed;
        answers += parent.answers;
        first = parent.first == null ? first : parent.first;
    }

    CodexMeta.@Nullable Base base() {
        return meta == null ? null : meta.base();
    }

    @Nullable
    CodexMeta meta() {
        return meta;
    }

    /// Whether a list has what it needs from the beginning of the rollout.
    boolean knowsItsBeginning() {
        return begun && typed > 0;
    }

    Reading glanced(Piece piece) {
        return new Reading(rows(piece, null, -1, 0), List.of(), List.of(), "", false);
    }

    /// @param mark where the next reading goes on; null when it has to begin again
    Reading read(Piece piece, @Nullable Reading before, @Nullable ReadMark mark) {
        var memo = mark == null
                ? ""
                : new CodexMemo(mark, created, updated, typed, answers, paginated, version).toString();
        var former = before == null ? null : before.sessions().getFirst();
        return new Reading(
                rows(piece, former, typed + answers, skipped.total()), List.of(), skipped.counts(), memo, true);
    }

    /// A row only when a person, or the session that started this one, said something.
    private List<SessionFacts> rows(Piece piece, @Nullable SessionFacts former, int messages, int unreadable) {
        var stamp = piece.files().getFirst();
        var written = Instant.ofEpochMilli(stamp.modifiedNanos() / 1_000_000);
        var from = created == 0 ? written : Instant.ofEpochMilli(created);
        var until = updated == 0 ? written : Instant.ofEpochMilli(updated);
        boolean archived = piece.key().startsWith(CodexHome.ARCHIVE);
        if (former != null) {
            return List.of(new SessionFacts(
                    former.id(),
                    null,
                    first,
                    former.cwd(),
                    from,
                    until,
                    messages,
                    model,
                    former.branch(),
                    stamp.size(),
                    archived,
                    former.parent(),
                    unreadable));
        }
        if (meta == null || typed == 0 || !CodexHome.ID.matcher(meta.id).matches()) {
            return List.of();
        }
        var parent = meta.parent();
        if (meta.subAgent && parent == null) {
            return List.of();
        }
        return List.of(new SessionFacts(
                id(meta.id),
                null,
                first,
                meta.cwd,
                from,
                until,
                messages,
                model,
                meta.branch,
                stamp.size(),
                archived,
                parent == null ? null : id(parent),
                unreadable));
    }

    private static SessionId id(String nativeId) {
        return new SessionId(EngineKey.CODEX, nativeId);
    }
}
