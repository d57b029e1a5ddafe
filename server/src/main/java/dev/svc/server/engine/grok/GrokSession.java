package dev.svc.server.engine.grok;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.SkippedRecords;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.DocumentAndLog;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Reads one session's two files: the summary as a whole, the updates from where the last reading stopped. Used once.
final class GrokSession {
    /// The first prompt is one of the first updates; a first look reads no further than this.
    private static final long GLANCE = 64 << 10;

    private static final int GLANCE_AT_ONCE = 8 << 10;

    private final Piece piece;
    private final boolean whole;
    private final SkippedRecords summaryUnread = new SkippedRecords();
    private GrokUpdates updates = new GrokUpdates(new SkippedRecords());
    private String memo = "";

    GrokSession(Piece piece, boolean whole) {
        this.piece = piece;
        this.whole = whole;
    }

    Reading read(@Nullable Reading before) throws IOException {
        var files = DocumentAndLog.of(piece.key(), piece.files(), GrokFolder.SUMMARY, GrokFolder.UPDATES);
        var summary = files.document().map(GrokSummary::of);
        if (summary.isEmpty()) {
            summaryUnread.unknown(GrokFolder.SUMMARY, "");
        }
        boolean isRead =
                whole ? files.read(new ToItsEnd(before)) : files.glance(GLANCE, GLANCE_AT_ONCE, this::addUntilPrompt);
        if (!isRead) {
            updates.skipped.unknown(GrokFolder.UPDATES, "");
        }
        return new Reading(rows(summary), hints(summary), unreadable(), memo, whole);
    }

    private boolean addUntilPrompt(JsonLine line) {
        updates.add(line);
        return updates.firstPrompt == null;
    }

    /// The updates, from where a former reading stopped.
    private final class ToItsEnd implements DocumentAndLog.Log {
        private final @Nullable Reading before;

        ToItsEnd(@Nullable Reading before) {
            this.before = before;
        }

        /// Updates that were written anew are read again from the start.
        @Override
        public long resume(FileChannel channel) throws IOException {
            var former = before == null ? Optional.<GrokMemo>empty() : GrokMemo.find(before.memo());
            if (before == null || former.isEmpty() || !former.get().mark().holds(channel)) {
                return 0;
            }
            updates = former.get().resume(before);
            return former.get().mark().offset();
        }

        @Override
        public void accept(JsonLine line) {
            updates.add(line);
        }

        @Override
        public void end(ReadMark mark) {
            memo = new GrokMemo(mark, updates.prompts, updates.answers, updates.open).toString();
        }
    }

    /// A session that was opened and left without a word is none. A damaged file does not remove a conversation from
    /// the list.
    private List<SessionFacts> rows(Optional<GrokSummary> summary) {
        boolean isSaid = updates.prompts > 0
                || summary.filter(known -> known.messages() > 0).isPresent();
        return isSaid ? List.of(facts(summary.orElse(GrokSummary.UNKNOWN))) : List.of();
    }

    private SessionFacts facts(GrokSummary summary) {
        var modified = Instant.EPOCH.plusNanos(
                piece.files().stream().mapToLong(FileStamp::modifiedNanos).max().orElse(0));
        var updated = Objects.requireNonNullElse(summary.updatedAt(), modified);
        return new SessionFacts(
                new SessionId(EngineKey.GROK, nativeId()),
                summary.title(),
                updates.firstPrompt,
                summary.cwd() != null ? summary.cwd() : cwdOfBucket(),
                Objects.requireNonNullElse(summary.createdAt(), updated),
                updated,
                whole ? updates.prompts + updates.answers : -1,
                summary.model(),
                summary.branch(),
                piece.size(),
                false,
                null,
                summaryUnread.total() + updates.skipped.total());
    }

    private @Nullable String cwdOfBucket() {
        return GrokBucket.folder(piece.key().substring(0, piece.key().indexOf('/')))
                .orElse(null);
    }

    private List<Reading.Hint> hints(Optional<GrokSummary> summary) {
        var hints = new ArrayList<Reading.Hint>();
        for (var agent : updates.agents) {
            hints.add(new Reading.Hint(agent, GrokRows.STARTED_BY, nativeId()));
        }
        if (summary.filter(GrokSummary::isAgent).isPresent()) {
            hints.add(new Reading.Hint(nativeId(), GrokRows.AGENT, ""));
        }
        return hints;
    }

    private List<Reading.Unreadable> unreadable() {
        var all = new ArrayList<>(summaryUnread.counts());
        all.addAll(updates.skipped.counts());
        return all;
    }

    private String nativeId() {
        return piece.key().substring(piece.key().indexOf('/') + 1);
    }
}
