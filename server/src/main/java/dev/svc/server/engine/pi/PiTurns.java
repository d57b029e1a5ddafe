package dev.svc.server.engine.pi;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.json.NamedLine;
import dev.svc.server.engine.turn.ToolSummary;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.TurnScan;
import dev.svc.server.engine.turn.TurnScript;
import dev.svc.server.session.Turn;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The turns of a session's file: prompts, the texts and calls of the answers, commands of a person's own, and what
/// else the program shows. All texts of one answer are one turn, as they are one message in the list.
final class PiTurns implements TurnScript {
    private static final int GLIMPSE = PiEntry.GLIMPSE;

    /// The part of an answer that tells how it ended, when it did not end well.
    private static final int ENDED = Integer.MAX_VALUE;

    private static final String ABORTED = "aborted";
    private static final String FAILED = "error";
    private static final Pattern EXIT = Pattern.compile("Command exited with code (\\d{1,9})\\s*$");

    /// The program itself keeps no more of what a command wrote.
    private static final int WHOLE_OUTPUT = 64 << 10;

    @Override
    public @Nullable NamedLine name(JsonLine line) {
        return PiEntry.name(line);
    }

    @Override
    public void scan(JsonLine line, TurnScan scan) {
        PiEntry.of(line).ifPresent(entry -> scan(entry, scan));
    }

    private static void scan(PiEntry entry, TurnScan scan) {
        if (entry.isMessageOf("assistant")) {
            scanAnswer(entry, scan);
        } else if (entry.isMessageOf("toolResult")) {
            scan.answer(entry.call, 0, true);
        } else if (isTurn(entry)) {
            scan.begin(0);
        }
    }

    private static boolean isTurn(PiEntry entry) {
        return entry.kind.equals(PiKinds.COMPACTION)
                || (entry.kind.equals(PiKinds.BRANCH) && !entry.summary.isBlank())
                || entry.isPrompt()
                || (entry.isMessageOf("bashExecution")
                        && !entry.command.text(GLIMPSE).isBlank())
                || (entry.isRemark() && entry.says());
    }

    private static void scanAnswer(PiEntry entry, TurnScan scan) {
        int said = -1;
        int part = 0;
        for (var block : entry.parts()) {
            if (!PiEntry.text(block, GLIMPSE).isBlank()) {
                if (said < 0) {
                    said = scan.beginAfterThought(entry.id, part);
                } else {
                    scan.add(said, part);
                }
            } else if (!thought(block, GLIMPSE).isBlank()) {
                scan.think(entry.id, part);
            } else if (isCall(block)) {
                scan.call(callId(block), scan.beginAfterThought(entry.id, part));
            }
            part++;
        }
        if (entry.stopReason.equals(FAILED) || entry.stopReason.equals(ABORTED)) {
            scan.begin(ENDED);
        }
    }

    private static String thought(JsonView block, int characters) {
        return PiEntry.kind(block).equals("thinking") ? block.member("thinking").text(characters) : "";
    }

    private static boolean isCall(JsonView block) {
        return PiEntry.kind(block).equals("toolCall") && !toolName(block).isBlank();
    }

    private static String toolName(JsonView call) {
        return call.member("name").text(ToolSummary.SHORT);
    }

    private static String callId(JsonView call) {
        return call.member("id").text(ToolSummary.SHORT);
    }

    @Override
    public void tell(JsonLine line, int part, TurnMaker turn) {
        PiEntry.of(line).ifPresent(entry -> {
            turn.at(entry.timestamp);
            tell(entry, part, turn);
        });
    }

    private static void tell(PiEntry entry, int part, TurnMaker turn) {
        switch (entry.kind.equals(PiEntry.MESSAGE) ? entry.role : entry.kind) {
            case "user" -> turn.role(Turn.Role.USER).say(entry.words(TurnMaker.MAX_TEXT));
            case "assistant" -> tellAnswer(entry, part, turn);
            case "toolResult" -> tellResult(entry, turn);
            case "bashExecution" -> tellCommand(entry, turn);
            case PiKinds.COMPACTION ->
                turn.mark(Turn.Mark.COMPACTED).say("Conversation compacted").say(entry.summary);
            case PiKinds.BRANCH ->
                turn.say("What was said on a branch that was left").say(entry.summary);
            default -> turn.say(entry.words(TurnMaker.MAX_TEXT));
        }
    }

    private static void tellAnswer(PiEntry entry, int part, TurnMaker turn) {
        if (part == ENDED) {
            tellEnd(entry, turn);
            return;
        }
        var parts = entry.parts();
        if (part >= parts.size()) {
            return;
        }
        var block = parts.get(part);
        if (isCall(block)) {
            tellCall(block, turn);
        } else {
            turn.role(Turn.Role.ASSISTANT)
                    .say(PiEntry.text(block, TurnMaker.MAX_TEXT))
                    .think(thought(block, TurnMaker.MAX_TEXT));
        }
    }

    private static void tellEnd(PiEntry entry, TurnMaker turn) {
        if (entry.stopReason.equals(ABORTED)) {
            turn.mark(Turn.Mark.INTERRUPTED).say("The turn was interrupted.");
        } else {
            turn.mark(Turn.Mark.ERROR).say(entry.error.isBlank() ? "The turn failed." : entry.error);
        }
    }

    private static void tellCall(JsonView call, TurnMaker turn) {
        turn.tool(toolName(call), call.member("arguments")).call(callId(call));
    }

    private static void tellResult(PiEntry entry, TurnMaker turn) {
        turn.result(entry.words(turn.toolOutput()), !entry.isError).lines(lines(entry));
        if (entry.isError) {
            var exit = EXIT.matcher(entry.words(WHOLE_OUTPUT));
            if (exit.find()) {
                turn.exited(Long.parseLong(exit.group(1)));
            }
        }
        var patch = entry.details.member("patch").text(2 * ToolSummary.DIFF);
        int hunks = patch.indexOf("@@");
        if (hunks >= 0) {
            turn.change(ToolSummary.diff(patch.substring(hunks)));
        }
    }

    /// Of a long output the program keeps the end, and says how long it was.
    private static long lines(PiEntry entry) {
        long told = entry.details.member("truncation").member("totalLines").number(-1);
        return told >= 0
                ? told
                : entry.parts().stream()
                        .mapToLong(part -> part.isString()
                                ? part.lines()
                                : part.member("text").lines())
                        .sum();
    }

    /// A command that a person ran in the session.
    private static void tellCommand(PiEntry entry, TurnMaker turn) {
        long code = entry.exitCode.number(-1);
        turn.tool("bash", entry.command)
                .result(entry.output.text(turn.toolOutput()), !entry.isCancelled && code <= 0)
                .lines(entry.output.lines());
        if (code >= 0) {
            turn.exited(code);
        }
    }

    @Override
    public void tellDeeds(JsonLine line, int part, CallDeeds call) {
        if (call.isIdle()) {
            call.done(); // what came of a call that only read
        } else {
            PiEntry.of(line).ifPresent(entry -> PiDeeds.tell(entry, part, call));
        }
    }
}
