package dev.svc.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.push.PushBrowser;
import dev.svc.server.push.PushStandIn;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole service, a program that asks, and a device that is told.
class NoticesIT {
    private static final String PLACE = "/to/a-place-that-nobody-guesses";

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private final PushBrowser browser = new PushBrowser();
    private final String id = UUID.randomUUID().toString();
    private Path root = Path.of("");
    private PushStandIn pushService;
    private Started service;
    private Watching terminal;
    private String cookie = "";
    private String token = "";

    @BeforeEach
    void a_program_that_asks_and_a_device() throws Exception {
        root = folder.toRealPath();
        pushService = PushStandIn.start();
        Files.createDirectories(root.resolve("work"));
        var versions = Files.createDirectories(root.resolve("versions"));
        var program = versions.resolve("2.1.330");
        try (var script = Objects.requireNonNull(NoticesIT.class.getResourceAsStream("/claude-that-asks.cjs"))) {
            Files.copy(script, program);
        }
        assertThat(program.toFile().setExecutable(true)).isTrue();
        var page = Files.createDirectories(root.resolve("dist"));
        Files.writeString(page.resolve("index.html"), "<!doctype html><title>svc</title>");
        var environment = Map.of(
                "SVC_HOME", root.resolve("svc").toString(),
                "SVC_PORT", "0",
                "SVC_AUTH_MODE", "none",
                "SVC_ENGINE1_DIR", root.resolve("claude").toString(),
                "SVC_ENGINE1_BIN", program.toString(),
                "SVC_PUSH_TEST_ORIGIN", pushService.origin(),
                "SVC_WEB_DIST", page.toString());
        service = Started.svc(root, environment, "serve");
        var begin = get("/api/config");
        cookie = begin.headers().firstValue("Set-Cookie").orElse("").replaceAll(";.*", "");
        token = json.readTree(begin.body()).path("csrf_token").asText();
        terminal = Watching.open(
                client, service.address(), "engine_1:" + id, "?new=1&cols=100&rows=40&cwd=" + root.resolve("work"));
        terminal.awaitText("at your service");
        var device = Map.of(
                "endpoint",
                pushService.origin() + PLACE,
                "keys",
                Map.of("p256dh", browser.key(), "auth", browser.secret()),
                "name",
                "Phone");
        assertThat(post("/api/push", device).statusCode()).isEqualTo(201);
    }

    @AfterEach
    void end() {
        service.close();
        Started.endAll(root);
        pushService.close();
        client.close();
    }

    private HttpResponse<String> get(String path) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(service.address() + path)).build();
        return client.send(request, BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String path, Object body) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(service.address() + path))
                .header("Origin", service.address())
                .header("Cookie", cookie)
                .header("Content-Type", "application/json")
                .header("X-CSRF-Token", token)
                .POST(BodyPublishers.ofString(json.writeValueAsString(body)));
        return client.send(request.build(), BodyHandlers.ofString());
    }

    private void awaitNoted(String beginning) {
        var notes = root.resolve("work/noted");
        Waiting.until(
                () -> beginning,
                () -> Files.exists(notes)
                        && Files.readAllLines(notes).stream().anyMatch(it -> it.startsWith(beginning)));
    }

    private JsonNode told() throws Exception {
        var received = pushService.next();
        var key = json.readTree(get("/api/push").body()).path("public_key").asText();
        assertThat(received.objection(pushService.origin(), key, Instant.now())).isEmpty();
        return browser.opened(received.body());
    }

    @Test
    void what_a_program_asks_is_denied_with_what_the_notice_says_and_the_notice_is_replaced() throws Exception {
        terminal.type("rm -r b\r");

        var asked = told();
        assertThat(asked.path("kind").asText()).isEqualTo("question");
        assertThat(asked.path("session").asText()).isEqualTo("engine_1:" + id);
        assertThat(asked.path("body").asText()).contains("rm -r b");
        var deny = asked.path("deny");
        var answer = Map.of(
                "choice",
                deny.path("choice").asText(),
                "digest",
                deny.path("digest").asText());
        assertThat(post("/api/questions/" + deny.path("question").asText() + "/answer", answer)
                        .statusCode())
                .isIn(200, 202);
        awaitNoted("1 denied by the hook");

        var answered = told();
        assertThat(answered.path("kind").asText()).isEqualTo("answered");
        assertThat(answered.path("tag").asText()).isEqualTo(asked.path("tag").asText());
    }

    @Test
    void where_a_device_is_reached_stands_in_one_file_and_nowhere_else() throws Exception {
        terminal.type("make\r");
        assertThat(told().path("kind").asText()).isEqualTo("question");
        var journal = get("/api/audit/export").body();

        assertThat(journal).contains("device_added").doesNotContain(PLACE);
        assertThat(service.out() + service.err()).doesNotContain(PLACE).doesNotContain(browser.secret());
        try (var files = Files.walk(root.resolve("svc"))) {
            assertThat(files.filter(Files::isRegularFile).filter(this::hasPlace))
                    .extracting(it -> it.getFileName().toString())
                    .containsExactly("push-devices.json");
        }
    }

    private boolean hasPlace(Path file) {
        try {
            return new String(Files.readAllBytes(file), ISO_8859_1).contains(PLACE);
        } catch (IOException gone) {
            return false;
        }
    }
}
