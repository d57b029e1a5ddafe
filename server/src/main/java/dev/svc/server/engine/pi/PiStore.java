package dev.svc.server.engine.pi;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonEdges;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.LinePath;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The files of sessions; each is a piece.
final class PiStore implements EngineStore {
    /// The first words follow a system prompt of some twenty kilobytes.
    private static final JsonEdges.Sizes EDGES = new JsonEdges.Sizes(32 << 10, 8 << 10, 64 << 10, 256 << 10);

    private static final Comparator<SessionFacts> NEWER =
            Comparator.comparing(SessionFacts::updatedAt).thenComparingLong(SessionFacts::sizeBytes);

    private final PiFiles files;
    private final JsonEdges edges = new JsonEdges(EDGES);

    PiStore(PiFiles files) {
        this.files = files;
    }

    @Override
    public Path location() {
        return files.tree().place();
    }

    @Override
    public List<Path> roots() {
        return List.of(files.tree().realPlace());
    }

    @Override
    public void walk(Consumer<Piece> pieces) throws IOException {
        files.walk(pieces);
    }

    @Override
    public Optional<Piece> pieceOf(Path changed) throws IOException {
        return files.pieceOf(changed);
    }

    /// Takes all it sees for the conversation: what was taken back shows when the file is read.
    @Override
    public Reading glance(Piece piece) throws IOException {
        var tally = new PiTally();
        var tail = new PiTail();
        edges.look(
                piece.files().getFirst(),
                line -> {
                    if (!PiEntry.isPromptOfTheProgram(line)) {
                        tally.line(line, true);
                    }
                    return !tally.knowsItsBeginning();
                },
                tail);
        tally.end(tail);
        return tally.glanced(piece, PiFiles.id(piece));
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        try (var channel = JsonLines.open(piece.files().getFirst())) {
            var memo = goesOn(channel, before);
            var tally = memo == null || before == null ? new PiTally() : new PiTally(memo, before);
            long start = memo == null ? 0 : memo.mark().offset();
            var straight = LinePath.straight(PiEntry::name, memo == null ? "" : memo.last());
            long end = read(channel, start, Long.MAX_VALUE, straight, tally);
            return end < 0
                    ? readTree(piece, channel)
                    : tally.read(piece, PiFiles.id(piece), ReadMark.at(channel, end), straight.last());
        }
    }

    /// One that turns off is read from its start, after a look at how its entries follow each other.
    private static Reading readTree(Piece piece, FileChannel channel) throws IOException {
        var look = new LinePath.Look(PiEntry::name);
        long seen = JsonLines.read(channel, 0, Long.MAX_VALUE, line -> {
            look.line(line.start(), line);
            return true;
        });
        var path = look.path();
        var tally = new PiTally();
        long end = read(channel, 0, seen, path, tally);
        return tally.read(piece, PiFiles.id(piece), ReadMark.at(channel, end), path.last());
    }

    /// Returns where the reading ended; below zero when the log turns off.
    private static long read(FileChannel channel, long start, long to, LinePath path, PiTally tally)
            throws IOException {
        var turnsOff = new boolean[1];
        long end = JsonLines.read(channel, start, to, line -> {
            var step = path.step(line.start(), line);
            turnsOff[0] = step == LinePath.Step.TURNS_OFF;
            if (!turnsOff[0]) {
                tally.line(line, step == LinePath.Step.COUNTS);
            }
            return !turnsOff[0];
        });
        return turnsOff[0] ? -1 : end;
    }

    /// A file without a row yet is short, so it is simply read again.
    private static @Nullable PiMemo goesOn(FileChannel channel, @Nullable Reading before) throws IOException {
        if (before == null || !before.complete() || before.sessions().isEmpty()) {
            return null;
        }
        var memo = PiMemo.parse(before.memo()).orElse(null);
        return memo != null && memo.mark().holds(channel) ? memo : null;
    }

    /// The one that was written last where several have one name.
    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        var rows = HashMap.<SessionId, SessionFacts>newHashMap(readings.size());
        for (var reading : readings) {
            for (var row : reading.sessions()) {
                rows.merge(row.id(), row, (one, other) -> NEWER.compare(one, other) >= 0 ? one : other);
            }
        }
        return new ArrayList<>(rows.values());
    }

    @Override
    public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
        return Optional.of(Reading::sessions);
    }
}
