package dev.svc.server.engine.turn;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.StartedCall;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.NamedLine;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How the lines of one program's logs make turns. Stateless between lines: the scan keeps the state, so that a
/// continued reading gives the same result as a full one.
public interface TurnScript {

    /// How the line names itself and the one that it follows, in logs that keep what was taken back; null where every
    /// line counts.
    default @Nullable NamedLine name(JsonLine line) {
        return null;
    }

    /// Notes which turns begin on this line and which continue.
    void scan(JsonLine line, TurnScan scan);

    /// Adds to the turn what the line says about it.
    ///
    /// @param part what [#scan] called this line's contribution
    void tell(JsonLine line, int part, TurnMaker turn);

    /// Adds to the call what the line says of its deeds; called for the lines of turns, in the order of the log.
    ///
    /// @param part what [#scan] called this line's contribution
    default void tellDeeds(JsonLine line, int part, CallDeeds call) {}

    /// The log of the sub-agent that this call started; empty where it started none.
    default Optional<AgentLog> started(String nativeId, StartedCall call) throws IOException {
        return Optional.empty();
    }

    /// The conversation of the sub-agent that this call started; empty where it started none.
    default List<Turn> inner(String nativeId, TurnMaker call, SubAgents agents) throws IOException {
        var log = started(nativeId, call);
        return log.isEmpty()
                ? List.of()
                : agents.read(
                        nativeId, log.get().file(), log.get().files(), log.get().script());
    }

    /// Where a sub-agent logs, and how that is read.
    record AgentLog(Path file, LogFiles files, TurnScript script) {}
}
