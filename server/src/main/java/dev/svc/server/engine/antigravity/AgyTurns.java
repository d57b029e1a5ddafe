package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.change.CallDeeds;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.ToolSummary;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.TurnScan;
import dev.svc.server.engine.turn.TurnScript;
import dev.svc.server.session.Turn;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/// The turns of a transcript. A record of the model may say something and call tools; the records after it answer the
/// calls in order, without naming them.
final class AgyTurns implements TurnScript {
    private static final int GLIMPSE = 100;
    private static final int LONG = 4 << 10;

    /// What the program puts before an answer.
    private static final int FRAME = 1 << 10;

    private static final String OUTPUT = "Output:\n";
    private static final Pattern TIMES = Pattern.compile("Created At: (\\S+)\\s+Completed At: (\\S+)");

    @Override
    public void scan(JsonLine line, TurnScan scan) {
        var record = line.view();
        if (!record.members((key, value) -> {})) {
            return;
        }
        switch (record.member("type").text()) {
            case "USER_INPUT" -> {
                if (isTyped(record)) {
                    scan.giveUpCalls();
                    scan.begin(0);
                }
            }
            case "PLANNER_RESPONSE" -> scanAnswer(record, scan);
            case "SYSTEM_MESSAGE", "CONVERSATION_HISTORY", "CHECKPOINT" -> {}
            case "ERROR_MESSAGE" -> scan.begin(0);
            default -> scan.answerOldest(0);
        }
    }

    /// The program itself speaks in the person's place too.
    private static boolean isTyped(JsonView record) {
        var source = record.member("source").text();
        return !source.equals("SYSTEM") && !source.equals("MODEL");
    }

    /// Part 0 is what was said, the others are the calls.
    private static void scanAnswer(JsonView record, TurnScan scan) {
        scan.giveUpCalls();
        if (!record.member("content").text(GLIMPSE).isBlank()) {
            scan.begin(0);
        }
        var part = new int[1];
        record.member("tool_calls").elements(call -> {
            part[0]++;
            scan.call(Integer.toString(part[0]), scan.begin(part[0]));
        });
    }

    @Override
    public void tell(JsonLine line, int part, TurnMaker turn) {
        var record = line.view();
        var content = record.member("content");
        turn.at(record.member("created_at").text());
        switch (record.member("type").text()) {
            case "USER_INPUT" ->
                turn.role(Turn.Role.USER)
                        .say(AgyTalk.request(content.text(TurnMaker.MAX_TEXT)).strip());
            case "PLANNER_RESPONSE" -> tellAnswer(record, part, turn);
            case "ERROR_MESSAGE" -> turn.mark(Turn.Mark.ERROR).say(content.text(LONG));
            default -> tellResult(content, turn, !record.member("status").text().equals("ERROR"));
        }
    }

    @Override
    public void tellDeeds(JsonLine line, int part, CallDeeds call) {
        AgyDeeds.tell(line.view(), part, call);
    }

    private static void tellAnswer(JsonView record, int part, TurnMaker turn) {
        var said = record.member("content").text(TurnMaker.MAX_TEXT);
        if (part <= (said.isBlank() ? 1 : 0)) {
            turn.think(record.member("thinking").text(TurnMaker.MAX_TEXT));
        }
        if (part == 0) {
            turn.role(Turn.Role.ASSISTANT).say(said);
            return;
        }
        var at = new int[1];
        record.member("tool_calls").elements(call -> {
            at[0]++;
            if (at[0] == part) {
                turn.tool(call.member("name").text(ToolSummary.SHORT), call.member("args"));
            }
        });
    }

    /// The program puts two lines of times before a tool's own output.
    private static void tellResult(JsonView content, TurnMaker turn, boolean ok) {
        var text = content.text(Math.max(LONG, turn.toolOutput() + FRAME));
        int output = text.indexOf(OUTPUT);
        if (output < 0) {
            turn.result(text, ok).lines(content.lines());
            return;
        }
        var frame = text.substring(0, output);
        turn.result(text.substring(output + OUTPUT.length()), ok)
                .lines(content.lines() - frame.lines().count() - 1)
                .took(took(frame));
    }

    /// How long the call took, in milliseconds; below zero where the lines do not say it.
    private static long took(String frame) {
        var times = TIMES.matcher(frame);
        try {
            return times.find()
                    ? Duration.between(Instant.parse(times.group(1)), Instant.parse(times.group(2)))
                            .toMillis()
                    : -1;
        } catch (DateTimeException damaged) {
            return -1;
        }
    }
}
