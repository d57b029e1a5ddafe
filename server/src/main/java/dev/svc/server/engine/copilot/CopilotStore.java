package dev.svc.server.engine.copilot;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.json.JsonEdges;
import dev.svc.server.engine.turn.LogTurns;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The folders of sessions; each is a piece.
final class CopilotStore implements EngineStore {
    private static final JsonEdges.Sizes EDGES = new JsonEdges.Sizes(8 << 10, 8 << 10, 64 << 10, 256 << 10);

    private final CopilotFolder folder;
    private final JsonEdges edges = new JsonEdges(EDGES);

    CopilotStore(CopilotFolder folder) {
        this.folder = folder;
    }

    @Override
    public Path location() {
        return folder.root();
    }

    @Override
    public boolean isReadable() {
        var place = folder.sessions().place();
        return Files.isDirectory(place) && Files.isReadable(place);
    }

    @Override
    public List<Path> roots() {
        return List.of(folder.sessions().realPlace());
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
        return new CopilotSession(piece).glance(edges);
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        return new CopilotSession(piece).read(before);
    }

    Turns turns() {
        return new LogTurns(folder::parts, new CopilotTurns(folder));
    }

    /// A sub-agent is no session of its own, and a fork does not name what it was made from.
    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        return readings.stream().flatMap(reading -> reading.sessions().stream()).toList();
    }

    @Override
    public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
        return Optional.of(Reading::sessions);
    }

    /// The sessions of these working folders.
    Set<String> idsIn(Set<String> folders) throws IOException {
        var pieces = new ArrayList<Piece>();
        walk(pieces::add);
        var ids = new TreeSet<String>();
        for (var piece : pieces) {
            for (var facts : glance(piece).sessions()) {
                if (facts.cwd() != null && folders.contains(facts.cwd())) {
                    ids.add(facts.id().nativeId());
                }
            }
        }
        return ids;
    }
}
