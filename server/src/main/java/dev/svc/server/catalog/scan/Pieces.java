package dev.svc.server.catalog.scan;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.file.FileStamp;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.NoSuchFileException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/// Reads single pieces in isolation: a bad one does not stop the others.
final class Pieces {
    private static final Logger LOG = System.getLogger(Pieces.class.getName());

    private final EngineStore store;

    /// The pieces that could not be opened when they were tried last; guards itself. A store that is being made changes
    /// many times a second, and its trouble is told once.
    private final Set<String> closed = ConcurrentHashMap.newKeySet();

    Pieces(EngineStore store) {
        this.store = store;
    }

    /// A first impression; empty when the piece is gone.
    Optional<KnownPiece> glance(Piece piece) {
        return guarded(piece, null, () -> store.glance(piece));
    }

    /// Everything; for a piece that only grew, what was appended. The known facts stay when the piece cannot be opened
    /// now.
    Optional<KnownPiece> read(Piece piece, @Nullable KnownPiece before) {
        return guarded(piece, before, () -> store.read(piece, goOnFrom(piece, before)));
    }

    /// What a changed piece says now: all of it if it was read whole before, else a first impression.
    Optional<KnownPiece> refresh(Piece piece, @Nullable KnownPiece before) {
        return before != null && before.reading().complete() ? read(piece, before) : glance(piece);
    }

    private static @Nullable Reading goOnFrom(Piece piece, @Nullable KnownPiece before) {
        return before != null && before.reading().complete() && hasOnlyGrown(before.piece(), piece)
                ? before.reading()
                : null;
    }

    private static boolean hasOnlyGrown(Piece before, Piece now) {
        return before.files().stream().allMatch(was -> now.files().stream().anyMatch(is -> isContinued(was, is)));
    }

    private static boolean isContinued(FileStamp was, FileStamp is) {
        return is.path().equals(was.path()) && is.inode() == was.inode() && is.size() >= was.size();
    }

    @FunctionalInterface
    private interface Reader {
        Reading read() throws IOException;
    }

    private Optional<KnownPiece> guarded(Piece piece, @Nullable KnownPiece before, Reader reader) {
        boolean settled = piece.isSettled(Instant.now());
        try {
            var reading = reader.read();
            closed.remove(piece.key());
            return Optional.of(new KnownPiece(piece, reading, settled));
        } catch (NoSuchFileException gone) {
            closed.remove(piece.key());
            return Optional.empty();
        } catch (IOException trouble) {
            if (closed.add(piece.key())) {
                LOG.log(Level.INFO, "{0} cannot be read now: {1}", piece.key(), trouble.toString());
            }
            return Optional.of(before == null ? closed(piece) : before);
        } catch (RuntimeException | StackOverflowError broken) {
            LOG.log(Level.WARNING, piece.key() + " cannot be parsed", broken);
            return Optional.of(new KnownPiece(piece, unreadable(before), settled));
        }
    }

    /// Without its files, so that the next walk sees a change and tries again.
    private static KnownPiece closed(Piece piece) {
        return new KnownPiece(new Piece(piece.key(), List.of()), unreadable(null), true);
    }

    /// Kept until the piece changes, so that a piece that breaks its reader is not read over and over;
    /// incomplete, so that no reading continues from it.
    private static Reading unreadable(@Nullable KnownPiece before) {
        var was = before == null ? KnownPiece.NOTHING : before.reading();
        return new Reading(was.sessions(), was.hints(), List.of(new Reading.Unreadable("file", 1, "")), "", false);
    }
}
