package dev.svc.server.engine;

import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A program's store, read in pieces, so that a piece whose files did not change is never read again.
///
/// Nothing here writes to the store, and no damage in it is fatal: records that cannot be understood are counted.
public interface EngineStore {

    /// Where the store lies, for people; it need not exist.
    Path location();

    /// Whether it is there and open to this person.
    default boolean isReadable() {
        return Files.isDirectory(location()) && Files.isReadable(location());
    }

    /// The folders to watch. They need not exist.
    List<Path> roots();

    /// Names every piece that exists now. Looks at names and file attributes only, never into a file.
    void walk(Consumer<Piece> pieces) throws IOException;

    /// The piece a changed path belongs to, so that one change does not need a walk; empty when it belongs to none.
    Optional<Piece> pieceOf(Path changed) throws IOException;

    /// A first impression from the head and the tail of the files, so that a list is available at once.
    Reading glance(Piece piece) throws IOException;

    /// Everything the piece says. Given the former reading of a piece that only grew, reads only what was appended.
    Reading read(Piece piece, @Nullable Reading before) throws IOException;

    /// Joins facts that span several pieces (names kept in an index, forks): the rows of the whole store.
    List<SessionFacts> combine(Collection<Reading> readings);

    /// How the rows of one piece follow from its reading as long as no piece's hints change and no other piece
    /// has the same session: the same rows as [#combine] makes of it, so that a change of one piece costs its
    /// rows alone. Empty where rows depend on more than that.
    Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings);
}
