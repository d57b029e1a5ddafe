package dev.svc.server.cli.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.cli.CommandException;
import dev.svc.server.cli.ExitCode;
import dev.svc.server.mcp.McpServer;
import dev.svc.server.mcp.SvcApi;
import dev.svc.shared.client.ApiClient;
import dev.svc.shared.config.Config;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `svc mcp`: the tools of svc for a program that speaks the Model Context Protocol over standard input and output.
@Command(
        name = "mcp",
        description = {
            "Serves the Model Context Protocol on standard input and output, for coding agents:",
            "search_sessions, list_sessions, read_turns, session_status, session_changes, resume_command.",
            "With --drive also send_prompt, list_questions and answer_question: whoever may use those has a shell here."
        })
public final class McpCommand implements Callable<Integer> {
    private final Supplier<Config> config;
    private final String version;
    private final InputStream in;
    private final OutputStream out;

    @Option(names = "--drive", description = "Lets it type into sessions and answer what they ask.")
    private boolean drive;

    public McpCommand(Supplier<Config> config, String version, InputStream in, OutputStream out) {
        this.config = config;
        this.version = version;
        this.in = in;
        this.out = out;
    }

    @Override
    public Integer call() throws IOException {
        var server = new McpServer(version, new Reconnecting(config.get()), drive);
        var lines = new BufferedInputStream(in);
        var line = new ByteArrayOutputStream();
        boolean isTooLong = false;
        for (int next = lines.read(); next >= 0; next = lines.read()) {
            if (next != '\n') {
                isTooLong |= line.size() >= McpServer.LONGEST;
                if (!isTooLong) {
                    line.write(next);
                }
            } else {
                answer(server, line.toString(UTF_8), isTooLong);
                line.reset();
                isTooLong = false;
            }
        }
        return ExitCode.OK.number();
    }

    private void answer(McpServer server, String line, boolean isTooLong) throws IOException {
        if (isTooLong) {
            say(McpServer.tooLong());
        } else if (!line.isBlank()) {
            var answer = server.answer(line);
            if (answer.isPresent()) {
                say(answer.get());
            }
        }
    }

    private void say(String answer) throws IOException {
        out.write((answer + "\n").getBytes(UTF_8));
        out.flush();
    }

    /// Looks for the service again whenever it does not answer: it may start later, or restart.
    private static final class Reconnecting implements SvcApi {
        private final Config config;
        private @Nullable ApiClient known;

        Reconnecting(Config config) {
            this.config = config;
        }

        @Override
        public Reply call(String method, String path, @Nullable JsonNode body) throws IOException {
            var before = known;
            if (before != null) {
                try {
                    var reply = before.call(method, path, body);
                    if (reply.status() != 401) {
                        return new Reply(reply.status(), reply.body());
                    }
                } catch (java.net.ConnectException gone) {
                    known = null; // nothing was sent
                }
            }
            var now = found();
            known = now;
            var reply = now.call(method, path, body);
            return new Reply(reply.status(), reply.body());
        }

        private ApiClient found() throws IOException {
            try {
                return LocalApi.of(config);
            } catch (CommandException nobody) {
                throw new IOException(nobody);
            }
        }
    }
}
