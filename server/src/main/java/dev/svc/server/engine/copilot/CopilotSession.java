package dev.svc.server.engine.copilot;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonEdges;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Reads one session's two files: the note as a whole, the log from where the last reading stopped, as long as what
/// was read is still there: what a person takes back is taken out of the log. Used once.
final class CopilotSession {
    private static final int AT_ONCE = 64 << 10;

    private final Piece piece;
    private CopilotLog log = new CopilotLog(new SkippedRecords());

    CopilotSession(Piece piece) {
        this.piece = piece;
    }

    Reading read(@Nullable Reading before) throws IOException {
        var note = note();
        try (var channel = StoreFile.open(logFile().path())) {
            long from = resume(channel, before);
            int atOnce = Math.clamp(channel.size() - from + 1, 1, AT_ONCE);
            long end = JsonLines.read(channel, from, Long.MAX_VALUE, atOnce, line -> {
                log.add(line);
                return true;
            });
            var memo = CopilotMemo.of(ReadMark.at(channel, end), log);
            return reading(note, memo.toString(), true);
        }
    }

    /// Where to continue; a session without a row yet is short, so it is simply read again.
    private long resume(FileChannel channel, @Nullable Reading before) throws IOException {
        if (before == null || !before.complete() || before.sessions().isEmpty()) {
            return 0;
        }
        var memo = CopilotMemo.find(before.memo());
        if (memo.isEmpty() || !memo.get().mark().holds(channel)) {
            return 0;
        }
        log = memo.get().resume(before);
        return memo.get().mark().offset();
    }

    Reading glance(JsonEdges edges) throws IOException {
        var note = note();
        edges.look(
                logFile(),
                line -> {
                    log.add(line);
                    return log.firstPrompt == null;
                },
                new Newest());
        return reading(note, "", false);
    }

    /// The last moment that the log knows.
    private final class Newest implements JsonEdges.Tail {
        private boolean isKnown;

        @Override
        public boolean line(JsonLine line) {
            long at = line.isTooLong() ? 0 : Timestamp.millisOrZero(CopilotEntry.of(line).timestamp);
            log.updated = Math.max(log.updated, at);
            isKnown = at > 0;
            return !isKnown;
        }

        @Override
        public boolean isContent() {
            return isKnown;
        }
    }

    private FileStamp logFile() {
        return piece.files().getFirst();
    }

    /// A damaged note does not remove a conversation from the list.
    private CopilotNote note() {
        if (piece.files().size() < 2) {
            return CopilotNote.NONE;
        }
        try {
            return CopilotNote.of(StoreFile.head(piece.files().getLast().path()));
        } catch (NoSuchFileException gone) {
            return CopilotNote.NONE;
        } catch (IOException closed) {
            return CopilotNote.DAMAGED;
        }
    }

    private Reading reading(CopilotNote note, String memo, boolean whole) {
        var unreadable = new ArrayList<>(log.skipped.counts());
        if (!note.isWhole()) {
            unreadable.add(new Reading.Unreadable(CopilotFolder.NOTE, 1, ""));
        }
        return new Reading(rows(note, whole), List.of(), unreadable, memo, whole);
    }

    /// The program names a session once something was said in it.
    private List<SessionFacts> rows(CopilotNote note, boolean whole) {
        return note.name() != null || log.typed > 0 ? List.of(facts(note, whole)) : List.of();
    }

    private SessionFacts facts(CopilotNote note, boolean whole) {
        var modified = Instant.EPOCH.plusNanos(logFile().modifiedNanos());
        var updated = log.updated > 0 ? Instant.ofEpochMilli(log.updated) : modified;
        var begun = log.created > 0 ? Instant.ofEpochMilli(log.created) : updated;
        return new SessionFacts(
                new SessionId(EngineKey.COPILOT, piece.key()),
                note.name(),
                log.firstPrompt,
                note.cwd() != null ? note.cwd() : log.cwd,
                Objects.requireNonNullElse(note.created(), begun),
                updated,
                whole ? log.typed + log.answers : -1,
                log.model,
                note.branch() != null ? note.branch() : log.branch,
                piece.size(),
                false,
                null,
                log.skipped.total() + (note.isWhole() ? 0 : 1));
    }
}
