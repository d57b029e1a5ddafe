package dev.svc.server.engine.grok;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.RecordedMessages;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.TurnsContract;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/// The updates that the program wrote, and some that were made up.
class GrokTurnsTest extends TurnsContract {
    private static final String PLAIN = "993eb878-e790-46fa-adeb-330e4f094f36";
    private static final String WITH_AGENT = "03f5192b-f788-4aff-9b19-e18d3e7d745a";
    private static final String TERMINAL = "96fce5b5-431b-4818-afd4-6c41305b0303";
    private static final String TOOLS = "e440d14e-a7eb-4575-92ae-5f63892fddba";
    private static final String ABORTED = "3c44bb53-fe1e-40cd-a5f7-1091296cd1e3";
    private static final String FAILED = "e459ef96-4ba7-4de8-9d9c-38956bbe792a";

    @Override
    protected void plant(Path home) throws IOException {
        StoreFixture.copy("grok", home);
    }

    @Override
    protected EngineProvider provider(Path home) {
        return new GrokProvider(StoreFixture.settings(home));
    }

    @Override
    protected Map<String, Message> lastMessages() throws IOException {
        return RecordedMessages.of("grok");
    }

    @Override
    protected @Nullable Path log(String nativeId) throws IOException {
        return new GrokFolder(home.resolve(".grok")).parts(nativeId).getFirst().file();
    }

    @Test
    void a_sub_agent_is_folded_under_the_call_that_started_it() throws IOException {
        var call = all(WITH_AGENT).stream()
                .filter(turn -> !turn.inner().isEmpty())
                .findFirst()
                .orElseThrow();
        assertThat(tool(call).name()).isEqualTo("spawn_subagent");
        assertThat(call.inner())
                .extracting(Turn::role, Turn::text)
                .containsExactly(
                        tuple(Turn.Role.USER, "Look for typos in README.md and report them."),
                        tuple(Turn.Role.ASSISTANT, "Two typos: teh, adn."));
    }

    @Test
    void a_sub_agent_is_shown_while_its_call_still_runs() throws IOException {
        var log = Objects.requireNonNull(log(WITH_AGENT));
        var lines = Files.readAllLines(log);
        Files.write(
                log,
                lines.subList(
                        0,
                        1
                                + lines.indexOf(lines.stream()
                                        .filter(line -> line.contains("subagent_spawned"))
                                        .findFirst()
                                        .orElseThrow())));
        var call = all(WITH_AGENT).getLast();
        assertThat(tool(call).ok()).isNull();
        assertThat(call.inner()).hasSize(2);
    }

    @Test
    void what_chat_history_lost_by_compacting_is_told() throws IOException {
        var turns = all(TERMINAL);
        assertThat(turns.stream().map(Turn::mark))
                .containsSubsequence(Turn.Mark.INTERRUPTED, Turn.Mark.COMPACTED)
                .containsOnlyOnce(Turn.Mark.COMPACTED);
        assertThat(turns.getFirst().text()).isEqualTo("Clean the build folder please");
    }

    @Test
    void a_refused_call_failed_and_the_turn_says_why_it_ended() throws IOException {
        var turns = all(TERMINAL);
        var refused = turns.stream()
                .filter(turn ->
                        turn.tool() != null && Boolean.FALSE.equals(tool(turn).ok()))
                .findFirst()
                .orElseThrow();
        assertThat(tool(refused).inputSummary()).isEqualTo("rm -f prices.csv");
        assertThat(turns.get(turns.indexOf(refused) + 1).text())
                .isEqualTo("The turn ended because a permission was denied.");
    }

    @Test
    void calls_say_what_they_were_given_and_how_they_ended() throws IOException {
        var calls = all(TOOLS).stream().map(Turn::tool).filter(Objects::nonNull).toList();
        assertThat(calls.get(0).inputSummary()).isEqualTo("/home/frankie/code/kiosk/src/main.py");
        assertThat(calls.get(1).outputSummary()).contains("-    return sum(items)", "+    return round(sum(items), 2)");
        assertThat(calls.get(2).purpose()).isEqualTo("Check it");
        assertThat(calls.get(2).outputSummary()).isEqualTo("4.35");
        assertThat(calls.get(2).ending()).isEqualTo(new Turn.Ending(0, null, 1));
    }

    @Test
    void thoughts_interruptions_and_failures_are_told() throws IOException {
        assertThat(all(PLAIN).get(1).thinking()).isEqualTo("The file has one function.");
        assertThat(all(ABORTED).stream().map(Turn::mark)).containsOnlyOnce(Turn.Mark.INTERRUPTED);
        assertThat(all(FAILED).getLast().mark()).isEqualTo(Turn.Mark.ERROR);
        assertThat(all(FAILED).getLast().text()).contains("the model refused this prompt");
    }

    @Test
    void a_message_that_comes_in_pieces_is_one_and_its_words_stay_whole() throws IOException {
        var turns = told(
                update("user_message_chunk", "Hel", ",\"_meta\":{\"promptIndex\":0}"),
                update("user_message_chunk", "lo", ",\"_meta\":{\"promptIndex\":0}"),
                update("user_message_chunk", "Another", ",\"_meta\":{\"promptIndex\":1}"),
                update("agent_thought_chunk", "Per", ""),
                update("agent_thought_chunk", "haps", ""),
                update("agent_message_chunk", "  ", ""),
                update("agent_message_chunk", "An ans", ""),
                "{\"timestamp\":1,\"method\":\"_x.ai/session/update\",\"params\":{\"update\":"
                        + "{\"sessionUpdate\":\"background_tasks\",\"tasks\":[]}}}",
                update("agent_message_chunk", "wer", ""));
        assertThat(turns).extracting(Turn::text).containsExactly("Hello", "Another", "An answer");
        assertThat(turns.getLast().thinking()).isEqualTo("Perhaps");
        assertThat(StoreFixture.row(provider.store(), PLAIN).messageCount()).isEqualTo(3);
    }

    @Test
    void going_back_to_an_earlier_prompt_is_told_and_what_is_asked_then_is_another_message() throws IOException {
        var turns = told(
                update("user_message_chunk", "One", ",\"_meta\":{\"promptIndex\":0}"),
                "{\"timestamp\":1,\"method\":\"_x.ai/session/update\",\"params\":{\"update\":"
                        + "{\"sessionUpdate\":\"rewind_marker\",\"target_prompt_index\":0}}}",
                update("user_message_chunk", "Two", ",\"_meta\":{\"promptIndex\":0}"));
        assertThat(turns)
                .extracting(Turn::text)
                .containsExactly(
                        "One", "Went back to before prompt 1: what was said since then was taken back.", "Two");
        assertThat(StoreFixture.row(provider.store(), PLAIN).messageCount()).isEqualTo(2);
    }

    @Test
    void a_session_whose_updates_are_gone_has_no_turns() throws IOException {
        Files.delete(Objects.requireNonNull(log(PLAIN)));
        var index = provider.turns().index(PLAIN, Optional.empty());
        assertThat(index.count()).isZero();
        assertThat(index.firstSince(index.extent())).isZero();
        assertThat(all(PLAIN)).isEmpty();
    }

    @Test
    void a_sub_agent_that_names_itself_or_a_path_is_not_followed() throws IOException {
        for (var agent : List.of(PLAIN, "../../../../etc", "")) {
            var turns = told(
                    "{\"timestamp\":1,\"params\":{\"update\":{\"sessionUpdate\":\"tool_call\",\"toolCallId\":\"a\","
                            + "\"title\":\"spawn_subagent\",\"rawInput\":{\"description\":\"d\"}}}}",
                    "{\"timestamp\":1,\"params\":{\"update\":{\"sessionUpdate\":\"subagent_spawned\","
                            + "\"description\":\"d\",\"child_session_id\":\"" + agent + "\"}}}");
            assertThat(turns)
                    .singleElement()
                    .satisfies(call -> assertThat(call.inner()).isEmpty());
        }
    }

    private List<Turn> told(String... lines) throws IOException {
        Files.writeString(Objects.requireNonNull(log(PLAIN)), String.join("\n", lines) + "\n");
        return all(PLAIN);
    }

    private static String update(String kind, String text, String more) {
        return ("{\"timestamp\":1795383000,\"method\":\"session/update\",\"params\":{\"sessionId\":\"x\",\"update\":"
                        + "{\"sessionUpdate\":\"%s\",\"content\":{\"type\":\"text\",\"text\":\"%s\"}%s}}}")
                .formatted(kind, text, more);
    }
}
