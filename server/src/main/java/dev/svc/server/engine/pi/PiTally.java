package dev.svc.server.engine.pi;

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
import org.jspecify.annotations.Nullable;

/// What the lines of one session's file add up to. Owned by the reading that made it.
///
/// What was taken back counts for nothing but times and the title: a name is the session's, wherever it was given.
final class PiTally {
    private static final int ENOUGH = 2 * SessionFacts.MAX_FIRST_MESSAGE;

    private final SkippedRecords skipped;
    private long created;
    private long updated;
    private int prompts;
    private int answers;
    private long version;
    private @Nullable String title;
    private @Nullable String first;

    /// The first words of a branch that was left, for a session that went back to before its first words.
    private @Nullable String firstLeft;

    private @Nullable String cwd;
    private @Nullable String model;

    PiTally() {
        this.skipped = new SkippedRecords();
    }

    /// Goes on from a former reading.
    PiTally(PiMemo memo, Reading before) {
        var row = before.sessions().getFirst();
        this.skipped = new SkippedRecords(before.unreadable());
        this.created = memo.created();
        this.updated = memo.updated();
        this.prompts = memo.prompts();
        this.answers = memo.answers();
        this.version = memo.version();
        this.title = row.title();
        this.first = prompts > 0 ? row.firstMessage() : null;
        this.firstLeft = prompts > 0 ? null : row.firstMessage();
        this.cwd = row.cwd();
        this.model = row.model();
    }

    /// @param counts whether the line is part of the conversation
    void line(JsonLine line, boolean counts) {
        if (line.isTooLong()) {
            skipped.tooLong(format());
        } else if (!line.isBlank()) {
            PiEntry.of(line).ifPresentOrElse(entry -> entry(entry, counts), () -> skipped.damaged(format()));
        }
    }

    private String format() {
        return version == 0 ? "" : Long.toString(version);
    }

    private void entry(PiEntry entry, boolean counts) {
        var unknown = PiKinds.unknown(entry);
        if (!unknown.isEmpty()) {
            skipped.unknown(unknown, format());
        }
        happened(Timestamp.millisOrZero(entry.timestamp));
        switch (entry.kind) {
            case PiEntry.HEADER -> header(entry);
            case PiKinds.TITLE -> title = Excerpt.title(entry.name);
            case PiKinds.MODEL -> model = counts && !entry.model.isEmpty() ? Excerpt.title(entry.model) : model;
            case PiEntry.MESSAGE -> message(entry, counts);
            default -> {}
        }
    }

    private void header(PiEntry entry) {
        version = version == 0 ? entry.version : version;
        cwd = cwd == null && !entry.cwd.isEmpty() ? entry.cwd : cwd;
    }

    private void message(PiEntry entry, boolean counts) {
        if (entry.isPrompt()) {
            said(entry, counts);
        } else if (entry.role.equals("assistant") && counts) {
            answers += entry.says() ? 1 : 0;
            model = entry.model.isEmpty() ? model : Excerpt.title(entry.model);
        }
    }

    private void said(PiEntry entry, boolean counts) {
        if (counts) {
            prompts++;
            first = first == null ? Excerpt.message(entry.words(ENOUGH)) : first;
        } else if (firstLeft == null) {
            firstLeft = Excerpt.message(entry.words(ENOUGH));
        }
    }

    /// A fork begins later than the entries that it copied.
    private void happened(long at) {
        created = created == 0 ? at : created;
        updated = Math.max(updated, at);
    }

    /// Whether a list has what it needs from the beginning of the file.
    boolean knowsItsBeginning() {
        return first != null && cwd != null;
    }

    /// Adds what the end of the file says to what its beginning said.
    void end(PiTail tail) {
        updated = Math.max(updated, tail.updated());
        model = tail.model() == null ? model : tail.model();
        title = tail.isNamed() ? tail.title() : title;
    }

    Reading glanced(Piece piece, String nativeId) {
        return new Reading(rows(piece, nativeId, -1, 0), List.of(), List.of(), "", false);
    }

    Reading read(Piece piece, String nativeId, ReadMark mark, String last) {
        var memo = new PiMemo(mark, created, updated, prompts, answers, version, last);
        return new Reading(
                rows(piece, nativeId, prompts + answers, skipped.total()),
                List.of(),
                skipped.counts(),
                memo.toString(),
                true);
    }

    /// A row only where a person said something.
    private List<SessionFacts> rows(Piece piece, String nativeId, int messages, int unreadable) {
        var words = first == null ? firstLeft : first;
        if (words == null) {
            return List.of();
        }
        var stamp = piece.files().getFirst();
        long written = stamp.modifiedNanos() / 1_000_000;
        return List.of(new SessionFacts(
                new SessionId(EngineKey.PI, nativeId),
                title,
                words,
                cwd,
                Instant.ofEpochMilli(created == 0 ? written : created),
                Instant.ofEpochMilli(updated == 0 ? written : updated),
                messages,
                model,
                null,
                stamp.size(),
                false,
                null,
                unreadable));
    }
}
