package dev.svc.server.engine.claudecode.ask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.ask.HookCall;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Effect;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What Claude Code asks by its hook, and what it is answered.
class ClaudeHookTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SESSION = "533f7e4a-0a6b-4a4e-9d3e-0c5ad1d6a001";

    private final ClaudeHook hook = new ClaudeHook();

    private static String call(String tool, String input, String suggestions) {
        return """
                {"session_id":"%s","transcript_path":"/home/dana/x.jsonl","cwd":"/home/dana/code/orchard",
                 "permission_mode":"default","hook_event_name":"PermissionRequest",
                 "tool_name":"%s","tool_input":%s,"permission_suggestions":%s}
                """.formatted(SESSION, tool, input, suggestions);
    }

    private static String bash(String suggestions) {
        return call("Bash", "{\"command\":\"touch a.txt; echo b\",\"description\":\"Run it\"}", suggestions);
    }

    private HookCall.Asks asks(String body) {
        return (HookCall.Asks) hook.read(body);
    }

    private JsonNode decided(HookCall.Asks call, String key, @Nullable String words) throws JsonProcessingException {
        var choice = call.ask().choice(key).orElseThrow();
        var output = JSON.readTree(hook.answer(call, choice, words)).path("hookSpecificOutput");
        assertThat(output.path("hookEventName").asText()).isEqualTo("PermissionRequest");
        return output.path("decision");
    }

    @Test
    void the_hook_is_handed_over_in_a_file_beside_the_persons_settings() throws JsonProcessingException {
        var settings = JSON.readTree(hook.configuration(URI.create("http://127.0.0.1:7777/hook/secret")));
        assertThat(settings.size()).isOne();
        var first = settings.path("hooks").path("PermissionRequest").path(0);
        assertThat(first.path("matcher").asText()).isEqualTo("*");
        var call = first.path("hooks").path(0);
        assertThat(call.path("type").asText()).isEqualTo("http");
        assertThat(call.path("url").asText()).isEqualTo("http://127.0.0.1:7777/hook/secret");
        assertThat(hook.arguments(Path.of("/run/x.json"))).containsExactly("--settings", "/run/x.json");
    }

    @Test
    void a_command_is_shown_whole_and_allowed_once() throws JsonProcessingException {
        var call = asks(bash("[]"));
        assertThat(call.nativeId()).isEqualTo(SESSION);
        assertThat(call.ask().kind()).isEqualTo(Ask.Kind.PERMISSION);
        assertThat(call.ask().tool()).isEqualTo("Bash");
        assertThat(call.ask().title()).isEqualTo("Run it");
        assertThat(call.ask().command()).isEqualTo("touch a.txt; echo b");
        assertThat(call.ask().folder()).isEqualTo("/home/dana/code/orchard");
        assertThat(decided(call, "allow", null)).isEqualTo(JSON.readTree("{\"behavior\":\"allow\"}"));
    }

    @Test
    void what_else_a_command_would_get_is_shown_too() {
        var call = asks(call("Bash", "{\"command\":\"make\",\"dangerouslyDisableSandbox\":true}", "[]"));
        assertThat(call.ask().text()).contains("dangerouslyDisableSandbox").contains("true");
        assertThat(call.ask().title()).isEqualTo("Run a command");
    }

    @Test
    void a_denial_takes_words_along() throws JsonProcessingException {
        var call = asks(bash("[]"));
        assertThat(decided(call, "deny", "not today").path("message").asText()).isEqualTo("not today");
        assertThat(decided(call, "deny", null).path("behavior").asText()).isEqualTo("deny");
        assertThat(decided(call, "deny", null).path("message").asText()).isNotBlank();
    }

    @Test
    void a_rule_is_offered_with_what_it_covers_and_handed_back_as_it_came() throws JsonProcessingException {
        var rule = """
                {"type":"addRules","rules":[{"toolName":"Bash","ruleContent":"touch:*"}],
                 "behavior":"allow","destination":"localSettings"}""";
        var call = asks(bash("[" + rule + "]"));
        var always = call.ask().choice("always-0").orElseThrow();
        assertThat(always.label()).isEqualTo("Allow Bash(touch:*) in this folder from now on");
        assertThat(always.lasting()).isTrue();
        assertThat(decided(call, "always-0", null).path("updatedPermissions"))
                .isEqualTo(JSON.readTree("[" + rule + "]"));
    }

    @Test
    void folders_and_changes_of_files_can_be_allowed_for_the_session() {
        var call = asks(bash("""
                [{"type":"addDirectories","directories":["/srv/a"],"destination":"session"},
                 {"type":"setMode","mode":"acceptEdits","destination":"session"}]"""));
        assertThat(call.ask().choices())
                .extracting(Ask.Choice::label)
                .containsExactly(
                        "Allow once",
                        "Allow the use of /srv/a in this session",
                        "Allow all changes of files in this session",
                        "Deny");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"setMode\",\"mode\":\"bypassPermissions\",\"destination\":\"session\"}",
                "{\"type\":\"addRules\",\"rules\":[{\"toolName\":\"Bash\"}],\"behavior\":\"deny\",\"destination\":\"session\"}",
                "{\"type\":\"addRules\",\"rules\":[],\"behavior\":\"allow\",\"destination\":\"session\"}",
                "{\"type\":\"addRules\",\"rules\":[{\"toolName\":\"Bash\"}],\"behavior\":\"allow\",\"destination\":\"cloud\"}",
                "{\"type\":\"addDirectories\",\"directories\":[\"a\",\"b\",\"c\",\"d\",\"e\",\"f\"],\"destination\":\"session\"}",
                "{\"type\":\"addDirectories\",\"directories\":[\"/srv/a\u202eb\"],\"destination\":\"session\"}",
                "{\"type\":\"replaceRules\",\"destination\":\"session\"}",
                "7"
            })
    void what_a_line_cannot_say_in_full_is_left_to_the_terminal(String suggestion) {
        assertThat(asks(bash("[" + suggestion + "]")).ask().choices())
                .extracting(Ask.Choice::key)
                .containsExactly("allow", "deny");
    }

    @Test
    void a_change_of_a_file_is_shown_whole() {
        var call = asks(call(
                "Edit",
                "{\"file_path\":\"/srv/a.txt\",\"old_string\":\"one\\ntwo\",\"new_string\":\"three\",\"replace_all\":true}",
                "[]"));
        assertThat(call.ask().title()).isEqualTo("Edit /srv/a.txt");
        assertThat(call.ask().diff()).isEqualTo("-one\n-two\n+three\n");
        assertThat(call.ask().text()).contains("replace_all");
        var written = asks(call("Write", "{\"file_path\":\"/srv/b.txt\",\"content\":\"x\\n\\ny\"}", "[]"));
        assertThat(written.ask().diff()).isEqualTo("+x\n+\n+y\n");
    }

    @Test
    void a_carriage_return_of_a_change_is_shown() {
        var call = asks(call("Write", "{\"file_path\":\"/srv/a\",\"content\":\"safe\\rrm x\\n\"}", "[]"));
        assertThat(call.ask().diff()).isEqualTo("+safe\rrm x\n");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"command\":[\"rm\",\"x\"],\"description\":\"Look\"}",
                "{\"command\":{\"rm\":\"x\"}}",
                "{\"description\":\"rm\"}"
            })
    void a_command_of_another_form_is_shown_as_it_came(String input) {
        var ask = asks(call("Bash", input, "[]")).ask();
        assertThat(ask.command()).isNull();
        assertThat(ask.text()).contains("rm");
        assertThat(ask.title()).isEqualTo("Bash");
    }

    @Test
    void a_path_that_would_look_like_another_is_shown_as_what_it_is() {
        var ask = asks(call("Write", "{\"file_path\":\"/srv/a\u202etxt.sh\",\"content\":\"x\"}", "[]"))
                .ask();
        assertThat(ask.title()).isEqualTo("Write");
        assertThat(ask.text()).contains("/srv/a\\u202etxt.sh").contains("\"content\" : \"x\"");
        assertThat(ask.diff()).isNull();
    }

    @Test
    void what_would_not_be_seen_in_a_tools_input_is_named() {
        var ask = asks(call("mcp__a__b", "{\"to\":\"x\u2066y\u00e9\ud83d\ude00\"}", "[]"))
                .ask();
        assertThat(ask.text()).contains("x\\u2066y\u00e9\ud83d\ude00");
    }

    @Test
    void any_other_tool_is_shown_with_all_of_its_input() {
        var call = asks(call("mcp__mail__send", "{\"to\":\"ada@example.org\",\"body\":\"hello\"}", "[]"));
        assertThat(call.ask().title()).isEqualTo("mcp__mail__send");
        assertThat(call.ask().text()).contains("ada@example.org").contains("hello");
        assertThat(call.ask().command()).isNull();
    }

    private static final String STORAGE = """
            {"questions":[{"question":"Which storage?","header":"Storage","multiSelect":false,
              "options":[{"label":"Postgres","description":"a server"},{"label":"SQLite","description":"a file"}]}]}""";

    @Test
    void a_question_is_answered_by_the_label_of_what_was_chosen() throws JsonProcessingException {
        var call = asks(call("AskUserQuestion", STORAGE, "[]"));
        assertThat(call.ask().kind()).isEqualTo(Ask.Kind.CHOICE);
        assertThat(call.ask().title()).isEqualTo("Which storage?");
        assertThat(call.ask().choices()).extracting(Ask.Choice::label).containsExactly("Postgres", "SQLite");
        assertThat(call.ask().choices()).extracting(Ask.Choice::effect).containsOnly(Effect.CHOOSE);
        var decision = decided(call, "2", null);
        assertThat(decision.path("behavior").asText()).isEqualTo("allow");
        var updated = decision.path("updatedInput");
        assertThat(updated.path("answers")).isEqualTo(JSON.readTree("{\"Which storage?\":\"SQLite\"}"));
        assertThat(updated.path("questions")).isEqualTo(JSON.readTree(STORAGE).path("questions"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"questions\":[]}",
                "{\"questions\":7}",
                "{\"questions\":[{\"question\":\"a\",\"multiSelect\":true,\"options\":[{\"label\":\"x\"}]}]}",
                "{\"questions\":[{\"question\":\"a\",\"options\":[{\"label\":\"x\"},{\"label\":\"x\"}]}]}",
                "{\"questions\":[{\"question\":\"a\",\"options\":[{\"label\":\" \"}]}]}",
                "{\"questions\":[{\"question\":\"a\",\"options\":[{\"label\":\"x\"}]},{\"question\":\"b\",\"options\":[{\"label\":\"y\"}]}]}"
            })
    void what_one_choice_cannot_answer_is_left_to_the_terminal(String input) {
        assertThat(hook.read(call("AskUserQuestion", input, "[]"))).isEqualTo(new HookCall.Other(SESSION));
    }

    @Test
    void how_a_plan_goes_on_is_chosen_in_the_terminal() {
        assertThat(hook.read(call("ExitPlanMode", "{\"plan\":\"first\"}", "[]")))
                .isEqualTo(new HookCall.Other(SESSION));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "no json",
                "[]",
                "{}",
                "{\"session_id\":\"a\",\"hook_event_name\":\"Stop\",\"tool_name\":\"Bash\",\"tool_input\":{}}",
                "{\"session_id\":\"a\",\"hook_event_name\":\"PermissionRequest\",\"tool_name\":\"Bash\",\"tool_input\":[]}",
                "{\"session_id\":7,\"hook_event_name\":\"PermissionRequest\",\"tool_input\":{}}",
                "{\"hook_event_name\":\"PermissionRequest\",\"tool_name\":\"Bash\",\"tool_input\":{}}"
            })
    void anything_else_is_no_call(String body) {
        assertThatThrownBy(() -> hook.read(body)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_nest_without_end_is_no_call() {
        assertThatThrownBy(() -> hook.read("[".repeat(100_000))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void a_command_of_a_megabyte_is_shown_whole() {
        var command = "echo " + "x".repeat(1 << 20);
        var call = asks(call("Bash", "{\"command\":\"%s\"}".formatted(command), "[]"));
        assertThat(Objects.requireNonNull(call.ask().command())).hasSize(command.length());
    }

    @Test
    void no_answer_lets_the_dialog_stand() {
        assertThat(hook.noAnswer()).isEqualTo("{}");
    }
}
