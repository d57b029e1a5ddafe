package dev.svc.server.engine.gemini;

import dev.svc.server.engine.gemini.deed.GeminiDeeds;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.turn.ToolSummary;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.session.Turn;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// The turns of one message record: what was said, then its tool calls.
final class GeminiTurn {
    private static final String CANCELLED = "Request cancelled";
    private static final int LONGEST_ID = 200;
    private static final String SHELL = "run_shell_command";

    /// The exit code of a command stands in the last lines of the text for the model.
    private static final int LAST = 300;

    private static final Pattern EXIT = Pattern.compile("\nExit Code: (\\d{1,9})$", Pattern.MULTILINE);

    private GeminiTurn() {}

    static List<TurnMaker> of(JsonView record, String firstSeen, Detail detail) {
        var message = new GeminiMessage.Builder(TurnMaker.MAX_TEXT);
        record.members(message::member);
        var turns = turns(record, message.build(), detail);
        turns.forEach(turn -> turn.at(firstSeen));
        return turns;
    }

    private static List<TurnMaker> turns(JsonView record, GeminiMessage message, Detail detail) {
        return switch (message.type()) {
            case "user" -> message.isTyped() ? List.of(said(Turn.Role.USER, message)) : List.of();
            case "gemini" -> answer(record, message, detail);
            case "error" -> List.of(said(Turn.Role.SYSTEM, message).mark(Turn.Mark.ERROR));
            case "info", "warning" -> note(message);
            default -> List.of();
        };
    }

    private static TurnMaker said(Turn.Role role, GeminiMessage message) {
        return new TurnMaker().role(role).say(message.text());
    }

    private static List<TurnMaker> note(GeminiMessage message) {
        boolean interrupted = message.text().startsWith(CANCELLED);
        return message.text().isBlank()
                ? List.of()
                : List.of(said(Turn.Role.SYSTEM, message).mark(interrupted ? Turn.Mark.INTERRUPTED : Turn.Mark.NONE));
    }

    private static List<TurnMaker> answer(JsonView record, GeminiMessage message, Detail detail) {
        var turns = new ArrayList<TurnMaker>();
        var thoughts = thoughts(record);
        var calls = calls(record, detail);
        if (message.isVisibleAnswer() || (calls.isEmpty() && !thoughts.isBlank())) {
            turns.add(said(Turn.Role.ASSISTANT, message));
        }
        turns.addAll(calls);
        if (!turns.isEmpty()) {
            turns.getFirst().think(thoughts);
        }
        return turns;
    }

    private static String thoughts(JsonView record) {
        var words = new StringBuilder();
        record.member("thoughts").elements(thought -> {
            add(words, thought.member("subject").text(TurnMaker.MAX_TEXT));
            add(words, thought.member("description").text(TurnMaker.MAX_TEXT));
        });
        record.member("content").elements(part -> {
            if (part.member("thought").isTrue()) {
                add(words, part.member("text").text(TurnMaker.MAX_TEXT));
            }
        });
        return words.toString();
    }

    private static void add(StringBuilder words, String more) {
        if (!more.isBlank() && words.length() < TurnMaker.MAX_TEXT) {
            words.append(words.isEmpty() ? "" : "\n").append(more);
        }
    }

    /// A checkpoint keeps of a call only that it was asked for.
    private static List<TurnMaker> calls(JsonView record, Detail detail) {
        var calls = new ArrayList<TurnMaker>();
        record.member("toolCalls").elements(call -> calls.add(call(call, detail)));
        if (calls.isEmpty()) {
            record.member("content").elements(part -> {
                var asked = part.member("functionCall");
                if (asked.isObject()) {
                    calls.add(new TurnMaker()
                            .tool(asked.member("name").text(ToolSummary.SHORT), asked.member("args"))
                            .call(asked.member("id").text(LONGEST_ID)));
                }
            });
        }
        return calls;
    }

    private static TurnMaker call(JsonView call, Detail detail) {
        var display = call.member("resultDisplay");
        var turn = new TurnMaker(detail);
        turn.tool(call.member("name").text(ToolSummary.SHORT), call.member("args"))
                .call(call.member("id").text(LONGEST_ID))
                .agent(call.member("agentId").text())
                .result(
                        output(call, display, turn.toolOutput()),
                        succeeded(call.member("status").text()))
                .lines(call.member("result").length() == 0 ? -1 : lines(call, display));
        tellExit(call, turn);
        turn.deeds().ifPresent(deeds -> GeminiDeeds.tell(call, deeds));
        var diff = display.member("fileDiff").text(ToolSummary.DIFF + 1);
        return diff.isEmpty() ? turn : turn.change(ToolSummary.diff(diff));
    }

    private static int lines(JsonView call, JsonView display) {
        var lines = new int[] {display.lines()};
        call.member("result").elements(part -> {
            var response = part.member("functionResponse").member("response");
            if (lines[0] == 0) {
                lines[0] = response.member("output").lines()
                        + response.member("error").lines();
            }
        });
        return lines[0];
    }

    /// The program records a call as a success even when its command failed; the text for the model has the exit code.
    private static void tellExit(JsonView call, TurnMaker turn) {
        if (call.member("name").text().equals(SHELL)) {
            call.member("result").elements(part -> {
                var told = part.member("functionResponse").member("response").member("output");
                var text = told.text(TurnMaker.MAX_TEXT);
                var exit = EXIT.matcher(text.substring(Math.max(0, text.length() - LAST)));
                exit.results().reduce((_, last) -> last).ifPresent(last -> {
                    long code = Long.parseLong(last.group(1));
                    turn.exited(code).result("", code == 0 ? null : false);
                });
            });
        }
    }

    private static @Nullable Boolean succeeded(String status) {
        return switch (status) {
            case "success" -> true;
            case "error", "cancelled" -> false;
            default -> null;
        };
    }

    private static String output(JsonView call, JsonView display, int characters) {
        var shown = display.isString() ? display.text(characters) : "";
        var words = new StringBuilder(shown);
        call.member("result").elements(part -> {
            var response = part.member("functionResponse").member("response");
            if (words.isEmpty()) {
                words.append(response.member("output").text(characters));
                words.append(response.member("error").text(characters));
            }
        });
        return words.toString();
    }
}
