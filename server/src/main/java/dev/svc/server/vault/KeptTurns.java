package dev.svc.server.vault;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.change.EditSink;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Optional;

/// The conversations of a program; of sessions that it has no more, from their copies.
final class KeptTurns implements Turns {
    private final EngineKey engine;
    private final Turns own;
    private final UnpackedCopies unpacked;

    KeptTurns(EngineProvider program, UnpackedCopies unpacked) {
        this.engine = program.engineId();
        this.own = program.turns();
        this.unpacked = unpacked;
    }

    /// An index that was made from a copy.
    private record KeptIndex(TurnIndex index) implements TurnIndex {
        @Override
        public int count() {
            return index.count();
        }

        @Override
        public int firstWithin(long bytes) {
            return index.firstWithin(bytes);
        }

        @Override
        public long generation(int before) {
            return index.generation(before);
        }

        @Override
        public long extent() {
            return index.extent();
        }

        @Override
        public int firstSince(long extent) {
            return index.firstSince(extent);
        }

        @Override
        public boolean isSameAs(TurnIndex former) {
            return former instanceof KeptIndex(TurnIndex other) && index.isSameAs(other);
        }

        @Override
        public long weight() {
            return index.weight();
        }
    }

    @Override
    public TurnIndex index(String nativeId, Optional<TurnIndex> former) throws IOException {
        try {
            return own.index(nativeId, former.filter(it -> !(it instanceof KeptIndex)));
        } catch (NoSuchFileException gone) {
            try {
                return unpacked.with(
                        new SessionId(engine, nativeId),
                        copy -> new KeptIndex(copy.turns().index(nativeId, Optional.empty())));
            } catch (NoSuchFileException notKept) {
                throw gone;
            }
        }
    }

    @Override
    public List<Turn> read(String nativeId, TurnIndex index, int from, int to, Detail detail) throws IOException {
        return index instanceof KeptIndex(TurnIndex kept)
                ? unpacked.with(
                        new SessionId(engine, nativeId), copy -> copy.turns().read(nativeId, kept, from, to, detail))
                : own.read(nativeId, index, from, to, detail);
    }

    @Override
    public boolean edits(String nativeId, TurnIndex index, EditSink sink) throws IOException {
        return index instanceof KeptIndex(TurnIndex kept)
                ? unpacked.with(
                        new SessionId(engine, nativeId), copy -> copy.turns().edits(nativeId, kept, sink))
                : own.edits(nativeId, index, sink);
    }

    @Override
    public boolean readsWhole() {
        return own.readsWhole();
    }
}
