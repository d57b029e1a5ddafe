package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.json.JsonEdges;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The transcripts, those in use and those put away; each file is a piece.
final class ClaudeStore implements EngineStore {
    private static final int FOLDER_AND_FILE = 2;
    private static final JsonEdges.Sizes EDGES = new JsonEdges.Sizes(4 << 10, 8 << 10, 64 << 10, 256 << 10);

    private final ClaudeHome home;
    private final JsonEdges edges = new JsonEdges(EDGES);

    ClaudeStore(ClaudeHome home) {
        this.home = home;
    }

    @Override
    public Path location() {
        return home.projects().place();
    }

    @Override
    public List<Path> roots() {
        return List.of(home.projects().realPlace(), home.archive().realPlace());
    }

    @Override
    public void walk(Consumer<Piece> pieces) throws IOException {
        walk(home.projects(), ClaudeHome.PROJECTS, pieces);
        walk(home.archive(), ClaudeHome.ARCHIVE, pieces);
    }

    private static void walk(StoreTree tree, String name, Consumer<Piece> pieces) throws IOException {
        tree.walk(FOLDER_AND_FILE, stamp -> piece(name, stamp), pieces);
    }

    @Override
    public Optional<Piece> pieceOf(Path changed) throws IOException {
        var live = pieceOf(home.projects(), ClaudeHome.PROJECTS, changed);
        return live.isPresent() ? live : pieceOf(home.archive(), ClaudeHome.ARCHIVE, changed);
    }

    private static Optional<Piece> pieceOf(StoreTree tree, String name, Path changed) throws IOException {
        var inside = tree.inside(changed).filter(path -> path.getNameCount() == FOLDER_AND_FILE);
        return inside.isEmpty() ? Optional.empty() : tree.find(inside.get()).flatMap(stamp -> piece(name, stamp));
    }

    private static Optional<Piece> piece(String tree, FileStamp stamp) {
        var path = stamp.path();
        var file = path.getName(path.getNameCount() - 1).toString();
        if (!ClaudeHome.isTranscript(file)) {
            return Optional.empty();
        }
        var folder = path.getName(path.getNameCount() - FOLDER_AND_FILE);
        return Optional.of(new Piece(tree + "/" + folder + "/" + file, List.of(stamp)));
    }

    @Override
    public Reading glance(Piece piece) throws IOException {
        var tally = new ClaudeTally();
        var tail = new ClaudeTail();
        edges.look(
                piece.files().getFirst(),
                line -> {
                    tally.line(line);
                    return !tally.knowsItsBeginning();
                },
                tail);
        tally.end(tail);
        return tally.glanced(piece, id(piece));
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        try (var channel = open(piece)) {
            var memo = goesOn(channel, before);
            var tally = memo == null || before == null ? new ClaudeTally() : new ClaudeTally(memo, before);
            long start = memo == null ? 0 : memo.mark().offset();
            long end = JsonLines.read(channel, start, Long.MAX_VALUE, line -> {
                tally.line(line);
                return true;
            });
            return tally.read(piece, id(piece), ReadMark.at(channel, end));
        }
    }

    /// A transcript without a row yet is short, so it is simply read again.
    private static @Nullable ClaudeMemo goesOn(FileChannel channel, @Nullable Reading before) throws IOException {
        if (before == null || !before.complete() || before.sessions().isEmpty()) {
            return null;
        }
        var memo = ClaudeMemo.parse(before.memo()).orElse(null);
        return memo != null && memo.mark().holds(channel) ? memo : null;
    }

    private static FileChannel open(Piece piece) throws IOException {
        return JsonLines.open(piece.files().getFirst());
    }

    private static String id(Piece piece) {
        return ClaudeHome.id(piece.key().substring(piece.key().lastIndexOf('/') + 1));
    }

    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        return ClaudeRows.of(readings);
    }

    @Override
    public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
        return Optional.of(ClaudeRows.each(readings));
    }
}
