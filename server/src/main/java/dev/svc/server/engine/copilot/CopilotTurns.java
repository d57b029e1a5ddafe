package dev.svc.server.engine.copilot;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.StartedCall;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.turn.LogFiles;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.TurnScan;
import dev.svc.server.engine.turn.TurnScript;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.regex.Pattern;

/// The turns of a log: of the conversation, or of one of its sub-agents, which write into the same log.
final class CopilotTurns implements TurnScript {
    private static final int GLIMPSE = 700;

    /// How much of a summary is shown.
    private static final int MUCH = 4 << 10;

    /// What a sub-agent wrote changes the turn of the call that started it.
    private static final int INNER = 1;

    private static final String OF_AGENT = "agent ";
    private static final String INNER_CALL = "inner ";

    private static final byte[] STARTED = CopilotEntry.begins("subagent.started\"");
    private static final Pattern AGENT = Pattern.compile("[0-9A-Za-z_.:-]{1,100}");

    private final CopilotFolder folder;
    private final String agent;
    private final byte[] mark;

    CopilotTurns(CopilotFolder folder) {
        this(folder, "");
    }

    /// @param agent whose turns; empty for the conversation itself
    private CopilotTurns(CopilotFolder folder, String agent) {
        this.folder = folder;
        this.agent = agent;
        this.mark = agent.getBytes(StandardCharsets.US_ASCII);
    }

    @Override
    public void scan(JsonLine line, TurnScan scan) {
        if (CopilotEntry.isBulky(line) || !mayConcern(line)) {
            return;
        }
        var entry = CopilotEntry.of(line);
        if (!entry.isWhole) {
            return;
        }
        if (entry.type.equals("subagent.started")) {
            scanStart(entry, scan);
        } else if (entry.agent.equals(agent)) {
            scan(entry, scan);
        } else {
            scanInner(entry, scan);
        }
    }

    /// By a call of the conversation itself, or by one of another sub-agent's.
    private static void scanStart(CopilotEntry entry, TurnScan scan) {
        int own = scan.answer(entry.call(), 0, false);
        int turn = own >= 0 ? own : scan.answer(INNER_CALL + entry.call(), INNER, false);
        if (turn >= 0) {
            scan.call(OF_AGENT + entry.agent, turn);
        }
    }

    /// Who follows the conversation has to look at the turn again.
    private static void scanInner(CopilotEntry entry, TurnScan scan) {
        switch (entry.type) {
            case "tool.execution_start" -> {
                int turn = scan.answer(OF_AGENT + entry.agent, INNER, false);
                if (turn >= 0) {
                    scan.call(INNER_CALL + entry.call(), turn);
                }
            }
            case "tool.execution_complete" -> scan.answer(INNER_CALL + entry.call(), INNER, true);
            case "user.message",
                    "assistant.message",
                    "permission.completed",
                    "session.compaction_complete",
                    "session.error",
                    "abort" -> scan.answer(OF_AGENT + entry.agent, INNER, false);
            default -> {}
        }
    }

    /// A log with many sub-agents is read for each of them, so what the others wrote is passed over.
    private boolean mayConcern(JsonLine line) {
        return agent.isEmpty() || line.contains(mark) || line.startsWith(STARTED);
    }

    private void scan(CopilotEntry entry, TurnScan scan) {
        switch (entry.type) {
            case "user.message" -> {
                if ((!agent.isEmpty() || entry.isTyped())
                        && !entry.content().text(GLIMPSE).isBlank()) {
                    scan.closeThought();
                    scan.begin(0);
                }
            }
            case "assistant.message" -> {
                if (!entry.content().text(GLIMPSE).isBlank()) {
                    scan.beginAfterThought("", 0);
                } else if (!thought(entry, GLIMPSE).isBlank()) {
                    scan.think("", 0);
                }
            }
            case "tool.execution_start" -> scan.call(entry.call(), scan.beginAfterThought("", 0));
            case "tool.execution_complete" -> scan.answer(entry.call(), 0, true);
            case "permission.completed" -> {
                if (!entry.isApproved()) {
                    scan.answer(entry.call(), 0, false);
                }
            }
            case "session.compaction_complete" -> {
                if (entry.data.member("success").isTrue()) {
                    scan.begin(0);
                }
            }
            case "session.error", "abort" -> {
                scan.closeThought();
                scan.begin(0);
            }
            default -> {}
        }
    }

    private static String thought(CopilotEntry entry, int characters) {
        return entry.data.member("reasoningText").text(characters);
    }

    @Override
    public void tell(JsonLine line, int part, TurnMaker turn) {
        if (part == INNER) {
            return;
        }
        var entry = CopilotEntry.of(line);
        turn.at(entry.timestamp);
        switch (entry.type) {
            case "user.message" -> turn.role(Turn.Role.USER).say(entry.content().text(TurnMaker.MAX_TEXT));
            case "assistant.message" ->
                turn.role(Turn.Role.ASSISTANT)
                        .say(entry.content().text(TurnMaker.MAX_TEXT))
                        .think(thought(entry, TurnMaker.MAX_TEXT));
            case "tool.execution_start", "tool.execution_complete", "permission.completed" ->
                CopilotCall.tell(entry, turn);
            case "subagent.started" -> turn.agent(entry.agent);
            case "session.compaction_complete" ->
                turn.mark(Turn.Mark.COMPACTED)
                        .say("Conversation compacted")
                        .say(Excerpt.cut(entry.data.member("summaryContent").text(MUCH), MUCH));
            case "session.error" -> {
                var message = entry.data.member("message").text(TurnMaker.MAX_TEXT);
                turn.mark(Turn.Mark.ERROR).say(message.isBlank() ? "The turn failed." : message);
            }
            case "abort" -> turn.mark(Turn.Mark.INTERRUPTED).say("The turn was interrupted.");
            default -> {}
        }
    }

    @Override
    public void tellDeeds(JsonLine line, int part, CallDeeds call) {
        if (part != INNER) {
            CopilotDeeds.tell(CopilotEntry.of(line), call);
        }
    }

    @Override
    public Optional<AgentLog> started(String nativeId, StartedCall call) throws IOException {
        return call.agent().equals(agent) || !AGENT.matcher(call.agent()).matches()
                ? Optional.empty()
                : folder.log(nativeId)
                        .map(log -> new AgentLog(log.path(), LogFiles.PLAIN, new CopilotTurns(folder, call.agent())));
    }
}
