package dev.svc.server.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.Console;
import dev.svc.server.cli.ExitCode;
import dev.svc.shared.client.ApiClient;
import dev.svc.shared.config.Config;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/// `svc send`: says something to the program of a session.
@Command(
        name = "send",
        description = {
            "Types a text into a running session and sends it, as a paste with Enter.",
            "Only at an empty prompt: what stands in the way is said, with what the screen shows."
        })
public final class SendCommand implements Callable<Integer> {
    private static final int MOST = 64 << 10;
    private static final int AT_ONCE = 30;

    private final Verb verb;
    private final InputStream in;

    @Mixin
    private SessionArgument of = new SessionArgument();

    @Parameters(index = "1", paramLabel = "TEXT", description = "What to say; - reads it from standard input.")
    private String text = "";

    @Option(names = "--when-idle", description = "Waits while it works or asks something.")
    private boolean whenIdle;

    @Option(names = "--wait", description = "Also waits until it is done with it, or asks something.")
    private boolean wait;

    @Option(
            names = "--timeout",
            paramLabel = "SECONDS",
            description = "How long to wait at most in each of the two (default: as long as it takes).")
    private int timeout;

    public SendCommand(Supplier<Config> config, Console console, InputStream in) {
        this.verb = new Verb(config, console);
        this.in = in;
    }

    @Override
    public Integer call() throws IOException {
        var answer = send(text.equals("-") ? read() : text);
        if (!wait) {
            verb.say(of.json(), answer, "Sent.");
            return ExitCode.OK.number();
        }
        var row = awaitDone();
        verb.say(of.json(), row, Until.word(row));
        return ExitCode.OK.number();
    }

    private String read() throws IOException {
        byte[] read = in.readNBytes(MOST + 1);
        if (read.length > MOST) {
            throw new CommandException(ExitCode.USAGE, "A text may have 64 KiB at most: put more of it into a file.");
        }
        return new String(read, UTF_8);
    }

    private JsonNode send(String said) {
        long end = System.nanoTime() + Duration.ofSeconds(Math.max(timeout, 0)).toNanos();
        while (true) {
            var body = Verb.object().put("text", said).put("wait_seconds", whenIdle ? AT_ONCE : 0);
            var reply = verb.call("POST", Verb.session(of.sid()) + "/send", body);
            if (!whenIdle || !isInTheWay(reply)) {
                return Verb.good(reply);
            }
            if (timeout > 0 && System.nanoTime() - end >= 0) {
                throw new CommandException(
                        ExitCode.TIMED_OUT, String.valueOf(Verb.refused(reply).getMessage()));
            }
        }
    }

    /// What a person has typed stays where it is, however long that takes.
    private static boolean isInTheWay(ApiClient.Reply reply) {
        return reply.status() == 409 && reply.body().path("code").asText().equals("not_ready");
    }

    /// It takes a moment until a program is seen at work.
    private JsonNode awaitDone() {
        Settled settled = new Settled();
        long end = System.nanoTime() + Duration.ofSeconds(Math.max(timeout, 0)).toNanos();
        while (true) {
            var row = verb.get(Verb.session(of.sid()));
            if (settled.holds(row)) {
                return row;
            }
            if (timeout > 0 && System.nanoTime() - end >= 0) {
                throw new CommandException(ExitCode.TIMED_OUT, "It is %s still.".formatted(Until.word(row)));
            }
            LockSupport.parkNanos(Settled.LOOK.toNanos());
        }
    }

    /// Whether a program has begun and is done: it was seen at work, or has been quiet for a while.
    private static final class Settled {
        private static final Duration LOOK = Duration.ofMillis(300);

        /// Looks at which it was quiet without having been seen at work.
        private static final int QUIET = 10;

        private boolean worked;
        private int quiet;

        boolean holds(JsonNode row) {
            if (row.path("live").asBoolean() && row.path("status").asText().equals("working")) {
                worked = true;
                quiet = 0;
                return false;
            }
            quiet++;
            return worked || quiet >= QUIET;
        }
    }
}
