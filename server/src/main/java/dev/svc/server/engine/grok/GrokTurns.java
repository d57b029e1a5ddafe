package dev.svc.server.engine.grok;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.change.StartedCall;
import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.LogFiles;
import dev.svc.server.engine.turn.ToolSummary;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.TurnScan;
import dev.svc.server.engine.turn.TurnScript;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.util.Optional;

/// The turns of a stream of updates: messages, thoughts and calls, any of which may come in pieces.
final class GrokTurns implements TurnScript {
    private static final int GLIMPSE = 100;

    /// How much of a summary is shown.
    private static final int MUCH = 4 << 10;

    /// The message that the next piece may go on with.
    private static final String MESSAGE = "message";

    private static final String PROMPT = "prompt ";
    private static final String ANSWER = "answer";

    /// Under this a call waits for the sub-agent that it starts, beside waiting for its answer.
    private static final String STARTS = "starts ";

    private static final String SPAWN = "spawn_subagent";

    private final GrokFolder folder;

    GrokTurns(GrokFolder folder) {
        this.folder = folder;
    }

    @Override
    public void scan(JsonLine line, TurnScan scan) {
        var entry = GrokEntry.of(line);
        switch (entry.kind()) {
            case GrokEntry.TYPED -> scanPrompt(entry, scan);
            case GrokEntry.ANSWER -> scanAnswer(entry, scan);
            case GrokEntry.THOUGHT -> scanThought(entry, scan);
            case GrokEntry.CALL -> scanCall(entry, scan);
            case GrokEntry.CALL_UPDATE -> scan.answer(entry.call(), 0, entry.isOver());
            case GrokEntry.AGENT -> scan.answer(STARTS + entry.text("description"), 0, true);
            case GrokEntry.ENDED -> scanEnd(entry, scan);
            case GrokEntry.RETRY -> scan.close(MESSAGE);
            case GrokEntry.COMPACTED, GrokEntry.WENT_BACK -> {
                scan.close(MESSAGE);
                scan.closeThought();
                scan.begin(0);
            }
            default -> {}
        }
    }

    private static void scanPrompt(GrokEntry entry, TurnScan scan) {
        var owner = PROMPT + entry.prompt();
        int goesOn = scan.find(MESSAGE, owner);
        if (goesOn >= 0) {
            scan.add(goesOn, 0);
        } else if (!entry.words(GLIMPSE).isBlank()) {
            scan.closeThought();
            scan.open(MESSAGE, owner, scan.begin(0));
        }
    }

    private static void scanAnswer(GrokEntry entry, TurnScan scan) {
        int goesOn = scan.find(MESSAGE, ANSWER);
        if (goesOn >= 0) {
            scan.add(goesOn, 0);
        } else if (!entry.words(GLIMPSE).isBlank()) {
            scan.open(MESSAGE, ANSWER, scan.beginAfterThought("", 0));
        }
    }

    private static void scanThought(GrokEntry entry, TurnScan scan) {
        scan.close(MESSAGE);
        if (!entry.words(GLIMPSE).isBlank()) {
            scan.think("", 0);
        }
    }

    private static void scanCall(GrokEntry entry, TurnScan scan) {
        scan.close(MESSAGE);
        int turn = scan.beginAfterThought("", 0);
        scan.call(entry.call(), turn);
        if (entry.tool(ToolSummary.SHORT).equals(SPAWN)) {
            scan.call(
                    STARTS
                            + entry.update()
                                    .member("rawInput")
                                    .member("description")
                                    .text(),
                    turn);
        }
    }

    private static void scanEnd(GrokEntry entry, TurnScan scan) {
        scan.close(MESSAGE);
        scan.closeThought();
        if (!reason(entry).isEmpty()) {
            scan.begin(0);
        }
    }

    /// Why a turn ended, when it did not end well.
    private static String reason(GrokEntry entry) {
        var reason = entry.update().member("stop_reason").text(GLIMPSE);
        return reason.equals("end_turn") ? "" : reason;
    }

    @Override
    public void tell(JsonLine line, int part, TurnMaker turn) {
        var entry = GrokEntry.of(line);
        turn.at(entry.at());
        switch (entry.kind()) {
            case GrokEntry.TYPED -> turn.role(Turn.Role.USER).sayOn(entry.words(TurnMaker.MAX_TEXT));
            case GrokEntry.ANSWER -> turn.role(Turn.Role.ASSISTANT).sayOn(entry.words(TurnMaker.MAX_TEXT));
            case GrokEntry.THOUGHT -> turn.role(Turn.Role.ASSISTANT).thinkOn(entry.words(TurnMaker.MAX_TEXT));
            case GrokEntry.CALL -> tellCall(entry, turn);
            case GrokEntry.CALL_UPDATE -> tellUpdate(entry, turn);
            case GrokEntry.AGENT -> turn.agent(entry.agent());
            case GrokEntry.ENDED -> tellEnd(entry, turn);
            case GrokEntry.COMPACTED ->
                turn.mark(Turn.Mark.COMPACTED)
                        .say("Conversation compacted")
                        .say(Excerpt.cut(entry.text("summary_preview"), MUCH));
            case GrokEntry.WENT_BACK -> turn.say(wentBack(entry));
            default -> {}
        }
    }

    private static void tellCall(GrokEntry entry, TurnMaker turn) {
        var input = entry.update().member("rawInput");
        turn.tool(entry.tool(ToolSummary.SHORT), input).call(entry.call());
        var after = input.member("new_string");
        if (after.isString()) {
            turn.change(ToolSummary.change(
                    input.member("old_string").text(ToolSummary.DIFF), after.text(ToolSummary.DIFF)));
        }
    }

    private static void tellUpdate(GrokEntry entry, TurnMaker turn) {
        if (!entry.agent().isEmpty()) {
            turn.agent(entry.agent());
        }
        if (!entry.isOver()) {
            return;
        }
        var said = new StringBuilder();
        var lines = new int[1];
        entry.update().member("content").elements(block -> {
            var text = block.member("content").member("text");
            if (said.length() < turn.toolOutput()) {
                said.append(text.text(turn.toolOutput()));
            }
            lines[0] += text.lines();
            tellChange(block, turn);
        });
        long code = entry.exitCode(Long.MIN_VALUE);
        turn.result(said.toString(), entry.isDone() && (code == Long.MIN_VALUE || code == 0))
                .lines(said.isEmpty() ? -1 : lines[0]);
        if (code != Long.MIN_VALUE) {
            turn.exited(code);
        }
    }

    private static void tellChange(JsonView block, TurnMaker turn) {
        var after = block.member("newText");
        if (after.isString()) {
            turn.change(
                    ToolSummary.change(block.member("oldText").text(ToolSummary.DIFF), after.text(ToolSummary.DIFF)));
        }
    }

    /// Prompts are counted from 0 in the log, and from 1 where people read.
    private static String wentBack(GrokEntry entry) {
        long prompt = entry.update().member("target_prompt_index").number(-1);
        return prompt < 0 || prompt > Integer.MAX_VALUE
                ? "Went back to an earlier prompt."
                : "Went back to before prompt " + (prompt + 1) + ": what was said since then was taken back.";
    }

    private static void tellEnd(GrokEntry entry, TurnMaker turn) {
        var meta = entry.record().member("params").member("_meta");
        switch (reason(entry)) {
            case "error" -> {
                var error = entry.update().member("agent_result").text(MUCH);
                turn.mark(Turn.Mark.ERROR).say(error.isBlank() ? "The turn failed." : error);
            }
            case "cancelled" ->
                turn.mark(Turn.Mark.INTERRUPTED)
                        .say(
                                meta.member("cancellationCategory").text().equals("PermissionRejected")
                                        ? "The turn ended because a permission was denied."
                                        : "The turn was interrupted.");
            default -> turn.mark(Turn.Mark.INTERRUPTED).say("The turn ended early: " + reason(entry));
        }
    }

    @Override
    public void tellDeeds(JsonLine line, int part, CallDeeds call) {
        GrokDeeds.tell(GrokEntry.of(line), call);
    }

    @Override
    public Optional<AgentLog> started(String nativeId, StartedCall call) throws IOException {
        return call.agent().isEmpty()
                ? Optional.empty()
                : folder.agent(nativeId, call.agent()).map(log -> new AgentLog(log, LogFiles.PLAIN, this));
    }
}
