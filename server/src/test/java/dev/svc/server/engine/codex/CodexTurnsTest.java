package dev.svc.server.engine.codex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.RecordedMessages;
import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.TurnsContract;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The rollouts of five versions, forks and a sub-agent among them.
class CodexTurnsTest extends TurnsContract {
    @Override
    protected void plant(Path home) throws IOException {
        StoreCopy.plant(StoreCopy.fixture("codex"), home.resolve(".codex"));
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new CodexProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    @Override
    protected Map<String, Message> lastMessages() throws IOException {
        return RecordedMessages.of("codex");
    }

    @Override
    protected @Nullable Path log(String nativeId) throws IOException {
        var settings = new EngineSettings(home, List.of(), null, null, Map.of());
        var parts = new CodexAncestors(CodexHome.of(settings)).parts(nativeId);
        return parts.size() == 1 ? parts.getFirst().file() : null;
    }

    @Test
    void a_fork_begins_with_what_was_said_before_it() throws IOException {
        var before = all("01a1fdd2-b974-7aa0-a533-35dbbcf1f4dd");
        var fork = all("01a1fdd2-bc7e-7d32-b18a-21ab9f4ccb6d");
        assertThat(fork.subList(0, before.size())).isEqualTo(before);
        assertThat(fork.get(before.size()).text()).isEqualTo("Fork: shorten it");
    }

    @Test
    void a_sub_agent_is_folded_under_the_call_that_started_it() throws IOException {
        var call = all("01a1fdd6-72aa-7e63-a44b-024ec87bd384").stream()
                .filter(turn -> !turn.inner().isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(tool(call).name()).isEqualTo("spawn_agent");
        assertThat(call.inner().getFirst().text()).isEqualTo("Inspect the readme file");
    }

    @Test
    void a_call_carries_its_command_and_its_output_without_the_frame_around_it() throws IOException {
        for (var id : ids()) {
            for (var turn : all(id)) {
                if (turn.tool() != null && turn.tool().inputSummary().contains("README.md")) {
                    assertThat(turn.tool().outputSummary()).as(id).isEqualTo("# Shop\nA small demo shop.");
                    assertThat(turn.tool().ok()).isTrue();
                }
            }
        }
    }

    @Test
    void a_command_says_how_it_ended_how_long_it_took_and_how_many_lines_it_printed() throws IOException {
        var endings = new ArrayList<Turn.Ending>();
        for (var id : ids()) {
            for (var turn : all(id)) {
                if (turn.tool() != null && turn.tool().ending().exitCode() != null) {
                    endings.add(turn.tool().ending());
                }
            }
        }
        assertThat(endings)
                .contains(new Turn.Ending(0, 0L, 20_000), new Turn.Ending(0, 50L, 2), new Turn.Ending(0, 0L, 2));
    }

    @Test
    void thoughts_compaction_errors_and_interruptions_are_told() throws IOException {
        assertThat(all("01a1fdd2-b861-7ef1-9543-eff083a8adfb").getLast().thinking())
                .isEqualTo("A greeting is enough.");
        assertThat(all("01a1fdd3-2d24-7ce1-80aa-e7af33402535").stream().map(Turn::mark))
                .containsOnlyOnce(Turn.Mark.COMPACTED);
        assertThat(all("01a1fdd2-c014-76c0-9a92-9b6ff22fb4c3").getLast().mark()).isEqualTo(Turn.Mark.ERROR);
        assertThat(all("01a1fdd3-7e77-77d3-9a6c-9e3dc88e5835").stream().map(Turn::mark))
                .containsOnlyOnce(Turn.Mark.INTERRUPTED);
    }

    @Test
    void the_answer_of_another_servers_tool_comes_in_parts() throws IOException {
        var id = "01a2208c-472d-75c1-be2e-4efb51bd1f3c";
        var day = Files.createDirectories(home.resolve(".codex/sessions/2026/11/28"));
        Files.writeString(day.resolve("rollout-2026-11-28T05-06-34-" + id + ".jsonl"), """
                {"timestamp":"2026-11-28T05:06:34.000Z","type":"session_meta","payload":{"id":"%s","cwd":"/src","history_mode":"legacy"}}
                {"timestamp":"2026-11-28T05:06:34.464Z","type":"response_item","payload":{"type":"function_call","name":"read_turns","namespace":"mcp__svc","arguments":"{}","call_id":"c1"}}
                {"timestamp":"2026-11-28T05:06:34.524Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":[{"type":"input_text","text":"Wall time: 0.05 seconds\\nOutput:"},{"type":"input_image","image_url":"data:"},{"type":"input_text","text":"Decided:\\nSQLite."}]}}
                """.formatted(id));

        var answer = tool(all(id).getFirst());

        assertThat(answer.outputSummary()).isEqualTo("Decided:\nSQLite.");
        assertThat(answer.ending()).isEqualTo(new Turn.Ending(null, 50L, 2));
    }
}
