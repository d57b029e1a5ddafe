package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// The whole service and a program that asks as Claude Code does: on its screen and by its hook at once, where
/// whichever
/// is answered first counts.
class AskIT {
    private static final int ROUNDS = 10;

    /// Of that many rounds each, so that every test has its own patience.
    private static final int TIMES = Boolean.getBoolean("svc.deep") ? 50 : 1;

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final PageCalls calls = new PageCalls(client);
    private final ObjectMapper json = new ObjectMapper();
    private final String id = UUID.randomUUID().toString();
    private Path root = Path.of("");
    private Started service;
    private Watching terminal;

    @BeforeEach
    void a_program_that_asks() throws Exception {
        root = folder.toRealPath();
        Files.createDirectories(root.resolve("work"));
        var versions = Files.createDirectories(root.resolve("versions"));
        var program = versions.resolve("2.1.330");
        try (var script = Objects.requireNonNull(AskIT.class.getResourceAsStream("/claude-that-asks.cjs"))) {
            Files.copy(script, program);
        }
        assertThat(program.toFile().setExecutable(true)).isTrue();
        service = Started.svc(root, Started.around(root, program), "serve");
        terminal = Watching.open(
                client, service.address(), session(), "?new=1&cols=100&rows=40&cwd=" + root.resolve("work"));
        terminal.awaitText("at your service");
    }

    @AfterEach
    void end() {
        service.close();
        Started.endAll(root);
        client.close();
    }

    private String session() {
        return "engine_1:" + id;
    }

    private JsonNode get(String path) {
        return calls.get(service.address(), path);
    }

    private HttpResponse<String> send(String method, String path, Object body) {
        return calls.send(method, service.address(), path, body);
    }

    /// What the program has noted, a line each: what it asked, and what became of that.
    private List<String> noted() throws IOException {
        var notes = root.resolve("work/noted");
        return Files.exists(notes) ? Files.readAllLines(notes) : List.of();
    }

    private void awaitNoted(String line) {
        Waiting.until(() -> line, () -> noted().contains(line));
    }

    private JsonNode open() throws Exception {
        return get("/api/questions").path("questions");
    }

    private JsonNode awaitQuestion(String command) throws Exception {
        Waiting.until(() -> "a question about " + command, () -> isOpen(command));
        return open().get(0);
    }

    private boolean isOpen(String command) throws Exception {
        var all = open();
        return all.size() == 1 && all.get(0).path("command").asText().equals(command);
    }

    private void awaitNoQuestion() {
        Waiting.until(() -> "no question", () -> open().isEmpty());
    }

    /// Nobody answers what has not been drawn.
    private void typeAtDialog(String key) throws Exception {
        awaitDialog();
        terminal.type(key);
    }

    private void awaitDialog() {
        Waiting.until(
                () -> "a dialog on the screen",
                () -> get("/api/sessions/" + session()).path("status").asText().equals("waiting"));
    }

    private HttpResponse<String> answer(JsonNode question, String choice, String... more) throws Exception {
        var body = json.createObjectNode();
        body.put("choice", choice).put("digest", question.path("digest").asText());
        for (int i = 0; i < more.length; i += 2) {
            body.put(more[i], more[i + 1]);
        }
        return send("POST", "/api/questions/" + question.path("id").asText() + "/answer", body);
    }

    private JsonNode settled() throws Exception {
        return get("/api/questions/settled").path("settled").path(0);
    }

    @Test
    void what_it_asks_by_its_hook_is_allowed_from_afar_with_a_receipt() throws Exception {
        terminal.type("touch a.txt; echo b\r");
        var question = awaitQuestion("touch a.txt; echo b");
        assertThat(question.path("channel").asText()).isEqualTo("hook");
        assertThat(question.path("sid").asText()).isEqualTo(session());
        assertThat(question.path("tool").asText()).isEqualTo("Bash");
        var answered = answer(question, "allow");
        assertThat(answered.statusCode()).isIn(200, 202);
        awaitNoted("1 allowed by the hook");
        awaitNoQuestion();
        var receipt = settled();
        assertThat(receipt.path("how").asText()).isEqualTo("allowed");
        assertThat(receipt.at("/receipt/taken_at").isNull()).isFalse();
        assertThat(answer(question, "deny").statusCode()).isEqualTo(409);
    }

    @Test
    void a_denial_takes_words_to_the_program() throws Exception {
        terminal.type("rm -r b\r");
        assertThat(answer(awaitQuestion("rm -r b"), "deny", "text", "not today").statusCode())
                .isIn(200, 202);
        awaitNoted("1 denied by the hook: not today");
        awaitNoQuestion();
        assertThat(settled().path("how").asText()).isEqualTo("denied");
    }

    @Test
    void what_is_decided_in_the_terminal_is_open_no_more_and_a_late_answer_goes_nowhere() throws Exception {
        for (var key : List.of("1", "\u001b")) {
            terminal.type("make\r");
            var question = awaitQuestion("make");
            awaitDialog();
            terminal.type(key);
            awaitNoQuestion();
            assertThat(settled().path("how").asText()).isEqualTo("decided");
            assertThat(answer(question, "allow").statusCode()).isEqualTo(409);
        }
        awaitNoted("1 allowed by a key");
        awaitNoted("2 denied by a key");
        assertThat(noted()).noneMatch(it -> it.contains("hook"));
    }

    @Test
    void an_exact_command_that_a_person_has_allowed_from_then_on_needs_nobody() throws Exception {
        assertThat(send("PATCH", "/api/settings", Map.of("ask", Map.of("allow_commands", true)))
                        .statusCode())
                .isEqualTo(200);
        terminal.type("git status\r");
        var question = awaitQuestion("git status");
        assertThat(answer(question, "allow").statusCode()).isIn(200, 202);
        awaitNoQuestion();
        assertThat(send(
                                "POST",
                                "/api/allowed-commands",
                                Map.of("question", question.path("id").asText()))
                        .statusCode())
                .isEqualTo(201);
        terminal.type("git status\r");
        awaitNoted("2 allowed by the hook");
        awaitNoQuestion();
        assertThat(settled().at("/receipt/by").asText()).isEqualTo("an allowed command");
        terminal.type("git status -s\r");
        awaitQuestion("git status -s");
        assertThat(noted()).doesNotContain("3 allowed by the hook");
    }

    @Test
    void a_forged_call_opens_nothing() throws Exception {
        terminal.type("make\r");
        awaitQuestion("make");
        var hook = Files.readString(root.resolve("work/hook")).strip();
        var call = json.createObjectNode()
                .put("session_id", id)
                .put("hook_event_name", "PermissionRequest")
                .put("tool_name", "Bash");
        call.putObject("tool_input").put("command", "rm -r /");
        assertThat(call(hook + "x", call).statusCode()).isEqualTo(404);
        assertThat(call(hook, call, "Origin", "http://127.0.0.1").statusCode()).isEqualTo(403);
        assertThat(call(hook, call, "X-Forwarded-For", "192.0.2.1").statusCode())
                .isEqualTo(403);
        assertThat(call(hook, call.deepCopy().put("session_id", "another")).statusCode())
                .isEqualTo(403);
        assertThat(call(hook, call.deepCopy().put("hook_event_name", "Nonsense"))
                        .statusCode())
                .isEqualTo(400);
        assertThat(isOpen("make")).isTrue();
    }

    private HttpResponse<String> call(String hook, JsonNode body, String... headers) throws Exception {
        var request = HttpRequest.newBuilder(URI.create(hook))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()));
        if (headers.length > 0) {
            request.headers(headers);
        }
        try (var stranger = HttpClient.newHttpClient()) {
            return stranger.send(request.build(), BodyHandlers.ofString());
        }
    }

    @Test
    void a_question_ends_with_its_program() throws Exception {
        terminal.type("make\r");
        var question = awaitQuestion("make");
        typeAtDialog("q");
        awaitNoQuestion();
        assertThat(settled().path("how").asText()).isEqualTo("ended");
        assertThat(answer(question, "allow").statusCode()).isEqualTo(409);
    }

    /// The program has given its call up: what its dialog asks is answered by a key, once nobody types there any more.
    private void answerOnScreen() throws Exception {
        typeAtDialog("t");
        Waiting.until(
                () -> "a question of the screen",
                () -> open().size() == 1
                        && open().get(0).path("channel").asText().equals("screen"));
        var question = open().get(0);
        Waiting.until(() -> "an answer that is typed", () -> {
            int status = answer(question, "1").statusCode();
            assertThat(status).isIn(200, 202, 503);
            return status < 300;
        });
    }

    /// Dialogs, answers from here, keys, calls given up and taking back in any order: an answer settles the question
    /// that was shown, or none, and nothing is ever typed at the prompt but a key of the person's own.
    @ParameterizedTest
    @MethodSource("seeds")
    void whatever_comes_first_no_answer_goes_to_another_question_or_to_the_prompt(long seed) throws Exception {
        var random = new Random(seed);
        int tooLate = 0;
        for (int round = 1; round <= ROUNDS; round++) {
            var command = "echo " + round + "-" + random.nextInt(1_000);
            terminal.type(command + "\r");
            var question = awaitQuestion(command);
            boolean here = false;
            int what = random.nextInt(5);
            switch (what) {
                case 0 -> typeAtDialog("1");
                case 1 -> typeAtDialog("\u001b");
                case 2 -> here = answer(question, "allow").statusCode() < 300;
                case 3 -> here = answer(question, "deny").statusCode() < 300;
                default -> answerOnScreen();
            }
            int later =
                    answer(question, random.nextBoolean() ? "allow" : "deny").statusCode();
            int number = round;
            Waiting.until(() -> "what became of " + number, () -> !endOf(number).isEmpty());
            awaitNoQuestion();
            if (what < 2 && endOf(number).contains("by the hook")) {
                int keys = ++tooLate;
                Waiting.until(() -> "the key of " + number, () -> atPrompt() == keys);
            }
            if (here) {
                assertThat(endOf(number)).contains("by the hook");
                assertThat(later).isEqualTo(409);
            }
            assertThat(noted()).contains(number + " asks " + command);
        }
        assertThat(atPrompt()).isEqualTo(tooLate);
        assertThat(noted()).hasSize(2 * ROUNDS + tooLate);
    }

    private long atPrompt() throws IOException {
        return noted().stream().filter(it -> it.startsWith("prompt")).count();
    }

    private static LongStream seeds() {
        return new Random().longs(TIMES);
    }

    private String endOf(int number) throws IOException {
        return noted().stream()
                .filter(it -> it.startsWith(number + " allowed") || it.startsWith(number + " denied"))
                .findFirst()
                .orElse("");
    }
}
