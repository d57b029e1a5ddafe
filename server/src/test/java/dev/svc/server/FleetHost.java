package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// A host with a home of its own.
final class FleetHost implements AutoCloseable {
    /// In every text that a session of a test has, and in its folder.
    static final String CANARY = "canary-words-4711";

    final Path home;
    private final Path store;
    final Map<String, String> environment;
    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private volatile @Nullable Started running;
    private volatile String cookie = "";
    private volatile String token = "";

    FleetHost(Path root, String name) throws IOException {
        home = Files.createDirectories(root.resolve(name));
        store = Files.createDirectories(home.resolve("claude/projects/-work"));
        environment = new HashMap<>(Started.around(home, Path.of("/bin/true")));
        environment.put("SVC_ENGINE1_DIR", home.resolve("claude").toString());
    }

    /// Runs it again where a busy machine let the broker answer too late for it, as a person would.
    String command(String... words) {
        var said = new AtomicReference<>("");
        Waiting.until(() -> "an answer to " + List.of(words), () -> {
            try (var command = Started.svc(home, environment, words)) {
                boolean late = command.exitCode() != 0 && command.err().contains("the broker does not answer");
                assertThat(late ? 0 : command.exitCode()).as(command.err()).isZero();
                said.set(command.out().strip());
                return !late;
            }
        });
        return said.get();
    }

    void serve() throws Exception {
        running = Started.svc(home, environment, "serve");
        enter();
    }

    /// Begins a login, which ends like any other when its time is over.
    void enter() throws Exception {
        var begin = get("/api/config");
        cookie = begin.headers().firstValue("Set-Cookie").orElse("").replaceAll(";.*", "");
        token = json.readTree(begin.body()).path("csrf_token").asText();
    }

    /// The stacks of all of its threads, with their names.
    String threads() throws Exception {
        var program = Path.of(System.getProperty("java.home"), "bin", "jcmd");
        var pid = Objects.requireNonNull(running).process().pid();
        var told = Files.createTempFile(home, "threads", ".txt");
        var asking = new ProcessBuilder(program.toString(), String.valueOf(pid), "Thread.print")
                .redirectErrorStream(true)
                .redirectOutput(told.toFile())
                .start();
        assertThat(Waiting.exitCode(asking)).isZero();
        return Files.readString(told);
    }

    /// Of its login.
    String cookie() {
        return cookie;
    }

    String address() {
        return Objects.requireNonNull(running).address();
    }

    /// Writes a session as Claude Code does.
    String session(String text) throws IOException {
        return session("/code/" + CANARY, text);
    }

    String session(String folder, String text) throws IOException {
        var id = UUID.randomUUID().toString();
        say(id, folder, text);
        return id;
    }

    void say(String id, String text) throws IOException {
        say(id, "/code/" + CANARY, text);
    }

    private void say(String id, String folder, String text) throws IOException {
        var line = json.createObjectNode()
                .put("type", "user")
                .put("sessionId", id)
                .put("uuid", UUID.randomUUID().toString())
                .put("version", "2.1.0")
                .put("timestamp", "2026-11-28T10:00:00.000Z")
                .put("cwd", folder);
        line.putObject("message").put("role", "user").put("content", text);
        var whole = Files.writeString(home.resolve(id + ".tmp"), line + "\n");
        Files.move(whole, store.resolve(id + ".jsonl"), StandardCopyOption.ATOMIC_MOVE);
    }

    HttpResponse<String> get(String path) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(address() + path))
                .timeout(Waiting.PATIENCE)
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    JsonNode read(String path) throws Exception {
        var answer = get(path);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return json.readTree(answer.body());
    }

    int change(String method, String path) throws Exception {
        return change(method, path, "{}").statusCode();
    }

    HttpResponse<String> change(String method, String path, String body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(address() + path))
                .header("Origin", address())
                .header("Cookie", cookie)
                .header("Content-Type", "application/json")
                .header("X-CSRF-Token", token)
                .timeout(Waiting.PATIENCE)
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    boolean lists(String host, String title) throws Exception {
        for (var row : read("/api/sessions?host=" + host).path("sessions")) {
            if (row.path("title").asText().equals(title)
                    && row.path("host").asText().equals(host)) {
                return true;
            }
        }
        return false;
    }

    JsonNode host(String name) throws Exception {
        for (var host : read("/api/hosts").path("hosts")) {
            if (host.path("name").asText().equals(name)) {
                return host;
            }
        }
        return json.missingNode();
    }

    /// Ends the service without a word; it can be served again.
    void kill() {
        var service = running;
        if (service != null) {
            service.close();
        }
    }

    @Override
    public void close() {
        kill();
        client.close();
    }
}
