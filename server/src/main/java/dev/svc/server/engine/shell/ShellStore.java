package dev.svc.server.engine.shell;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.turn.LogPart;
import dev.svc.server.engine.turn.LogTurns;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The logs of plain terminals: a piece for each.
final class ShellStore implements EngineStore {
    private final ShellFolder folder;

    ShellStore(ShellFolder folder) {
        this.folder = folder;
    }

    @Override
    public Path location() {
        return folder.root();
    }

    @Override
    public List<Path> roots() {
        return List.of(StoreFile.real(folder.root()));
    }

    @Override
    public void walk(Consumer<Piece> pieces) throws IOException {
        folder.walk(pieces);
    }

    @Override
    public Optional<Piece> pieceOf(Path changed) throws IOException {
        return folder.pieceOf(changed);
    }

    @Override
    public Reading glance(Piece piece) throws IOException {
        return new ShellReading(piece).glance();
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        return new ShellReading(piece).read(before);
    }

    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        return readings.stream().flatMap(reading -> reading.sessions().stream()).toList();
    }

    @Override
    public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
        return Optional.of(Reading::sessions);
    }

    Turns turns() {
        return new LogTurns(id -> List.of(LogPart.whole(folder.requireLog(id))), new ShellTurns());
    }
}
