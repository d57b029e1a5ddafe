package dev.svc.server.vault;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.Reading.Unreadable;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A program's store together with what is only in the vault any more: each such session is a piece of its own.
final class KeptStore implements EngineStore {
    private static final String KEPT = "vault/";

    private final EngineStore store;
    private final EngineKey engine;
    private final Vault vault;

    KeptStore(EngineStore store, EngineKey engine, Vault vault) {
        this.store = store;
        this.engine = engine;
        this.vault = vault;
    }

    @Override
    public Path location() {
        return store.location();
    }

    @Override
    public boolean isReadable() {
        return store.isReadable() || !marks().isEmpty();
    }

    @Override
    public List<Path> roots() {
        var roots = new ArrayList<>(store.roots());
        roots.add(vault.goneFolder(engine));
        return roots;
    }

    @Override
    public void walk(Consumer<Piece> pieces) throws IOException {
        store.walk(pieces);
        for (var mark : marks()) {
            piece(mark).ifPresent(pieces);
        }
    }

    private List<Path> marks() {
        var marks = new ArrayList<Path>();
        var folder = vault.goneFolder(engine);
        if (!Files.isDirectory(folder)) {
            return marks;
        }
        try (var files = Files.newDirectoryStream(folder)) {
            files.forEach(marks::add);
        } catch (IOException | DirectoryIteratorException unreadable) {
            return marks;
        }
        return marks;
    }

    private Optional<Piece> piece(Path mark) throws IOException {
        if (vault.goneSession(engine, mark).isEmpty()) {
            return Optional.empty();
        }
        return FileStamp.of(mark).map(stamp -> new Piece(KEPT + mark.getFileName(), List.of(stamp)));
    }

    @Override
    public Optional<Piece> pieceOf(Path changed) throws IOException {
        boolean isMark = vault.goneFolder(engine).equals(changed.getParent());
        return isMark ? piece(changed) : store.pieceOf(changed);
    }

    @Override
    public Reading glance(Piece piece) throws IOException {
        return isKept(piece.key()) ? kept(piece) : store.glance(piece);
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        return isKept(piece.key()) ? kept(piece) : store.read(piece, before);
    }

    private static boolean isKept(String key) {
        return key.startsWith(KEPT);
    }

    private Reading kept(Piece piece) {
        var mark = piece.files().getFirst().path();
        var facts = vault.goneSession(engine, mark).flatMap(this::facts);
        return facts.map(it -> new Reading(List.of(it), List.of(), List.of(), KEPT, true))
                .orElseGet(() -> new Reading(
                        List.of(), List.of(), List.of(new Unreadable("copy of a deleted session", 1, "")), KEPT, true));
    }

    private Optional<SessionFacts> facts(SessionId id) {
        try {
            vault.isMarked(id);
            return vault.facts(id);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /// A session that came back is shown as its store has it.
    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        var rows = new ArrayList<>(store.combine(own(readings)));
        var listed = new HashSet<SessionId>();
        rows.forEach(row -> listed.add(row.id()));
        for (var reading : readings) {
            if (isKept(reading)) {
                reading.sessions().stream().filter(row -> listed.add(row.id())).forEach(rows::add);
            }
        }
        return rows;
    }

    @Override
    public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
        return store.each(own(readings))
                .map(rows -> reading -> isKept(reading) ? reading.sessions() : rows.apply(reading));
    }

    private static List<Reading> own(Collection<Reading> readings) {
        return readings.stream().filter(reading -> !isKept(reading)).toList();
    }

    private static boolean isKept(Reading reading) {
        return reading.memo().equals(KEPT);
    }
}
