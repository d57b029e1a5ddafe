package dev.svc.server.engine;

import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.move.UnmovableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/// The files that hold the sessions of a store, for those who keep their bytes.
public interface Originals {

    /// All that the store has of one session alone, the log first; empty when there is no such session.
    ///
    /// @param scratch an empty folder of the caller's, for what is a file only because it was asked for
    List<Original> of(String nativeId, Path scratch) throws IOException;

    /// Whether the store has the session: cheaper than asking for all of it.
    boolean has(String nativeId) throws IOException;

    /// The sessions whose logs a session begins with, so that it cannot be read without them; most have none.
    default List<String> continued(String nativeId) throws IOException {
        return List.of();
    }

    /// Where the file of that name belongs, whether it is there or not; empty when no file of this store has that name.
    Optional<Path> place(String name);

    /// How the originals of a session are fitted to folders that lie elsewhere; empty when nothing has to be.
    ///
    /// @param cwd the session's folder as it was; empty where that is not known
    /// @param others the logs that come back beside this one, already fitted
    /// @throws UnmovableException when they cannot be; the message says why
    default Optional<Moving> moving(String cwd, FolderMap folders, Moving.OtherLogs others) throws IOException {
        if (folders.moves(cwd)) {
            throw new UnmovableException("svc does not know how this program's sessions are fitted to other folders.");
        }
        return Optional.empty();
    }

    /// Writes rows that were kept back into the program's database, all of them or none.
    ///
    /// @param rows the content of an original of [Original.Kind#ROWS]
    /// @throws java.nio.file.FileAlreadyExistsException when the session is there
    /// @throws IOException when they cannot be written; the message says what to do
    default void writeBack(Path rows) throws IOException {
        throw new UnsupportedOperationException("this program keeps its sessions in files of their own");
    }

    /// The same for a store of svc's own, which only svc will read.
    default void unpack(Path rows) throws IOException {
        writeBack(rows);
    }
}
