package dev.svc.server.engine.claudecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.RecordedMessages;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.TurnsContract;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The conversations that five versions of the program wrote.
class ClaudeTurnsTest extends TurnsContract {
    private static final String TUI = "95e9e158-3f6b-4143-9835-42e25a03ef15";
    private static final String COMMAND = "ea7c3afb-96fe-4006-bbfd-42df15470da4";

    @Override
    protected void plant(Path home) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("claude"), home.resolve(".claude"));
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new ClaudeCodeProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    @Override
    protected Map<String, Message> lastMessages() throws IOException {
        return RecordedMessages.of("claude");
    }

    @Override
    protected @Nullable Path log(String nativeId) throws IOException {
        return new ClaudeHome(home.resolve(".claude"), true).transcript(nativeId);
    }

    @Test
    void a_call_carries_what_it_was_asked_and_what_it_answered() throws IOException {
        var read = all(TUI).stream()
                .filter(turn -> turn.tool() != null && turn.tool().name().equals("Read"))
                .findFirst()
                .orElseThrow();
        assertThat(tool(read).inputSummary()).isEqualTo("/home/alex/code/shop/src/cart.py");
        assertThat(tool(read).outputSummary()).startsWith("1\tdef total(items):");
        assertThat(tool(read).ok()).isTrue();
    }

    @Test
    void a_command_stands_apart_from_what_it_is_for_and_says_how_many_lines_it_printed() throws IOException {
        var command = command(COMMAND);
        assertThat(command.purpose()).isEqualTo("Show readme");
        assertThat(command.inputSummary()).isEqualTo("cat README.md");
        assertThat(command.ending()).isEqualTo(new Turn.Ending(null, null, 2));
    }

    @Test
    void an_answer_of_which_the_log_has_only_the_beginning_has_no_number_of_lines() throws IOException {
        assertThat(command("d26f270e-97f0-4472-953e-288a353a95d8").ending().lines())
                .isNull();
    }

    @Test
    void a_command_that_failed_says_with_which_code() throws IOException {
        var log = Objects.requireNonNull(log(COMMAND));
        Files.writeString(
                log,
                Files.readString(log)
                        .replace("\"content\":\"# Shop", "\"content\":\"Exit code 7\\n# Shop")
                        .replace("\"is_error\":false", "\"is_error\":true")
                        .replace("\"toolUseResult\"", "\"formerly\""));
        var command = command(COMMAND);
        assertThat(command.ok()).isFalse();
        assertThat(command.ending()).isEqualTo(new Turn.Ending(7, null, 2));
    }

    private Turn.ToolUse command(String id) throws IOException {
        return all(id).stream()
                .filter(turn -> turn.tool() != null && turn.tool().name().equals("Bash"))
                .map(TurnsContract::tool)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void a_sub_agent_is_folded_under_the_call_that_started_it() throws IOException {
        var agent = all(TUI).stream().filter(turn -> !turn.inner().isEmpty()).toList();
        assertThat(agent).hasSize(1);
        assertThat(tool(agent.getFirst()).name()).isEqualTo("Agent");
        assertThat(agent.getFirst().inner())
                .extracting(Turn::role, Turn::text)
                .containsExactly(
                        tuple(Turn.Role.USER, "Inspect the readme file"),
                        tuple(Turn.Role.ASSISTANT, "Reading."),
                        tuple(Turn.Role.TOOL, ""),
                        tuple(Turn.Role.ASSISTANT, "The readme is two lines."));
    }

    @Test
    void thoughts_compaction_commands_errors_and_interruptions_are_told() throws IOException {
        var tui = all(TUI);
        assertThat(tui.stream().map(Turn::thinking)).contains("A greeting is enough.");
        assertThat(tui.stream().map(Turn::mark)).containsOnlyOnce(Turn.Mark.COMPACTED);
        assertThat(tui)
                .anyMatch(turn -> turn.role() == Turn.Role.SYSTEM && turn.text().startsWith("/compact"));
        assertThat(tui)
                .anyMatch(turn -> turn.tool() != null
                        && turn.tool().name().equals("shell")
                        && turn.tool().inputSummary().equals("echo hi-from-bang")
                        && turn.tool().outputSummary().equals("hi-from-bang"));
        assertThat(all("ab010e85-4940-42bc-ba12-6a8c60112db1").getLast().mark()).isEqualTo(Turn.Mark.ERROR);
        assertThat(all("94dafa18-c76a-4f61-b071-4745f532d14e").stream().map(Turn::mark))
                .containsOnlyOnce(Turn.Mark.INTERRUPTED);
    }
}
