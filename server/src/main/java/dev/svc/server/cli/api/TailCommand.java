package dev.svc.server.cli.api;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.shared.config.Config;
import dev.svc.shared.text.PlainText;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/// `svc tail`: the last turns of a conversation, and those that come.
@Command(name = "tail", description = "Prints the last turns of a session, and with -f those that come.")
public final class TailCommand implements Callable<Integer> {
    private static final Duration LOOK = Duration.ofMillis(500);
    private static final int MOST = 200;

    private final Verb verb;

    @Mixin
    private SessionArgument of = new SessionArgument();

    @Option(names = "-n", paramLabel = "TURNS", description = "How many, 1 to 200 (default: 10).")
    private int turns = 10;

    @Option(
            names = {"-f", "--follow"},
            description = "Goes on until it is interrupted, or the program has ended.")
    private boolean follow;

    public TailCommand(Supplier<Config> config, Console console) {
        this.verb = new Verb(config, console);
    }

    @Override
    public Integer call() {
        if (turns < 1 || turns > MOST) {
            throw new CommandException(ExitCode.USAGE, "-n takes a number from 1 to %d.".formatted(MOST));
        }
        int next = print(page("&limit=" + turns), 0);
        while (follow) {
            boolean runs = verb.get(Verb.session(of.sid())).path("live").asBoolean();
            next = more(next);
            if (!runs) {
                break;
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        return ExitCode.OK.number();
    }

    /// The last turn may have grown; it is printed once it has one after it, or nothing more comes.
    private int more(int from) {
        var last = page("&limit=1");
        int total = last.path("total_turns").asInt();
        int next = from;
        while (next < total) {
            int to = Math.min(total, next + MOST);
            next = print(page("&limit=%d&before=%d".formatted(to - next, to)), next);
            if (next < to) {
                break;
            }
        }
        return next;
    }

    private JsonNode page(String query) {
        return verb.get(Verb.session(of.sid()) + "/history?format=json" + query);
    }

    /// The turn after the last one that was printed.
    private int print(JsonNode page, int from) {
        int next = from;
        for (var turn : page.path("turns")) {
            if (turn.path("index").asInt() >= from) {
                print(turn);
                next = turn.path("index").asInt() + 1;
            }
        }
        verb.console().out().flush();
        return Math.max(next, page.path("turns_to").asInt());
    }

    private void print(JsonNode turn) {
        var out = verb.console().out();
        if (of.json()) {
            out.println(turn);
            return;
        }
        out.println("[%d] %s"
                .formatted(turn.path("index").asInt() + 1, turn.path("role").asText()));
        var text = PlainText.of(turn.path("text").asText("")).strip();
        if (!text.isEmpty()) {
            out.println(text);
        }
        var tool = turn.path("tool");
        if (tool.isObject()) {
            out.println("%s: %s"
                    .formatted(
                            PlainText.line(tool.path("name").asText("")),
                            PlainText.line(tool.path("input_summary").asText(""))));
        }
        out.println();
    }
}
