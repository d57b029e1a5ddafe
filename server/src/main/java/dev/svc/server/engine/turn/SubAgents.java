package dev.svc.server.engine.turn;

import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Reads the conversations of sub-agents for one answer: so many and so deep, and no more, whatever a damaged log says.
/// Owned by that answer.
public final class SubAgents {
    private static final int CONVERSATIONS = 64;
    private static final int DEPTH = 4;
    private static final int TURNS = 200;

    private int conversations;
    private int depth;

    /// Reads one conversation; calls in it may have started others, for which it asks in turn.
    @FunctionalInterface
    public interface Conversation {
        List<Turn> read(SubAgents agents) throws IOException;
    }

    /// The newest turns of the sub-agent that logs there; empty when it cannot be read.
    public List<Turn> read(String nativeId, Path log, TurnScript script) {
        return read(nativeId, log, LogFiles.PLAIN, script);
    }

    /// As [#read(String, Path, TurnScript)], with a way of its own to open the log.
    public List<Turn> read(String nativeId, Path log, LogFiles files, TurnScript script) {
        var turns = new LogTurns(id -> List.of(LogPart.whole(log)), files, script);
        return read(agents -> turns.newest(nativeId, TURNS, agents));
    }

    /// The newest turns of the conversation; empty when it cannot be read.
    public List<Turn> read(Conversation conversation) {
        if (conversations == CONVERSATIONS || depth == DEPTH) {
            return List.of();
        }
        conversations++;
        depth++;
        try {
            return newest(conversation.read(this));
        } catch (IOException unreadable) {
            return List.of();
        } finally {
            depth--;
        }
    }

    private static List<Turn> newest(List<Turn> turns) {
        return turns.size() <= TURNS + 1 ? turns : leftOut(turns.size() - TURNS, turns);
    }

    /// The turns after the first so many, with a note about those.
    static List<Turn> leftOut(int count, List<Turn> turns) {
        var shown = new ArrayList<Turn>();
        shown.add(
                new TurnMaker().say(count + " earlier turns are left out here.").turn());
        shown.addAll(turns.subList(turns.size() - TURNS, turns.size()));
        return shown;
    }
}
