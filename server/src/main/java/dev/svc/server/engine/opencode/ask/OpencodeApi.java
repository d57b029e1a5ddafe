package dev.svc.server.engine.opencode.ask;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.ask.AskLine.Said;
import dev.svc.server.engine.json.JsonLines;
import java.io.Closeable;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandler;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpResponse.BodySubscribers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/// One opencode's server. Whoever has the port may answer: nothing is believed but what has the program's form, comes
/// soon and is of a bearable length.
final class OpencodeApi implements Closeable {
    static final int LARGEST = 4 << 20;
    static final int LONGEST_EVENT = 1 << 20;

    private static final String JSON = "application/json";
    private static final String EVENTS = "text/event-stream";

    private final OpencodeHandle handle;
    private final Duration deadline;
    private final HttpClient client;

    /// @param deadline for each answer
    OpencodeApi(OpencodeHandle handle, Duration deadline) {
        this.handle = handle;
        this.deadline = deadline;
        this.client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .proxy(HttpClient.Builder.NO_PROXY)
                .connectTimeout(deadline)
                .executor(Executors.newVirtualThreadPerTaskExecutor())
                .build();
    }

    /// An answer as an object; a list is its member `all`.
    JsonNode get(String path) throws IOException, InterruptedException {
        var answer = answer(request(path).header("Accept", JSON).build());
        if (answer.statusCode() != 200 || !is(answer, JSON)) {
            throw new IOException("no answer of opencode's: " + answer.statusCode());
        }
        var text = new String(answer.body(), StandardCharsets.UTF_8).strip();
        var bytes = (text.startsWith("[") ? "{\"all\":" + text + "}" : text).getBytes(StandardCharsets.UTF_8);
        return JsonLines.parse(bytes, 0, bytes.length).orElseThrow(() -> new IOException("not JSON"));
    }

    /// Hands over an answer to what was asked. A path that the program does not know gives its web page.
    Said post(String path, JsonNode body) throws InterruptedException {
        var request = request(path)
                .header("Content-Type", JSON)
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
        try {
            var answer = answer(request);
            if (!is(answer, JSON)) {
                return Said.NOT_SENT;
            }
            return switch (answer.statusCode()) {
                case 200 -> Said.TAKEN;
                case 404 -> Said.LATE;
                default -> Said.NOT_SENT;
            };
        } catch (ConnectException nobody) {
            return Said.NOT_SENT;
        } catch (IOException unknown) {
            return Said.SENT; // it may have arrived
        }
    }

    /// What happens from now on.
    EventLines events() throws IOException, InterruptedException {
        BodyHandler<EventLines> lines = head -> {
            boolean isStream = head.statusCode() == 200
                    && head.headers().firstValue("Content-Type").orElse("").startsWith(EVENTS);
            return isStream
                    ? new EventLines(LONGEST_EVENT)
                    : BodySubscribers.mapping(BodySubscribers.discarding(), _ -> new EventLines(0));
        };
        var answer = in(request("/event").header("Accept", EVENTS).build(), lines);
        if (answer.statusCode() != 200 || !is(answer, EVENTS)) {
            throw new IOException("no events of opencode's: " + answer.statusCode());
        }
        return answer.body();
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + handle.port() + path))
                .header("Authorization", handle.authorization());
    }

    private static boolean is(HttpResponse<?> answer, String type) {
        return answer.headers().firstValue("Content-Type").orElse("").startsWith(type);
    }

    private HttpResponse<byte[]> answer(HttpRequest request) throws IOException, InterruptedException {
        return in(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST));
    }

    private <T> HttpResponse<T> in(HttpRequest request, BodyHandler<T> handler)
            throws IOException, InterruptedException {
        var asked = client.sendAsync(request, handler);
        try {
            return asked.get(deadline.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof ConnectException nobody) {
                throw nobody;
            }
            throw new IOException(failed.getCause());
        } catch (TimeoutException late) {
            throw new IOException("no answer in time", late);
        } finally {
            asked.cancel(true);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
    }
}
