package dev.svc.server.engine.kimi;

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

/// Reads one session's two files: the state as a whole, the wire from where the last reading stopped. Used once.
final class KimiSession {
    /// The first prompt follows a system prompt of some ten kilobytes; a first look reads no further than this.
    private static final long GLANCE = 128 << 10;

    private static final int GLANCE_AT_ONCE = 16 << 10;

    private final Piece piece;
    private final boolean whole;
    private final SkippedRecords stateUnread = new SkippedRecords();
    private KimiWire wire = new KimiWire(new SkippedRecords());
    private String memo = "";

    KimiSession(Piece piece, boolean whole) {
        this.piece = piece;
        this.whole = whole;
    }

    Reading read(@Nullable Reading before) throws IOException {
        var files = DocumentAndLog.of(piece.key(), piece.files(), KimiFolder.STATE, KimiFolder.WIRE);
        var state = files.document().map(KimiState::of);
        if (state.isEmpty()) {
            stateUnread.unknown(KimiFolder.STATE, "");
        }
        boolean isRead =
                whole ? files.read(new ToItsEnd(before)) : files.glance(GLANCE, GLANCE_AT_ONCE, this::addUntilPrompt);
        if (!isRead) {
            wire.skipped.unknown(KimiFolder.WIRE, "");
        }
        return new Reading(rows(state), hints(state), unreadable(), memo, whole);
    }

    private boolean addUntilPrompt(JsonLine line) {
        wire.add(line);
        return wire.firstPrompt == null;
    }

    /// The wire, from where a former reading stopped.
    private final class ToItsEnd implements DocumentAndLog.Log {
        private final @Nullable Reading before;

        ToItsEnd(@Nullable Reading before) {
            this.before = before;
        }

        /// An upgrade of the program rewrites the first line in place; then everything is read again.
        @Override
        public long resume(FileChannel channel) throws IOException {
            var former = before == null ? Optional.<KimiMemo>empty() : KimiMemo.find(before.memo());
            if (before == null || former.isEmpty() || !former.get().mark().holds(channel)) {
                return 0;
            }
            wire = former.get().resume(before);
            return former.get().mark().offset();
        }

        @Override
        public void accept(JsonLine line) {
            wire.add(line);
        }

        @Override
        public void end(ReadMark mark) {
            memo = new KimiMemo(mark, wire.prompts, wire.answers, wire.version).toString();
        }
    }

    /// A damaged state file does not remove a conversation from the list.
    private List<SessionFacts> rows(Optional<KimiState> state) {
        return state.isPresent() || wire.prompts > 0 ? List.of(facts(state.orElse(KimiState.UNKNOWN))) : List.of();
    }

    private SessionFacts facts(KimiState state) {
        var modified = Instant.EPOCH.plusNanos(
                piece.files().stream().mapToLong(FileStamp::modifiedNanos).max().orElse(0));
        var updated = Objects.requireNonNullElse(state.updatedAt(), modified);
        var created = state.createdAt() != null ? state.createdAt() : wire.startedAt;
        return new SessionFacts(
                new SessionId(EngineKey.KIMI, nativeId()),
                state.title(),
                wire.firstPrompt != null ? wire.firstPrompt : state.lastPrompt(),
                state.cwd(),
                created != null ? created : updated,
                updated,
                whole ? wire.prompts + wire.answers : -1,
                wire.model != null ? wire.model : wire.modelAlias,
                null,
                piece.size(),
                state.archived(),
                null,
                stateUnread.total() + wire.skipped.total());
    }

    /// A session that does not say where it works is asked about elsewhere, by its bucket.
    private List<Reading.Hint> hints(Optional<KimiState> state) {
        return state.filter(known -> known.cwd() != null).isPresent()
                ? List.of()
                : List.of(new Reading.Hint(nativeId(), KimiHints.BUCKET, bucket()));
    }

    private List<Reading.Unreadable> unreadable() {
        var all = new ArrayList<>(stateUnread.counts());
        all.addAll(wire.skipped.counts());
        return all;
    }

    private String nativeId() {
        return piece.key().substring(piece.key().indexOf('/') + 1);
    }

    private String bucket() {
        return piece.key().substring(0, piece.key().indexOf('/'));
    }
}
