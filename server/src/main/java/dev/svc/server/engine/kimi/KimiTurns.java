package dev.svc.server.engine.kimi;

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

/// The turns of a wire log: prompts, and the parts and calls of the steps that answer them. The second and third copy
/// of a message that the log also has are left alone, as in the counts of the list.
final class KimiTurns implements TurnScript {
    private static final int GLIMPSE = 100;

    /// How much of a summary is shown.
    private static final int MUCH = 4 << 10;

    /// The turn that tells how a prompt ended, when it did not end well; several records tell it.
    private static final String ENDED = "ended";

    private final KimiFolder folder;
    private final boolean ofAgent;

    KimiTurns(KimiFolder folder, boolean ofAgent) {
        this.folder = folder;
        this.ofAgent = ofAgent;
    }

    @Override
    public void scan(JsonLine line, TurnScan scan) {
        var entry = KimiEntry.of(line);
        if (entry.kind().isEmpty() || (!ofAgent && !entry.isMain())) {
            return;
        }
        switch (entry.kind()) {
            case "turn.prompt", "turn.steer" -> scanPrompt(entry, scan);
            case "context.append_loop_event" -> scanStep(entry, scan);
            case "context.apply_compaction" -> scan.begin(0);
            case "subagent.spawned" -> scan.answer(entry.text("parentToolCallId"), 0, false);
            default -> scanEnd(entry, scan);
        }
    }

    private void scanPrompt(KimiEntry entry, TurnScan scan) {
        if (ofAgent || entry.origin().equals("user")) {
            scan.close(ENDED, "");
            scan.closeThought();
            scan.begin(0);
        }
    }

    private static void scanStep(KimiEntry entry, TurnScan scan) {
        switch (entry.type()) {
            case "content.part" -> {
                if (!entry.part("text").text(GLIMPSE).isBlank()) {
                    scan.beginAfterThought("", 0);
                } else if (!entry.part("think").text(GLIMPSE).isBlank()) {
                    scan.think("", 0);
                }
            }
            case "tool.call" -> scan.call(entry.event().member("toolCallId").text(), scan.beginAfterThought("", 0));
            case "tool.result" -> scan.answer(entry.event().member("toolCallId").text(), 0, true);
            default -> {}
        }
    }

    private static void scanEnd(KimiEntry entry, TurnScan scan) {
        if (!entry.text("reason").equals("completed") && scan.find(ENDED, "") < 0) {
            scan.open(ENDED, "", scan.begin(0));
        }
    }

    @Override
    public void tell(JsonLine line, int part, TurnMaker turn) {
        var entry = KimiEntry.of(line);
        turn.at(entry.record().member("time").number(0));
        switch (entry.kind()) {
            case "" -> {}
            case "turn.prompt", "turn.steer" -> turn.role(Turn.Role.USER).say(entry.words(TurnMaker.MAX_TEXT));
            case "context.append_loop_event" -> tellStep(entry, turn);
            case "context.apply_compaction" ->
                turn.mark(Turn.Mark.COMPACTED)
                        .say("Conversation compacted")
                        .say(Excerpt.cut(entry.text("summary"), MUCH));
            case "subagent.spawned" -> turn.agent(entry.text("subagentId"));
            default -> tellEnd(entry, turn);
        }
    }

    private static void tellStep(KimiEntry entry, TurnMaker turn) {
        switch (entry.type()) {
            case "content.part" ->
                turn.role(Turn.Role.ASSISTANT)
                        .say(entry.part("text").text(TurnMaker.MAX_TEXT))
                        .think(entry.part("think").text(TurnMaker.MAX_TEXT));
            case "tool.call" -> tellCall(entry.event(), turn);
            case "tool.result" -> tellResult(entry.event().member("result"), turn);
            default -> {}
        }
    }

    private static void tellCall(JsonView event, TurnMaker turn) {
        var input = event.member("args");
        turn.tool(event.member("name").text(ToolSummary.SHORT), input);
        var after = input.member("new_string");
        if (after.isString()) {
            turn.change(ToolSummary.change(
                    input.member("old_string").text(ToolSummary.DIFF), after.text(ToolSummary.DIFF)));
        }
    }

    private static void tellResult(JsonView result, TurnMaker turn) {
        var output = result.member("output");
        var words = new StringBuilder(output.text(turn.toolOutput()));
        output.elements(part -> words.append(part.member("text").text(turn.toolOutput())));
        var lines = new int[] {output.lines()};
        output.elements(part -> lines[0] += part.member("text").lines());
        turn.result(words.toString(), !result.member("isError").isTrue())
                .lines(lines[0])
                .took(result.member("durationMs").number(-1));
    }

    private static void tellEnd(KimiEntry entry, TurnMaker turn) {
        var reason = entry.text("reason");
        if (reason.equals("error") || reason.equals("failed")) {
            var message = entry.text("message");
            var error = message.isEmpty()
                    ? entry.record().member("error").member("message").text()
                    : message;
            turn.mark(Turn.Mark.ERROR).say(error.isEmpty() ? "The turn failed." : error);
        } else {
            turn.mark(Turn.Mark.INTERRUPTED).say("The turn was interrupted.");
        }
    }

    @Override
    public void tellDeeds(JsonLine line, int part, CallDeeds call) {
        KimiDeeds.tell(KimiEntry.of(line), call);
    }

    @Override
    public Optional<AgentLog> started(String nativeId, StartedCall call) throws IOException {
        return ofAgent || call.agent().isEmpty()
                ? Optional.empty()
                : folder.wire(nativeId, call.agent())
                        .map(log -> new AgentLog(log, LogFiles.PLAIN, new KimiTurns(folder, true)));
    }
}
