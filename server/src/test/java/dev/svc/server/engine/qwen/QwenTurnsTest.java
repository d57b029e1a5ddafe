package dev.svc.server.engine.qwen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.RecordedMessages;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.TurnsContract;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The chats that the program wrote.
class QwenTurnsTest extends TurnsContract {
    private static final String TUI = "d5b0f3de-249f-4788-9d21-b0e9c102b7aa";
    private static final String TOOLS = "2cd82e5a-4549-4008-9773-2fb17d70c342";
    private static final String AGENT = "16275055-2c12-4aa1-b264-3baf4ced3445";
    private static final String FAILED = "7c13cdc2-7ea0-48a3-a650-ae531ceba29c";
    private static final String PLAIN = "0d18ebf2-d7c0-4afd-969c-90317213bbbb";

    @Override
    protected void plant(Path home) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("qwen"), home.resolve(".qwen"));
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new QwenProvider(StoreFixture.settings(home));
    }

    @Override
    protected Map<String, Message> lastMessages() throws IOException {
        return RecordedMessages.of("qwen");
    }

    @Override
    protected @Nullable Path log(String nativeId) throws IOException {
        return qwenHome().chat(nativeId).orElseThrow().path();
    }

    private QwenHome qwenHome() {
        return new QwenHome(home.resolve(".qwen"), home.resolve(".qwen"));
    }

    private void append(String id, String more) throws IOException {
        Files.writeString(
                Objects.requireNonNull(log(id)),
                "{\"uuid\":\"x\",\"timestamp\":\"2026-11-22T22:00:00.000Z\"," + more + "}\n",
                StandardOpenOption.APPEND);
    }

    private List<Turn.ToolUse> tools(String id) throws IOException {
        return all(id).stream()
                .filter(turn -> turn.tool() != null)
                .map(TurnsContract::tool)
                .toList();
    }

    @Test
    void a_command_stands_apart_from_what_it_is_for_and_says_how_it_ended() throws IOException {
        var command = tools(TOOLS).getLast();
        assertThat(command.name()).isEqualTo("run_shell_command");
        assertThat(command.inputSummary()).isEqualTo("python3 -c 'print(round(4.349, 2))'");
        assertThat(command.purpose()).isEqualTo("Check it");
        assertThat(command.outputSummary()).isEqualTo("4.35");
        assertThat(command.ok()).isTrue();
        assertThat(command.ending()).isEqualTo(new Turn.Ending(0, null, 1));
    }

    @Test
    void an_edit_shows_its_diff() throws IOException {
        var edit = tools(TOOLS).get(1);
        assertThat(edit.name()).isEqualTo("edit");
        assertThat(edit.inputSummary()).isEqualTo("/home/frankie/code/kiosk/src/main.py");
        assertThat(edit.outputSummary()).contains("-    return sum(items)", "+    return round(sum(items), 2)");
    }

    @Test
    void a_command_that_was_not_allowed_did_not_succeed() throws IOException {
        assertThat(tools(TUI)).extracting(Turn.ToolUse::ok).containsExactly(true, false);
        assertThat(tools(TUI).getLast().outputSummary()).contains("User did not allow tool call");
    }

    @Test
    void a_sub_agent_is_folded_under_the_call_that_started_it() throws IOException {
        var call = all(AGENT).stream()
                .filter(turn -> !turn.inner().isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(tool(call).name()).isEqualTo("agent");
        assertThat(call.inner())
                .extracting(Turn::role, Turn::text)
                .containsExactly(
                        tuple(Turn.Role.USER, "Look for typos in README.md and report them."),
                        tuple(Turn.Role.ASSISTANT, "Two typos: teh, adn."));
    }

    @Test
    void the_log_of_a_sub_agent_behind_a_link_is_not_read() throws IOException {
        var folder = home.resolve(".qwen/projects/-home-frankie-code-kiosk/subagents")
                .resolve(AGENT);
        Files.createSymbolicLink(folder, Files.move(folder, home.resolve("away")));
        assertThat(all(AGENT)).allMatch(turn -> turn.inner().isEmpty());
    }

    @Test
    void compression_and_commands_are_told() throws IOException {
        assertThat(all(TUI))
                .filteredOn(turn -> turn.role() == Turn.Role.SYSTEM)
                .extracting(Turn::text, Turn::mark)
                .containsExactly(
                        tuple("/rename Till clean-up ✍️\nSession renamed to \"Till clean-up ✍️\"", Turn.Mark.NONE),
                        tuple(
                                "Conversation compressed\nSummary so far: the build folder was cleaned, prices kept.",
                                Turn.Mark.COMPACTED),
                        tuple("/compress", Turn.Mark.NONE));
    }

    @Test
    void a_call_of_the_model_that_failed_is_told_once_a_prompt() throws IOException {
        var failure = Files.readAllLines(Objects.requireNonNull(log(FAILED))).getLast();
        Files.writeString(
                Objects.requireNonNull(log(FAILED)),
                failure + "\n" + failure.replace("########0", "#some-helper#0") + "\n",
                StandardOpenOption.APPEND);

        assertThat(all(FAILED))
                .filteredOn(turn -> turn.mark() == Turn.Mark.ERROR)
                .extracting(Turn::text)
                .containsExactly("400 scripted: the model refused this prompt");
    }

    @Test
    void what_was_rewound_stays_and_is_followed_by_a_note() throws IOException {
        int before = all(PLAIN).size();
        append(PLAIN, "\"type\":\"system\",\"subtype\":\"rewind\",\"systemPayload\":{\"truncatedCount\":2}");
        append(PLAIN, "\"type\":\"user\",\"provenance\":\"real_user\",\"message\":{\"parts\":[{\"text\":\"Again\"}]}");

        assertThat(all(PLAIN)).hasSize(before + 2);
        assertThat(all(PLAIN).get(before).text()).startsWith("Rewound");
    }

    @Test
    void thoughts_belong_to_what_was_said_or_called_after_them() throws IOException {
        append(
                PLAIN,
                "\"type\":\"assistant\",\"message\":{\"parts\":[{\"text\":\"Hm.\",\"thought\":true},{\"text\":\"One.\"},"
                        + "{\"functionCall\":{\"id\":\"c1\",\"name\":\"read_file\",\"args\":{}}},{\"text\":\"Two.\"}]}");

        var turns = all(PLAIN);
        assertThat(turns.get(turns.size() - 2))
                .extracting(Turn::text, Turn::thinking)
                .containsExactly("One.\nTwo.", "Hm.");
        assertThat(tool(turns.getLast()).name()).isEqualTo("read_file");
    }

    @Test
    void a_command_that_failed_says_with_which_code() throws IOException {
        append(
                PLAIN,
                "\"type\":\"assistant\",\"message\":{\"parts\":[{\"functionCall\":{\"id\":\"c1\","
                        + "\"name\":\"run_shell_command\",\"args\":{\"command\":\"false\"}}}]}");
        append(
                PLAIN,
                "\"type\":\"tool_result\",\"message\":{\"parts\":[{\"functionResponse\":{\"id\":\"c1\","
                        + "\"response\":{\"output\":\"Command: false\"}}}]},\"toolCallResult\":{\"status\":\"error\","
                        + "\"resultDisplay\":{\"type\":\"shell_result\",\"exitCode\":1,\"output\":\"no\"}}");

        var command = tools(PLAIN).getLast();
        assertThat(command.ok()).isFalse();
        assertThat(command.outputSummary()).isEqualTo("no");
        assertThat(command.ending()).isEqualTo(new Turn.Ending(1, null, 1));
    }
}
