package dev.svc.server.engine.codex;

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

/// The rollouts, those in use and those put away, each a piece whether it is compressed or not; and the index of names,
/// which is one more.
final class CodexStore implements EngineStore {
    /// Year, month, day, file.
    static final int DEPTH = 4;

    private static final String LIVE = "sessions";
    /// The first prompt follows some 40 KB of instructions.
    private static final JsonEdges.Sizes EDGES = new JsonEdges.Sizes(48 << 10, 8 << 10, 48 << 10, 256 << 10);

    private final CodexHome home;
    private final JsonEdges edges = new JsonEdges(EDGES);
    private final CodexAncestors ancestors;

    CodexStore(CodexHome home) {
        this.home = home;
        this.ancestors = new CodexAncestors(home);
    }

    @Override
    public Path location() {
        return home.sessions();
    }

    @Override
    public List<Path> roots() {
        return List.of(
                home.live().realPlace(),
                home.archive().realPlace(),
                home.beside().realPlace());
    }

    @Override
    public void walk(Consumer<Piece> pieces) throws IOException {
        home.live().walk(DEPTH, stamp -> piece(LIVE, stamp), pieces);
        home.archive().walk(DEPTH, stamp -> piece(CodexHome.ARCHIVE, stamp), pieces);
        home.beside().find(Path.of(CodexHome.INDEX)).map(CodexStore::index).ifPresent(pieces);
    }

    @Override
    public Optional<Piece> pieceOf(Path changed) throws IOException {
        var live = pieceOf(home.live(), LIVE, changed);
        if (live.isPresent()) {
            return live;
        }
        var archived = pieceOf(home.archive(), CodexHome.ARCHIVE, changed);
        return archived.isPresent() ? archived : indexOf(changed);
    }

    private static Optional<Piece> pieceOf(StoreTree tree, String name, Path changed) throws IOException {
        var inside = tree.inside(changed).filter(path -> path.getNameCount() <= DEPTH && isRollout(path));
        return inside.isEmpty()
                ? Optional.empty()
                : CodexLog.find(tree, inside.get()).map(stamp -> rollout(name, stamp));
    }

    private Optional<Piece> indexOf(Path changed) throws IOException {
        var inside = home.beside().inside(changed).filter(Path.of(CodexHome.INDEX)::equals);
        return inside.isEmpty()
                ? Optional.empty()
                : home.beside().find(inside.get()).map(CodexStore::index);
    }

    private static Optional<Piece> piece(String tree, FileStamp stamp) {
        return isRollout(stamp.path()) && !CodexLog.isReplaced(stamp.path())
                ? Optional.of(rollout(tree, stamp))
                : Optional.empty();
    }

    private static boolean isRollout(Path file) {
        return CodexHome.id(String.valueOf(file.getFileName())).isPresent();
    }

    /// Has the same key whether it is compressed or not, so that its row stays when that changes.
    private static Piece rollout(String tree, FileStamp stamp) {
        return new Piece(tree + "/" + CodexLog.plainName(stamp.path()), List.of(stamp));
    }

    private static Piece index(FileStamp stamp) {
        return new Piece(CodexHome.INDEX, List.of(stamp));
    }

    @Override
    public Reading glance(Piece piece) throws IOException {
        if (isIndex(piece)) {
            return read(piece, null);
        }
        var file = piece.files().getFirst();
        var tally = new CodexTally();
        JsonLines.Visitor head = line -> {
            tally.line(line);
            return !tally.knowsItsBeginning() && tally.base() == null;
        };
        if (CodexLog.isCompressed(file.path())) {
            CodexLog.read(file, EDGES.reach(), head);
            tally.happened(file);
        } else {
            edges.look(file, head, new CodexTail(tally));
        }
        ancestors.inherit(tally, true);
        return tally.glanced(piece);
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        if (isIndex(piece)) {
            return CodexIndex.read(piece, before);
        }
        return CodexLog.isCompressed(piece.files().getFirst().path())
                ? readCompressed(piece)
                : readPlain(piece, before);
    }

    /// Always from the start: a compressed rollout is replaced, never continued.
    private Reading readCompressed(Piece piece) throws IOException {
        var tally = new CodexTally();
        CodexLog.read(piece.files().getFirst(), Long.MAX_VALUE, line -> {
                    tally.line(line);
                    return true;
                })
                .ifPresent(tally::lost);
        ancestors.inherit(tally, false);
        return tally.read(piece, null, null);
    }

    private Reading readPlain(Piece piece, @Nullable Reading before) throws IOException {
        try (var channel = open(piece)) {
            var memo = goesOn(channel, before);
            var former = memo == null ? null : before;
            var tally = memo == null || former == null ? new CodexTally() : new CodexTally(memo, former);
            long start = memo == null ? 0 : memo.mark().offset();
            long end = JsonLines.read(channel, start, Long.MAX_VALUE, line -> {
                tally.line(line);
                return true;
            });
            ancestors.inherit(tally, false);
            return tally.read(piece, former, ReadMark.at(channel, end));
        }
    }

    /// A rollout without a row yet is short, so it is simply read again.
    private static @Nullable CodexMemo goesOn(FileChannel channel, @Nullable Reading before) throws IOException {
        if (before == null || !before.complete() || before.sessions().isEmpty()) {
            return null;
        }
        var memo = CodexMemo.parse(before.memo()).orElse(null);
        return memo != null && memo.mark().holds(channel) ? memo : null;
    }

    private static boolean isIndex(Piece piece) {
        return piece.key().equals(CodexHome.INDEX);
    }

    private static FileChannel open(Piece piece) throws IOException {
        return JsonLines.open(piece.files().getFirst());
    }

    /// The content of a rollout's first line; empty when it is not a rollout.
    static Optional<CodexMeta> meta(Path file) throws IOException {
        var tally = new CodexTally();
        CodexLog.read(CodexLog.stamp(file), Long.MAX_VALUE, line -> {
            tally.line(line);
            return false;
        });
        return Optional.ofNullable(tally.meta());
    }

    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        return CodexRows.of(readings);
    }

    @Override
    public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
        return Optional.of(CodexRows.each(readings));
    }
}
