package dev.svc.server.engine.grok;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.turn.LogTurns;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Grok's home folder: a piece for each session.
final class GrokStore implements EngineStore {
    private final GrokFolder folder;

    GrokStore(GrokFolder folder) {
        this.folder = folder;
    }

    @Override
    public Path location() {
        return folder.root();
    }

    @Override
    public List<Path> roots() {
        return List.of(new StoreTree(folder.sessions()).realPlace());
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
        return new GrokSession(piece, false).read(null);
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        return new GrokSession(piece, true).read(before);
    }

    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        return GrokRows.combine(readings);
    }

    @Override
    public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
        return Optional.empty();
    }

    Turns turns() {
        return new LogTurns(folder::parts, new GrokTurns(folder));
    }

    /// The sessions of one working folder.
    Set<String> idsIn(Path cwd) {
        var ids = new TreeSet<String>();
        try {
            for (var bucket : folder.bucketsOf(cwd.toString())) {
                folder.sessionsOf(bucket).stream()
                        .filter(session -> Files.isRegularFile(session.resolve(GrokFolder.SUMMARY)))
                        .forEach(session -> ids.add(session.getFileName().toString()));
            }
        } catch (IOException unreadable) {
            return ids; // a launch continues without it: adoption never guesses
        }
        return ids;
    }
}
