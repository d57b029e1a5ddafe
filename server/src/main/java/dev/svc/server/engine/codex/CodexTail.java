package dev.svc.server.engine.codex;

import dev.svc.server.engine.json.JsonEdges;
import dev.svc.server.engine.json.JsonLine;

/// What the last lines of a rollout add, looked at newest first: when it was written to, and with which model. Owned by
/// one glance.
final class CodexTail implements JsonEdges.Tail {
    private final CodexTally tally;
    private boolean timeKnown;
    private boolean modelKnown;

    CodexTail(CodexTally tally) {
        this.tally = tally;
    }

    /// Looks at one line; false once there is nothing left to learn.
    @Override
    public boolean line(JsonLine line) {
        if (!timeKnown) {
            var timestamp = CodexRecord.timestamp(line);
            tally.happened(timestamp);
            timeKnown = !timestamp.isEmpty();
        }
        if (CodexRecord.kind(line).equals("turn_context")) {
            takeModel(line);
        }
        return !modelKnown;
    }

    @Override
    public boolean isContent() {
        return modelKnown;
    }

    private void takeModel(JsonLine line) {
        var model = CodexRecord.of(line).map(record -> record.model).orElse("");
        if (!model.isEmpty()) {
            tally.model(model);
            modelKnown = true;
        }
    }
}
