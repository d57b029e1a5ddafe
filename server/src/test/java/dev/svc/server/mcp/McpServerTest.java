package dev.svc.server.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Messages of the protocol and what is answered, over an interface that is played.
class McpServerTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Played api = new Played();
    private final McpServer reading = new McpServer("1.2.3", api, false);
    private final McpServer driving = new McpServer("1.2.3", api, true);

    private JsonNode ask(McpServer server, String message) throws IOException {
        return JSON.readTree(server.answer(message).orElseThrow());
    }

    private JsonNode call(McpServer server, String tool, String arguments) throws IOException {
        return ask(server, """
                        {"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"%s","arguments":%s}}
                        """.formatted(tool, arguments)).path("result");
    }

    private static String text(JsonNode result) {
        return result.at("/content/0/text").asText();
    }

    private static List<String> names(JsonNode answer) {
        var names = new ArrayList<String>();
        answer.at("/result/tools").forEach(it -> names.add(it.path("name").asText()));
        return names;
    }

    @Test
    void it_says_what_it_is_in_the_version_that_was_asked_for() throws IOException {
        var answer = ask(
                reading,
                "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2024-11-05\"}}");

        assertThat(answer.path("id").asInt()).isZero();
        assertThat(answer.at("/result/protocolVersion").asText()).isEqualTo("2024-11-05");
        assertThat(answer.at("/result/serverInfo/version").asText()).isEqualTo("1.2.3");
        assertThat(answer.at("/result/capabilities/tools").isObject()).isTrue();
    }

    @Test
    void a_version_that_it_does_not_know_is_answered_with_its_newest() throws IOException {
        var answer = ask(
                reading, "{\"id\":\"a\",\"method\":\"initialize\",\"params\":{\"protocolVersion\":\"2099-01-01\"}}");

        assertThat(answer.at("/result/protocolVersion").asText()).isEqualTo("2025-06-18");
        assertThat(answer.path("id").asText()).isEqualTo("a");
    }

    @Test
    void tools_that_do_something_are_offered_to_those_who_may_drive_alone() throws IOException {
        var list = "{\"id\":1,\"method\":\"tools/list\"}";

        assertThat(names(ask(reading, list)))
                .containsExactly(
                        "search_sessions",
                        "list_sessions",
                        "read_turns",
                        "session_status",
                        "session_changes",
                        "resume_command");
        assertThat(names(ask(driving, list))).contains("send_prompt", "list_questions", "answer_question");
        assertThat(call(reading, "send_prompt", "{}").isMissingNode()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "nonsense",
                "[]",
                "[{\"id\":1,\"method\":\"ping\"}]",
                "1",
                "{\"id\":1}",
                "{\"id\":1,\"method\":5}",
                "{\"id\":1,\"method\":\"no/such\"}",
                "{\"id\":1,\"method\":\"tools/call\"}",
                "{\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"read_turns\",\"arguments\":[1]}}"
            })
    void what_is_no_request_is_an_error_and_ends_nothing(String message) throws IOException {
        assertThat(ask(reading, message).path("error").path("code").asInt()).isNegative();
        assertThat(ask(reading, "{\"id\":2,\"method\":\"ping\"}").path("result").isObject())
                .isTrue();
    }

    @Test
    void what_is_nested_too_deeply_is_no_json() throws IOException {
        assertThat(ask(reading, "[".repeat(100_000)).at("/error/code").asInt()).isEqualTo(-32_700);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"method\":\"notifications/initialized\"}",
                "{\"method\":\"no/such\"}",
                "{\"id\":3,\"result\":{}}",
                "{\"id\":null,\"method\":\"ping\"}"
            })
    void notices_and_answers_are_not_answered(String message) {
        assertThat(reading.answer(message)).isEmpty();
    }

    @Test
    void a_search_names_sessions_and_turns_without_what_would_act_on_a_terminal() throws IOException {
        api.says("GET /api/search?q=flaky%20upload%20%26%20more&limit=8", 200, """
                {"sessions":1,"complete":true,"groups":[{"session":{"id":"engine_1:a","title":"Mend\\u001b[31m it",
                "cwd":"/home/ada","updated_at":"2026-11-20T10:00:00.000Z","live":false},
                "hits":[{"turn":12,"role":"assistant","at":null,"snippet":"the flaky upload"}],"more":2}]}
                """);

        var found = text(call(reading, "search_sessions", "{\"query\":\"flaky upload & more\"}"));

        assertThat(found)
                .contains("engine_1:a", "/home/ada", "turn 13, assistant: the flaky upload", "2 more hits")
                .doesNotContain("\u001b");
    }

    @Test
    void turns_are_read_from_one_to_another() throws IOException {
        api.says("GET /api/sessions/engine_1%3Aa/history?format=json&limit=3&before=13", 200, """
                {"turns_from":10,"turns_to":13,"total_turns":40,"turns":[
                {"index":10,"role":"user","at":null,"text":"Why?","tool":null},
                {"index":11,"role":"assistant","at":null,"text":"","tool":{"name":"Bash","input_summary":"make","output_summary":"ok"}},
                {"index":12,"role":"assistant","at":null,"text":"Because.","tool":null}]}
                """);

        assertThat(text(call(reading, "read_turns", "{\"sid\":\"engine_1:a\",\"from\":11,\"to\":13}")))
                .isEqualTo("""
                        Turns 11 to 13 of 40.

                        [11] user
                        Why?

                        [12] assistant
                        Bash: make
                        → ok

                        [13] assistant
                        Because.""");
    }

    @Test
    void a_long_conversation_is_cut() throws IOException {
        var turn = "{\"index\":0,\"role\":\"user\",\"at\":null,\"text\":\"%s\",\"tool\":null}"
                .formatted("x".repeat(50_000));
        api.says(
                "GET /api/sessions/a/history?format=json&limit=10",
                200,
                "{\"turns_from\":0,\"turns_to\":1,\"total_turns\":1,\"turns\":[%s]}".formatted(turn));

        assertThat(text(call(reading, "read_turns", "{\"sid\":\"a\"}")))
                .hasSizeLessThan(7_000)
                .contains("44000 characters more");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"sid\":5}",
                "{\"sid\":\"\"}",
                "{\"sid\":\"a\",\"from\":0}",
                "{\"sid\":\"a\",\"from\":1.5}",
                "{\"sid\":\"a\",\"from\":9,\"to\":3}",
                "{\"sid\":\"a\",\"from\":99999999999}"
            })
    void arguments_that_do_not_fit_are_said_to_the_model(String arguments) throws IOException {
        var result = call(reading, "read_turns", arguments);

        assertThat(result.path("isError").asBoolean()).isTrue();
        assertThat(text(result)).isNotBlank();
        assertThat(api.asked).isEmpty();
    }

    @Test
    void what_svc_refuses_is_said_in_its_words_with_what_the_screen_showed() throws IOException {
        api.says(
                "POST /api/sessions/engine_1%3Aa/send",
                409, "{\"detail\":\"It is at work, so nothing was sent.\",\"screen\":[\"* Thinking…\"]}");

        var result = call(driving, "send_prompt", "{\"sid\":\"engine_1:a\",\"text\":\"go on\"}");

        assertThat(result.path("isError").asBoolean()).isTrue();
        assertThat(text(result)).contains("It is at work").contains("* Thinking…");
        assertThat(api.sent).containsExactly("{\"text\":\"go on\"}");
    }

    @Test
    void a_question_is_answered_as_it_was_shown() throws IOException {
        api.says("POST /api/questions/q1/seen", 200, "{\"current\": true}");
        api.says("POST /api/questions/q1/answer", 200, "{\"how\":\"allowed\"}");

        var result = call(driving, "answer_question", "{\"question\":\"q1\",\"digest\":\"d\",\"choice\":\"allow\"}");

        assertThat(text(result)).isEqualTo("Taken: allowed.");
        assertThat(api.sent).containsExactly("{\"digest\":\"d\"}", "{\"choice\":\"allow\",\"digest\":\"d\"}");
    }

    @Test
    void a_command_is_quoted_for_a_shell() throws IOException {
        api.says(
                "GET /api/sessions/a/command",
                200,
                "{\"argv\":[\"claude\",\"--resume\",\"it's\"],\"folder\":\"/home/ada/a b\",\"exists\":true}");

        assertThat(text(call(reading, "resume_command", "{\"sid\":\"a\"}")))
                .isEqualTo("cd '/home/ada/a b' && claude --resume 'it'\\''s'");
    }

    @Test
    void a_service_that_is_away_is_said() throws IOException {
        api.away = true;

        var result = call(reading, "list_sessions", "{}");

        assertThat(result.path("isError").asBoolean()).isTrue();
        assertThat(text(result)).contains("svc serve");
    }

    /// Answers what it was told to, and remembers what was asked.
    private static final class Played implements SvcApi {
        private final Map<String, Reply> answers = new HashMap<>();
        private final List<String> asked = new ArrayList<>();
        private final List<String> sent = new ArrayList<>();
        private boolean away;

        void says(String request, int status, String body) throws IOException {
            answers.put(request, new Reply(status, JSON.readTree(body)));
        }

        @Override
        public Reply call(String method, String path, @Nullable JsonNode body) throws IOException {
            if (away) {
                throw new IOException("nobody");
            }
            asked.add(method + " " + path);
            if (body != null) {
                sent.add(body.toString());
            }
            return Objects.requireNonNull(answers.get(method + " " + path), method + " " + path);
        }
    }
}
