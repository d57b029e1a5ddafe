package dev.svc.server.engine.kimi;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
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

/// Kimi's home folder: a piece for each session, and one each for the two lists that know where sessions work.
final class KimiStore implements EngineStore {
    private final KimiFolder folder;

    KimiStore(Path root) {
        this.folder = new KimiFolder(root);
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
        return read(piece, null, false);
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        return read(piece, before, true);
    }

    Turns turns() {
        return new LogTurns(folder::parts, new KimiTurns(folder, false));
    }

    private Reading read(Piece piece, @Nullable Reading before, boolean whole) throws IOException {
        return switch (piece.key()) {
            case KimiFolder.INDEX -> KimiHints.index(piece.files().getFirst().path(), before);
            case KimiFolder.WORKSPACES ->
                KimiHints.workspaces(piece.files().getFirst().path());
            default -> new KimiSession(piece, whole).read(before);
        };
    }

    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        return KimiHints.combine(readings);
    }

    @Override
    public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
        return Optional.empty();
    }

    /// The sessions of one working folder, cheaply: from the buckets that carry the folder's checksum in their name,
    /// and from the index, so that either may change its form.
    Set<String> idsIn(Path cwd) {
        var ids = new TreeSet<String>();
        try {
            addFromBuckets(cwd, ids);
            addFromIndex(cwd.toString(), ids);
        } catch (IOException unreadable) {
            return ids; // a launch continues without it: adoption never guesses
        }
        return ids;
    }

    private void addFromBuckets(Path cwd, Set<String> ids) throws IOException {
        String suffix = "_" + KimiBucket.checksum(cwd.toString());
        for (Path bucket : folder.buckets()) {
            if (bucket.getFileName().toString().endsWith(suffix)) {
                folder.sessionsOf(bucket).stream()
                        .filter(session -> Files.isRegularFile(session.resolve(KimiFolder.STATE)))
                        .forEach(session -> ids.add(session.getFileName().toString()));
            }
        }
    }

    private void addFromIndex(String cwd, Set<String> ids) throws IOException {
        Path index = folder.root().resolve(KimiFolder.INDEX);
        if (StoreFile.stamp(index).isEmpty()) {
            return;
        }
        try (var channel = JsonLines.open(index)) {
            JsonLines.read(channel, 0, Long.MAX_VALUE, line -> {
                line.object()
                        .filter(row -> cwd.equals(row.path("workDir").textValue()))
                        .map(row -> row.path("sessionId").asText())
                        .filter(id -> KimiFolder.ID.matcher(id).matches())
                        .ifPresent(ids::add);
                return true;
            });
        }
    }
}
