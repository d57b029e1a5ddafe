package dev.svc.server.engine.turn;

import dev.svc.server.engine.change.EditSink;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// The conversations of one program, read from its own logs and never written to.
///
/// Damage is never fatal: records that cannot be understood are left out.
public interface Turns {

    /// The conversation's present index. With `former`, a log that only grew costs no more than what was appended.
    ///
    /// @throws java.nio.file.NoSuchFileException when the store has no such session
    TurnIndex index(String nativeId, Optional<TurnIndex> former) throws IOException;

    /// Turns `from` (included) to `to` (not included) of those that `index` counted; other turns are not parsed.
    /// A log replaced since gives those of them that it still has.
    List<Turn> read(String nativeId, TurnIndex index, int from, int to, Detail detail) throws IOException;

    /// As [#read(String, TurnIndex, int, int, Detail)], in brief.
    default List<Turn> read(String nativeId, TurnIndex index, int from, int to) throws IOException {
        return read(nativeId, index, from, to, Detail.BRIEF);
    }

    /// Tells what the calls among the index's turns did to files, in order, sub-agents' deeds included.
    ///
    /// @return false where nobody knows how this program logs that
    default boolean edits(String nativeId, TurnIndex index, EditSink sink) throws IOException {
        return false;
    }

    /// Whether any reading costs as much as one of all turns, so that nobody should ask twice.
    default boolean readsWhole() {
        return false;
    }
}
