package dev.svc.server.http.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.http.gate.Json;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RemoteQuestionsTest {
    private static final String QUESTION = """
            {"id":"q1","sid":"engine_1:0b0c","engine":"engine_9","since":"2026-11-21T10:02:09Z","kind":"permission",
             "tool":"Bash","title":"Run this?","text":null,"command":"ls","diff":null,"cwd":"/code",
             "choices":[{"key":"y","label":"Yes","effect":"allow","lasting":false,"words":false,"later":1}],
             "channel":"hook","digest":"d","seen_at":null,"in_hand":null,"outside":false,"later":{"a":[1]}}""";

    private static ObjectNode json(String text) {
        try {
            return (ObjectNode) Json.shared().readTree(text);
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    @Test
    void its_host_stands_behind_its_ids_and_what_this_release_does_not_know_is_left_out() {
        var read = RemoteQuestions.question(json(QUESTION), "forge-1").orElseThrow();
        assertThat(read).isEqualTo(json("""
                {"id":"q1@forge-1","sid":"engine_1:0b0c@forge-1","engine":"engine_1","since":"2026-11-21T10:02:09.000Z",
                 "kind":"permission","tool":"Bash","title":"Run this?","text":null,"command":"ls","diff":null,
                 "cwd":"/code","choices":[{"key":"y","label":"Yes","effect":"allow","lasting":false,"words":false}],
                 "channel":"hook","digest":"d","seen_at":null,"in_hand":null,"outside":false}"""));
    }

    @Test
    void what_is_not_known_of_a_choice_is_chosen_in_the_terminal() {
        var told = json(QUESTION.replace("\"allow\"", "\"teleport\"").replace("\"permission\"", "\"riddle\""));
        var read = RemoteQuestions.question(told, "forge-1").orElseThrow();
        assertThat(read.path("choices").path(0).path("effect").asText()).isEqualTo("terminal");
        assertThat(read.path("kind").asText()).isEqualTo("choice");
    }

    @Test
    void what_was_not_told_whole_is_said_to_be_and_cannot_be_answered_from_here() {
        var told = json(QUESTION).put("withheld", true).put("digest", "").putNull("command");
        var read = RemoteQuestions.question(told, "forge-1").orElseThrow();
        assertThat(read.path("withheld").asBoolean()).isTrue();
        assertThat(read.path("choices")).isEmpty();
        assertThat(read.path("title").asText()).isEqualTo("Run this?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"id", "sid", "since", "title", "digest"})
    void what_is_no_question_is_none(String missing) {
        var told = json(QUESTION);
        told.remove(missing);
        assertThat(RemoteQuestions.question(told, "forge-1")).isEmpty();
        told.putArray(missing);
        assertThat(RemoteQuestions.question(told, "forge-1")).isEmpty();
    }

    @Test
    void a_receipt_says_on_which_host_or_from_which_it_was_answered() {
        var receipt = "{\"answered_at\":\"2026-11-21T10:02:40Z\",\"by\":\"%s\",\"choice\":null}";
        assertThat(by(receipt.formatted("Firefox on Linux"))).isEqualTo("Firefox on Linux at forge-1");
        assertThat(by(receipt.formatted("ada@laptop-3"))).isEqualTo("ada@laptop-3");
    }

    private static String by(String receipt) {
        var told = RemoteQuestions.settlement(json("{\"how\":\"allowed\",\"receipt\":" + receipt + "}"), "forge-1");
        assertThat(told.get("how")).isEqualTo("allowed");
        return told.get("receipt") instanceof ObjectNode read ? read.path("by").asText() : "";
    }

    @Test
    void an_end_that_this_release_does_not_know_is_not_told() {
        assertThat(RemoteQuestions.settlement(json("{\"how\":\"evaporated\"}"), "forge-1"))
                .isEqualTo(Map.of());
    }
}
