package dev.svc.server.engine.turn;

import dev.svc.server.engine.change.Edit;
import dev.svc.server.engine.change.EditSink;
import java.io.IOException;
import java.util.List;

/// How many sub-agents' deeds are read for one answer, and how deep. Owned by that answer.
public final class AgentBudget {
    private static final int CONVERSATIONS = 256;
    private static final int DEPTH = 4;

    private int conversations;
    private int depth;

    /// Reads the deeds of one more conversation.
    @FunctionalInterface
    public interface Agent {
        void tell(String id, EditSink sink) throws IOException;
    }

    /// False when it has been enough.
    boolean enter() {
        if (conversations == CONVERSATIONS || depth == DEPTH) {
            return false;
        }
        conversations++;
        depth++;
        return true;
    }

    void leave() {
        depth--;
    }

    /// Passes everything on as that turn's.
    static EditSink of(int turn, EditSink sink) {
        return new EditSink() {
            @Override
            public void edit(Edit edit) {
                sink.edit(new Edit(turn, edit.at(), edit.deed()));
            }

            @Override
            public void leftOut() {
                sink.leftOut();
            }
        };
    }

    /// Passes on the deeds of turns that were read for them.
    ///
    /// @param agent reads those of a sub-agent
    public void tell(List<TurnMaker> turns, EditSink sink, Agent agent) throws IOException {
        for (int i = 0; i < turns.size(); i++) {
            var turn = turns.get(i);
            var deeds = turn.deeds();
            if (deeds.isPresent()) {
                turn.at().ifPresent(at -> deeds.get().at(at.toEpochMilli()));
                deeds.get().tell(i, sink);
            }
            if (!turn.agent().isEmpty()) {
                if (enter()) {
                    try {
                        agent.tell(turn.agent(), of(i, sink));
                    } finally {
                        leave();
                    }
                } else {
                    sink.leftOut();
                }
            }
        }
    }
}
