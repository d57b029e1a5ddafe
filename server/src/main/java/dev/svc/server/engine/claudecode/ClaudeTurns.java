package dev.svc.server.engine.claudecode;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.StartedCall;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.turn.LogFiles;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.TurnScan;
import dev.svc.server.engine.turn.TurnScript;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.Optional;

/// The turns of a transcript: the records of one message are one turn, and a result joins its call.
final class ClaudeTurns implements TurnScript {
    private static final byte[] TYPE_FIRST = "{\"type\":\"".getBytes(US_ASCII);
    private static final int REACH = 300;
    private static final int GLIMPSE = 700;

    /// Of a thought it only matters whether there is one.
    private static final int A_GLIMPSE = 10;

    private static final String SAID = "said";

    private final ClaudeAgents agents;
    private final boolean ofAgent;

    ClaudeTurns(ClaudeHome home) {
        this(new ClaudeAgents(home), false);
    }

    /// @param ofAgent whether the transcripts are those of sub-agents
    private ClaudeTurns(ClaudeAgents agents, boolean ofAgent) {
        this.agents = agents;
        this.ofAgent = ofAgent;
    }

    @Override
    public void scan(JsonLine line, TurnScan scan) {
        if (line.startsWith(TYPE_FIRST) && ClaudeKinds.isMachinery(line.quotedAfter(TYPE_FIRST, REACH))) {
            return;
        }
        var entry = ClaudeEntry.of(line);
        if (entry.sidechain && !ofAgent) {
            return;
        }
        switch (entry.kind) {
            case "assistant" -> scanAnswer(entry, scan);
            case "user" -> scanUser(entry, scan);
            case "system" -> ClaudeNote.of(entry).scan(scan);
            default -> {}
        }
    }

    private static void scanAnswer(ClaudeEntry entry, TurnScan scan) {
        if (entry.injected || (entry.isSynthetic() && !entry.apiError)) {
            return;
        }
        var id = entry.messageId();
        int part = 0;
        for (var block : entry.blocks()) {
            switch (block.kind()) {
                case TEXT -> scanText(block, id, part, scan);
                case THINKING -> {
                    if (!block.thought(A_GLIMPSE).isBlank()) {
                        scan.think(id, part);
                    }
                }
                case CALL -> scan.call(block.id(), scan.beginAfterThought(id, part));
                case RESULT, OTHER -> {}
            }
            part++;
        }
    }

    /// All texts of one message are one turn, as they are one message in the list.
    private static void scanText(ClaudeBlock block, String id, int part, TurnScan scan) {
        if (ClaudeMessage.isMeant(block.text(GLIMPSE))) {
            int same = id.isEmpty() ? -1 : scan.find(SAID, id);
            if (same >= 0) {
                scan.add(same, part);
            } else {
                scan.open(SAID, id, scan.beginAfterThought(id, part));
            }
        }
    }

    private static void scanUser(ClaudeEntry entry, TurnScan scan) {
        if (ClaudeNote.of(entry).scan(scan)) {
            return;
        }
        int part = 0;
        for (var block : entry.blocks()) {
            if (block.kind() == ClaudeBlock.Kind.RESULT) {
                scan.answer(block.id(), part, true);
            }
            part++;
        }
        if (entry.said(GLIMPSE).typed()) {
            scan.begin(0);
        }
    }

    @Override
    public void tell(JsonLine line, int part, TurnMaker turn) {
        var entry = ClaudeEntry.of(line);
        turn.at(entry.timestamp);
        var blocks = entry.blocks();
        if (ClaudeNote.of(entry).tell(entry, turn) || part >= blocks.size()) {
            return;
        }
        var block = blocks.get(part);
        if (entry.kind.equals("assistant")) {
            tellAnswer(entry, block, turn);
        } else if (block.kind() == ClaudeBlock.Kind.RESULT) {
            block.tellResult(entry.result, turn);
        } else {
            turn.role(Turn.Role.USER).say(entry.said(TurnMaker.MAX_TEXT).text());
        }
    }

    private static void tellAnswer(ClaudeEntry entry, ClaudeBlock block, TurnMaker turn) {
        turn.role(Turn.Role.ASSISTANT).mark(entry.apiError ? Turn.Mark.ERROR : Turn.Mark.NONE);
        switch (block.kind()) {
            case TEXT -> turn.say(block.text(TurnMaker.MAX_TEXT));
            case THINKING -> turn.think(block.thought(TurnMaker.MAX_TEXT));
            case CALL -> {
                block.tellCall(turn);
                turn.agent(ClaudeAgents.sidechain(entry, block, turn.tool()));
            }
            case RESULT, OTHER -> {}
        }
    }

    @Override
    public void tellDeeds(JsonLine line, int part, CallDeeds call) {
        if (call.isIdle() && !ClaudeAgents.starts(call.tool())) {
            call.done(); // nearly all results are long, and of calls that only read
            return;
        }
        var entry = ClaudeEntry.of(line);
        var blocks = entry.blocks();
        if (part < blocks.size()) {
            blocks.get(part).tellDeeds(entry, call);
        }
    }

    @Override
    public Optional<AgentLog> started(String nativeId, StartedCall call) throws IOException {
        var told = new ClaudeTurns(agents, true);
        var log = agents.transcript(nativeId, call);
        return log.isPresent()
                ? Optional.of(new AgentLog(log.get(), LogFiles.PLAIN, told))
                : agents.sidechain(nativeId, call, told);
    }
}
