package dev.svc.server.engine.codex;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreTree;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.json.JsonEdges;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The rollouts, those in use and those put away, each file a piece; and the index of names, which is one more.
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
    public boolean isReadable() {
        return Files.isDirectory(location()) && Files.isReadable(location());
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
        var inside = tree.inside(changed).filter(path -> path.getNameCount() <= DEPTH);
        return inside.isEmpty() ? Optional.empty() : tree.find(inside.get()).flatMap(stamp -> piece(name, stamp));
    }

    private Optional<Piece> indexOf(Path changed) throws IOException {
        var inside = home.beside().inside(changed).filter(Path.of(CodexHome.INDEX)::equals);
        return inside.isEmpty()
                ? Optional.empty()
                : home.beside().find(inside.get()).map(CodexStore::index);
    }

    private static Optional<Piece> piece(String tree, FileStamp stamp) {
        var file = String.valueOf(stamp.path().getFileName());
        return CodexHome.id(file).isEmpty()
                ? Optional.empty()
                : Optional.of(new Piece(tree + "/" + file, List.of(stamp)));
    }

    private static Piece index(FileStamp stamp) {
        return new Piece(CodexHome.INDEX, List.of(stamp));
    }

    @Override
    public Reading glance(Piece piece) throws IOException {
        if (!isRollout(piece)) {
            return read(piece, null);
        }
        var tally = new CodexTally();
        var end = new CodexTail(tally);
        edges.look(
                piece.files().getFirst(),
                line -> {
                    tally.line(line);
                    return !tally.knowsItsBeginning() && tally.base() == null;
                },
                end);
        ancestors.inherit(tally, true);
        return tally.glanced(piece);
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        if (piece.key().equals(CodexHome.INDEX)) {
            return CodexIndex.read(piece, before);
        }
        return isRollout(piece) ? readRollout(piece, before) : compressed();
    }

    private Reading readRollout(Piece piece, @Nullable Reading before) throws IOException {
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

    /// The program may compress what was not used for long; nothing here can look inside.
    private static Reading compressed() {
        return new Reading(
                List.of(),
                List.of(),
                List.of(new Reading.Unreadable("compressed rollout (.jsonl.zst)", 1, "")),
                "",
                true);
    }

    private static boolean isRollout(Piece piece) {
        return piece.key().endsWith(".jsonl") && !piece.key().equals(CodexHome.INDEX);
    }

    private static FileChannel open(Piece piece) throws IOException {
        return JsonLines.open(piece.files().getFirst());
    }

    /// The content of a rollout's first line; empty when it is not a rollout.
    static Optional<CodexMeta> meta(Path file) throws IOException {
        var tally = new CodexTally();
        JsonLines.read(file, 0, line -> {
            tally.line(line);
            return false;
        });
        return Optional.ofNullable(tally.meta());
    }

    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        return CodexRows.of(readings);
    }
}
