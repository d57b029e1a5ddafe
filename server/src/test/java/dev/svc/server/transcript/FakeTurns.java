package dev.svc.server.transcript;

import dev.svc.server.engine.change.Edit;
import dev.svc.server.engine.change.EditSink;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.server.session.Turn.Mark;
import dev.svc.server.session.Turn.Role;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// A conversation in memory that grows and is rewritten at will; each turn counts 100 bytes of log.
public final class FakeTurns implements Turns {
    public static final SessionId SESSION = new SessionId(EngineKey.CODEX, "one");

    public final List<Turn> turns = new ArrayList<>();
    public final List<Edit> edits = new ArrayList<>();
    public long generation = 7;
    public int indexed;
    public boolean absent;

    public static Turn said(Role role, String text) {
        return new Turn(role, Instant.parse("2026-11-21T10:00:00Z"), text, null, null, Mark.NONE, List.of());
    }

    public static Turn used(String name, String input, String output, @Nullable Boolean ok, List<Turn> inner) {
        var tool = new Turn.ToolUse(name, input, output, ok);
        return new Turn(Role.TOOL, Instant.parse("2026-11-21T10:00:00Z"), "", tool, null, Mark.NONE, inner);
    }

    public FakeTurns say(int count) {
        for (int i = 0; i < count; i++) {
            turns.add(said(i % 2 == 0 ? Role.USER : Role.ASSISTANT, "turn number " + turns.size()));
        }
        return this;
    }

    record Index(int count, long generation) implements TurnIndex {
        @Override
        public long generation(int before) {
            return generation;
        }

        @Override
        public int firstWithin(long bytes) {
            return (int) Math.max(0, count - bytes / 100);
        }

        @Override
        public long extent() {
            return count;
        }

        @Override
        public int firstSince(long extent) {
            return extent <= count ? (int) extent : 0;
        }

        @Override
        public long weight() {
            return 10L * count;
        }
    }

    @Override
    public boolean edits(String nativeId, TurnIndex index, EditSink sink) {
        edits.forEach(sink::edit);
        return true;
    }

    @Override
    public TurnIndex index(String nativeId, Optional<TurnIndex> former) throws NoSuchFileException {
        if (absent) {
            throw new NoSuchFileException(nativeId);
        }
        if (former.isEmpty()) {
            indexed++;
        }
        return new Index(turns.size(), generation);
    }

    @Override
    public List<Turn> read(String nativeId, TurnIndex index, int from, int to, Detail detail) {
        return List.copyOf(turns.subList(Math.min(from, turns.size()), Math.min(to, turns.size())));
    }
}
