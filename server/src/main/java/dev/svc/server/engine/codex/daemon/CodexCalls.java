package dev.svc.server.engine.codex.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.engine.json.JsonLines;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// JSON-RPC over one connection to the daemon. One thread calls and reads; any thread may answer a request.
public final class CodexCalls implements Closeable {
    /// No text of the daemon is longer.
    public static final int LARGEST = CodexSocket.LARGEST;

    private final CodexSocket socket;
    private final Duration deadline;
    private long calls;

    private CodexCalls(CodexSocket socket, Duration deadline) {
        this.socket = socket;
        this.deadline = deadline;
    }

    /// Connects and says who this is.
    ///
    /// @param deadline for each answer
    /// @param unheard what the daemon need not tell
    public static CodexCalls connect(Path path, Duration deadline, List<String> unheard) throws IOException {
        var socket = CodexSocket.connect(path, deadline);
        try {
            var made = new CodexCalls(socket, deadline);
            made.greet(unheard);
            return made;
        } catch (IOException | RuntimeException failed) {
            socket.close();
            throw failed;
        }
    }

    private void greet(List<String> unheard) throws IOException {
        var hello = object();
        hello.putObject("clientInfo").put("name", "svc").put("version", "0");
        var capabilities = hello.putObject("capabilities").put("experimentalApi", true);
        if (!unheard.isEmpty()) {
            unheard.forEach(capabilities.putArray("optOutNotificationMethods")::add);
        }
        var _ = call("initialize", hello, _ -> {});
        socket.send("{\"method\":\"initialized\"}");
    }

    /// The result; missing when it was refused.
    ///
    /// @param others hears what is said before that
    public JsonNode call(String method, ObjectNode parameters, Consumer<JsonNode> others) throws IOException {
        long id = ++calls;
        var request = object().put("id", id).put("method", method);
        request.set("params", parameters);
        socket.send(request.toString());
        long end = System.nanoTime() + deadline.toNanos();
        while (true) {
            long left = end - System.nanoTime();
            var heard = left > 0 ? next(Duration.ofNanos(left)) : Optional.<JsonNode>empty();
            var answer = heard.orElseThrow(() -> new IOException("no answer to " + method));
            if (answer.path("id").asLong(-1) == id && !answer.has("method")) {
                return answer.path("result");
            }
            others.accept(answer);
        }
    }

    /// What is said next; empty when nothing is by then.
    public Optional<JsonNode> next(Duration wait) throws IOException {
        return socket.next(wait).map(CodexCalls::parse);
    }

    private static JsonNode parse(String text) {
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        return JsonLines.parse(bytes, 0, bytes.length).orElseThrow(() -> new IllegalArgumentException("no object"));
    }

    /// Answers what the daemon has asked.
    void answer(JsonNode id, JsonNode result) throws IOException {
        var answer = object();
        answer.set("id", id);
        answer.set("result", result);
        socket.send(answer.toString());
    }

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
