package dev.svc.server.engine.opencode.ask;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Asks the servers that processes of opencode keep on this machine what their sessions do, on a thread of its own.
/// Whoever answers on such a port may be anybody: answers are bounded, and must come soon.
public final class OpencodeServers {
    private static final Logger LOG = Logger.getLogger(OpencodeServers.class.getName());

    private static final Duration DEADLINE = Duration.ofSeconds(2);
    private static final Duration PAUSE = Duration.ofSeconds(2);
    private static final int LARGEST = 1 << 20;
    private static final int MOST = 200;

    private final Pattern id;
    private final Duration pause;
    private final Map<Integer, Map<String, State>> told = new ConcurrentHashMap<>();
    private final Semaphore wanted = new Semaphore(0);

    private volatile Set<Integer> ports = Set.of();
    private volatile @Nullable Thread thread;

    /// @param id the shape of a session's id
    public OpencodeServers(Pattern id) {
        this(id, PAUSE);
    }

    /// The same for a test.
    ///
    /// @param pause between two rounds of questions
    public OpencodeServers(Pattern id, Duration pause) {
        this.id = id;
        this.pause = pause;
    }

    /// Its end is not the end of the service.
    public void listen(Runnable again) {
        thread = Thread.ofPlatform().daemon().name("opencode outside").start(() -> run(again));
    }

    /// These are worth asking, and no others. Called at every look.
    public void ask(Set<Integer> these) {
        ports = Set.copyOf(these);
        if (!these.isEmpty() && wanted.availablePermits() == 0) {
            wanted.release();
        }
    }

    /// What the sessions behind a port do; empty where nobody has said anything that can be understood.
    public Optional<Map<String, State>> of(int port) {
        return Optional.ofNullable(told.get(port));
    }

    public void close() {
        var running = thread;
        if (running != null) {
            running.interrupt();
        }
    }

    private void run(Runnable again) {
        try {
            wanted.acquire();
            try (var client = HttpClient.newBuilder()
                    .proxy(HttpClient.Builder.NO_PROXY)
                    .connectTimeout(DEADLINE)
                    .build()) {
                while (true) {
                    round(client, again);
                    Thread.sleep(pause);
                    wanted.acquire();
                }
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }

    private void round(HttpClient client, Runnable again) throws InterruptedException {
        var these = ports;
        boolean isNew = told.keySet().retainAll(these);
        for (int port : these) {
            var now = states(client, port);
            var before = now.isPresent() ? told.put(port, now.get()) : told.remove(port);
            isNew |= !now.equals(Optional.ofNullable(before));
        }
        if (isNew) {
            again.run();
        }
    }

    /// A session that waits is said to be busy as well.
    private Optional<Map<String, State>> states(HttpClient client, int port) throws InterruptedException {
        try {
            var states = new HashMap<String, State>();
            var busy = json(client, port, "/session/status");
            busy.properties().stream()
                    .limit(MOST)
                    .filter(it -> id.matcher(it.getKey()).matches())
                    .forEach(it -> states.put(it.getKey(), State.of(status(it.getValue()))));
            waiting(json(client, port, "/question"), "question", states);
            waiting(json(client, port, "/permission"), "permission", states);
            return Optional.of(Map.copyOf(states));
        } catch (IOException | ExecutionException | TimeoutException | RuntimeException failed) {
            LOG.log(Level.FINE, failed, () -> "port " + port + " says nothing of opencode's sessions");
            return Optional.empty();
        }
    }

    private static Status status(JsonNode said) {
        return switch (said.path("type").asText()) {
            case "idle" -> Status.IDLE;
            case "busy", "retry" -> Status.WORKING;
            default -> Status.ELSEWHERE;
        };
    }

    private void waiting(JsonNode all, String kind, Map<String, State> states) {
        int most = MOST;
        for (var one : all.path("all")) {
            var session = one.path("sessionID").asText();
            if (most-- > 0 && id.matcher(session).matches()) {
                var words = words(one);
                states.put(session, new State(Status.WAITING, null, words.isBlank() ? kind : words, List.of()));
            }
        }
    }

    private static String words(JsonNode one) {
        var question = one.path("questions").path(0).path("question").asText();
        var command = one.path("metadata").path("command").asText();
        if (!question.isBlank() || command.isBlank()) {
            return question.isBlank() ? one.path("permission").asText() : question;
        }
        return one.path("permission").asText() + ": " + command;
    }

    /// An answer as an object; a list is its member `all`. A path that a server does not know gives its web page.
    private static JsonNode json(HttpClient client, int port, String path)
            throws IOException, InterruptedException, ExecutionException, TimeoutException {
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .timeout(DEADLINE)
                .header("Accept", "application/json")
                .build();
        var asked = client.sendAsync(request, BodyHandlers.limiting(BodyHandlers.ofByteArray(), LARGEST));
        try {
            return json(asked.get(DEADLINE.toMillis(), TimeUnit.MILLISECONDS));
        } finally {
            asked.cancel(true);
        }
    }

    private static JsonNode json(HttpResponse<byte[]> answer) throws IOException {
        var type = answer.headers().firstValue("Content-Type").orElse("");
        if (answer.statusCode() != 200 || !type.startsWith("application/json")) {
            throw new IOException("no answer of opencode's: " + answer.statusCode());
        }
        var text = new String(answer.body(), StandardCharsets.UTF_8).strip();
        var bytes = (text.startsWith("[") ? "{\"all\":" + text + "}" : text).getBytes(StandardCharsets.UTF_8);
        return JsonLines.parse(bytes, 0, bytes.length).orElseThrow(() -> new IOException("not JSON"));
    }
}
