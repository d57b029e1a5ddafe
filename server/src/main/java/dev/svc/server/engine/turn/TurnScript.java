package dev.svc.server.engine.turn;

import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.List;

/// How the lines of one program's logs make turns. Stateless between lines: the scan keeps the state, so that a
/// continued reading gives the same result as a full one.
public interface TurnScript {

    /// Notes which turns begin on this line and which continue.
    void scan(JsonLine line, TurnScan scan);

    /// Adds to the turn what the line says about it.
    ///
    /// @param part what [#scan] called this line's contribution
    void tell(JsonLine line, int part, TurnMaker turn);

    /// The conversation of the sub-agent that this call started; empty where it started none.
    default List<Turn> inner(String nativeId, TurnMaker call, SubAgents agents) throws IOException {
        return List.of();
    }
}
