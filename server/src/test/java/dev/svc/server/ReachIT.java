package dev.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.shared.waiting.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Commands and agents of this host, beside the whole service and a program that asks as Claude Code does.
class ReachIT {
    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final PageCalls calls = new PageCalls(client);
    private final ObjectMapper json = new ObjectMapper();
    private final String sid = "engine_1:" + UUID.randomUUID();
    private Path root = Path.of("");
    private Map<String, String> environment = Map.of();
    private Started service;

    @BeforeEach
    void a_service() throws Exception {
        root = folder.toRealPath();
        Files.createDirectories(root.resolve("work"));
        var program = Files.createDirectories(root.resolve("versions")).resolve("2.1.330");
        try (var script = Objects.requireNonNull(ReachIT.class.getResourceAsStream("/claude-that-asks.cjs"))) {
            Files.copy(script, program);
        }
        assertThat(program.toFile().setExecutable(true)).isTrue();
        environment = Started.around(root, program);
        service = Started.svc(root, environment, "serve");
        service.address();
    }

    @AfterEach
    void end() {
        service.close();
        Started.endAll(root);
        client.close();
    }

    private void runs() throws Exception {
        Watching.open(client, service.address(), sid, "?new=1&cols=100&rows=40&cwd=" + root.resolve("work"))
                .awaitText("at your service");
    }

    private Started svc(String... arguments) throws Exception {
        return Started.svc(root, environment, arguments);
    }

    private String said(String... arguments) throws Exception {
        try (var command = svc(arguments)) {
            assertThat(command.exitCode()).as(command.err()).isZero();
            return command.out().strip();
        }
    }

    private List<String> noted() throws Exception {
        var notes = root.resolve("work/noted");
        return Files.exists(notes) ? Files.readAllLines(notes) : List.of();
    }

    private JsonNode question() {
        Waiting.until(
                () -> "a question",
                () -> calls.get(service.address(), "/api/questions")
                                .path("questions")
                                .size()
                        == 1);
        return calls.get(service.address(), "/api/questions").path("questions").get(0);
    }

    @Test
    void a_text_is_sent_at_the_prompt_and_refused_at_a_dialog_with_what_the_screen_shows() throws Exception {
        runs();
        said("send", sid, "make all", "--when-idle");
        Waiting.until(() -> "what it was told", () -> noted().contains("1 asks make all"));
        question();

        try (var second = svc("send", sid, "make it again")) {
            assertThat(second.exitCode()).isEqualTo(1);
            assertThat(second.err()).contains("asks something").contains("Do you want to proceed?");
        }
        assertThat(said("wait", sid, "--until", "waiting")).isEqualTo("waiting");
        assertThat(noted()).containsExactly("1 asks make all");
    }

    @Test
    void a_wait_that_takes_too_long_says_so_and_one_for_nothing_is_not_found() throws Exception {
        runs();
        try (var late = svc("wait", sid, "--until", "ended", "--timeout", "1")) {
            assertThat(late.exitCode()).isEqualTo(6);
        }
        try (var none = svc("wait", "engine_1:" + UUID.randomUUID(), "--until", "idle")) {
            assertThat(none.exitCode()).isEqualTo(5);
        }
        var record = Files.createDirectories(root.resolve(".claude/projects/-work"))
                .resolve(sid.substring("engine_1:".length()) + ".jsonl");
        Files.writeString(record, """
                {"type":"user","cwd":"%s","timestamp":"2026-11-01T10:00:00Z","message":{"role":"user","content":"hello"}}
                """.formatted(root.resolve("work")));
        said("end", sid, "--force");
        assertThat(said("wait", sid, "--until", "ended")).isEqualTo("ended");
    }

    @Test
    void without_a_service_a_command_says_what_to_do() throws Exception {
        service.close();
        Waiting.ended(service.process().toHandle());

        try (var command = svc("rename", sid, "x")) {
            assertThat(command.exitCode()).isEqualTo(1);
            assertThat(command.err()).contains("svc serve");
        }
    }

    @Test
    void an_agent_finds_its_tools_answers_a_question_and_sends_a_prompt_by_them() throws Exception {
        runs();
        try (var agent = new Agent("--drive")) {
            agent.ask("initialize", "{\"protocolVersion\":\"2025-06-18\"}");
            assertThat(agent.ask("tools/list", "{}").path("tools")).hasSize(9);
            assertThat(agent.call("send_prompt", "{\"sid\":\"" + sid + "\",\"text\":\"touch a.txt\"}"))
                    .isEqualTo("Sent.");
            var question = question();
            assertThat(agent.call("list_questions", "{}"))
                    .contains(question.path("id").asText(), "touch a.txt");
            assertThat(agent.call(
                            "answer_question",
                            json.createObjectNode()
                                    .put("question", question.path("id").asText())
                                    .put("digest", question.path("digest").asText())
                                    .put("choice", "allow")
                                    .toString()))
                    .containsPattern("^(Taken|Sent)"); // which of them is a matter of how busy the host is
            Waiting.until(() -> "an end", () -> noted().contains("1 allowed by the hook"));
            assertThat(agent.call("session_status", "{\"sid\":\"" + sid + "\"}"))
                    .contains(sid, "runs");
        }
        var authors = new ArrayList<String>();
        calls.get(service.address(), "/api/audit").path("events").forEach(it -> {
            if (it.path("type").asText().matches("text_sent|question_answered")) {
                authors.add(it.path("actor").asText());
            }
        });
        assertThat(authors).hasSize(2).containsOnly("cli");
    }

    @Test
    void an_agent_that_may_only_read_has_no_tool_that_does_something_and_no_frame_ends_it() throws Exception {
        try (var agent = new Agent()) {
            assertThat(agent.ask("tools/list", "{}").path("tools")).hasSize(6);
            agent.write("nonsense");
            assertThat(agent.read().at("/error/code").asInt()).isEqualTo(-32_700);
            agent.write("x".repeat(10 << 20));
            assertThat(agent.read().at("/error/code").asInt()).isEqualTo(-32_600);
            agent.write("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
            assertThat(agent.call("list_sessions", "{}")).contains("sessions");
        }
    }

    @Test
    void an_agent_elsewhere_uses_the_same_tools_behind_a_token_which_opens_no_more_than_it_may() throws Exception {
        runs();
        var token = said("token", "create", "elsewhere", "--scope", "read");
        var list = calls.asProgram(
                "POST",
                service.address(),
                "/mcp",
                json.readTree("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}"),
                token);
        assertThat(json.readTree(list.body()).at("/result/tools")).hasSize(6);

        var send = calls.asProgram(
                "POST", service.address(), "/api/sessions/" + sid + "/send", json.readTree("{\"text\":\"no\"}"), token);
        assertThat(send.statusCode()).isEqualTo(403);
        assertThat(noted()).isEmpty();
    }

    @Test
    void a_token_reads_who_changed_a_session_and_not_from_where() throws Exception {
        runs();
        var path = "/api/sessions/" + sid;
        assertThat(calls.send("POST", service.address(), path + "/favorite", json.createObjectNode())
                        .statusCode())
                .isEqualTo(200);
        assertThat(calls.get(service.address(), path + "/events").findValues("origin"))
                .isNotEmpty();
        var token = said("token", "create", "elsewhere", "--scope", "read");
        var read = calls.asProgram("GET", service.address(), path + "/events", json.createObjectNode(), token);
        assertThat(json.readTree(read.body()).at("/events/0/actor").asText()).isEqualTo("admin");
        assertThat(read.body()).doesNotContain("origin");
    }

    @Test
    void what_is_organised_by_commands_is_in_the_list_and_its_author_is_the_command_line() throws Exception {
        runs();
        said("rename", sid, "Ship it");
        said("favorite", sid);

        var row = calls.get(service.address(), "/api/sessions/" + sid);
        assertThat(row.path("title").asText()).isEqualTo("Ship it");
        assertThat(row.path("sticky").asBoolean()).isTrue();
        assertThat(calls.get(service.address(), "/api/audit?type=renamed")
                        .at("/events/0/actor")
                        .asText())
                .isEqualTo("cli");
        assertThat(said("open", sid, "--print")).contains("/s/engine_1%3A");
    }

    @Test
    void a_session_that_begins_without_a_viewer_runs() throws Exception {
        var begun = said(
                "new", "--engine", "claude", "--folder", root.resolve("work").toString());

        assertThat(begun).startsWith("engine_1:");
        assertThat(said("wait", begun, "--until", "idle", "--timeout", "300")).isEqualTo("idle");
    }

    /// `svc mcp` as an agent runs it.
    private final class Agent implements AutoCloseable {
        private final Process process;
        private final BufferedReader out;
        private int id;

        Agent(String... options) throws Exception {
            var command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "@jvm.options",
                    "-jar",
                    "target/svc.jar",
                    "mcp"));
            command.addAll(List.of(options));
            var builder = new ProcessBuilder(command)
                    .redirectError(root.resolve("agent.err").toFile());
            builder.environment().keySet().removeIf(name -> name.startsWith("SVC_"));
            builder.environment().put("HOME", root.toString());
            builder.environment().putAll(environment);
            process = builder.start();
            out = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        }

        void write(String line) throws Exception {
            process.getOutputStream().write((line + "\n").getBytes(UTF_8));
            process.getOutputStream().flush();
        }

        JsonNode read() throws Exception {
            return json.readTree(Objects.requireNonNull(out.readLine()));
        }

        JsonNode ask(String method, String params) throws Exception {
            write("{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}".formatted(++id, method, params));
            var answer = read();
            assertThat(answer.path("id").asInt()).isEqualTo(id);
            return answer.path("result");
        }

        String call(String tool, String arguments) throws Exception {
            var result = ask("tools/call", "{\"name\":\"%s\",\"arguments\":%s}".formatted(tool, arguments));
            var text = result.at("/content/0/text").asText();
            assertThat(result.path("isError").asBoolean()).as(text).isFalse();
            return text;
        }

        @Override
        public void close() throws IOException {
            process.getOutputStream().close();
            Waiting.until(() -> "the end of the agent's server", () -> !process.isAlive());
            assertThat(process.exitValue()).isZero();
        }
    }
}
