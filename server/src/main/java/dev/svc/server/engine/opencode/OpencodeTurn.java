package dev.svc.server.engine.opencode;

import dev.svc.server.engine.file.Excerpt;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.ToolSummary;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.session.Turn;

/// What the records of one turn say.
final class OpencodeTurn {
    /// How much of a summary is shown.
    private static final int MUCH = 4 << 10;

    private static final long NONE = Long.MIN_VALUE;
    private static final String ABORTED = "MessageAbortedError";

    private OpencodeTurn() {}

    static void tellMessage(Outline.Kind kind, JsonView message, TurnMaker turn) {
        turn.at(message.member("time").member("created").number(0));
        switch (kind) {
            case TYPED -> turn.role(Turn.Role.USER);
            case SAID -> turn.role(Turn.Role.ASSISTANT);
            case CALLED -> turn.role(Turn.Role.TOOL);
            case COMPACTED -> turn.mark(Turn.Mark.COMPACTED);
            case FAILED -> tellFailure(message.member("error"), turn);
        }
    }

    private static void tellFailure(JsonView error, TurnMaker turn) {
        var name = error.member("name").text(ToolSummary.SHORT);
        var told = error.member("data").member("message").text(MUCH);
        if (name.equals(ABORTED)) {
            turn.mark(Turn.Mark.INTERRUPTED).say("The turn was interrupted.");
        } else {
            turn.mark(Turn.Mark.ERROR).say(told.isBlank() ? name : told);
        }
    }

    static void tellPart(Outline.Kind kind, JsonView part, TurnMaker turn) {
        var text = part.member("text").text(TurnMaker.MAX_TEXT);
        switch (part.member("type").text()) {
            case "text" -> {
                switch (kind) {
                    case TYPED -> turn.say(TypedText.of(text));
                    case COMPACTED -> turn.say(Excerpt.cut(text, MUCH));
                    case SAID, CALLED, FAILED -> turn.say(text);
                }
            }
            case "reasoning" -> turn.think(text);
            case "file" -> turn.say("[" + part.member("filename").text(ToolSummary.SHORT) + "]");
            case "tool" -> tellTool(part, part.member("state"), turn);
            default -> {}
        }
    }

    private static void tellTool(JsonView part, JsonView state, TurnMaker turn) {
        var metadata = state.member("metadata");
        turn.tool(part.member("tool").text(ToolSummary.SHORT), state.member("input"))
                .agent(metadata.member("sessionId").text());
        switch (state.member("status").text()) {
            case "completed" -> tellOutput(state.member("output"), metadata, turn);
            case "error" -> turn.result(state.member("error").text(turn.toolOutput()), false);
            default -> {}
        }
        turn.deeds().ifPresent(deeds -> OpencodeDeeds.tell(part, state, deeds));
        var time = state.member("time");
        long from = time.member("start").number(-1);
        turn.took(from < 0 ? -1 : time.member("end").number(-1) - from);
        var diff = metadata.member("diff").text(ToolSummary.DIFF + 1);
        if (!diff.isEmpty()) {
            turn.change(ToolSummary.diff(diff));
        }
    }

    /// A command says how it ended.
    private static void tellOutput(JsonView output, JsonView metadata, TurnMaker turn) {
        long exit = metadata.member("exit").number(NONE);
        turn.result(output.text(turn.toolOutput()), exit == NONE || exit == 0).lines(output.lines());
        if (exit != NONE) {
            turn.exited(exit);
        }
    }
}
