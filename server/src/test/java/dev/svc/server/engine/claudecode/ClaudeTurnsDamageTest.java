package dev.svc.server.engine.claudecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.turn.TurnIndex;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.Turn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Damaged transcripts: their sound part is returned all the same.
class ClaudeTurnsDamageTest {
    private static final String ID = "11111111-2222-4333-8444-555555555555";

    @TempDir
    Path home;

    private Path log = Path.of("");

    @BeforeEach
    void a_store_with_one_transcript() throws IOException {
        log = Files.createDirectories(home.toRealPath().resolve(".claude/projects/-home-u"))
                .resolve(ID + ".jsonl");
        append(typed("before"));
    }

    @Test
    void a_line_that_is_too_long_is_one_turn_that_says_so() throws IOException {
        append(typed("x".repeat(17 << 20)));
        append(typed("behind"));
        assertThat(texts()).containsExactly("before", "A record of more than 16 MiB is left out here.", "behind");
    }

    @Test
    void no_depth_of_nesting_is_fatal() throws IOException {
        append(typed("deep")
                .replace("\"uuid\"", "\"deep\":" + "[".repeat(100_000) + "]".repeat(100_000) + ",\"uuid\""));
        append("{\"type\":\"user\",\"message\":{\"content\":" + "[{\"content\":".repeat(100_000));
        append(typed("behind"));
        assertThat(texts()).containsExactly("before", "deep", "behind");
    }

    @Test
    void a_transcript_that_is_a_link_is_not_followed() throws IOException {
        Path outside = Files.writeString(home.resolve("outside"), typed("secret") + '\n');
        Files.delete(log);
        Files.createSymbolicLink(log, outside);
        assertThatThrownBy(this::texts).isInstanceOf(IOException.class);
    }

    @Test
    void a_sub_agent_that_is_a_link_is_not_followed() throws IOException {
        Path outside = Files.writeString(home.resolve("outside"), typed("secret") + '\n');
        append(call("one", "Agent"));
        append(result("one", ",\"toolUseResult\":{\"agentId\":\"abc1234\"}"));
        Path side = Files.createDirectories(log.resolveSibling(ID).resolve("subagents"));
        Files.createSymbolicLink(side.resolve("agent-abc1234.jsonl"), outside);
        assertThat(all().getLast().inner()).isEmpty();
        Files.delete(side.resolve("agent-abc1234.jsonl"));
        Files.copy(outside, side.resolve("agent-abc1234.jsonl"));
        assertThat(all().getLast().inner()).hasSize(1);
    }

    @Test
    void records_out_of_order_are_told_in_the_order_of_the_log() throws IOException {
        append(result("one", ""));
        append(call("two", "Bash"));
        append(call("one", "Read"));
        append(result("two", ""));
        assertThat(all()).extracting(ClaudeTurnsDamageTest::answer).containsExactly(null, true, null);
    }

    @Test
    void a_last_line_is_told_once_it_is_whole() throws IOException {
        var line = typed("behind");
        Files.writeString(log, line.substring(0, 40), StandardOpenOption.APPEND);
        var half = index(Optional.empty());
        assertThat(half.count()).isEqualTo(1);
        append(line.substring(40));
        var whole = index(Optional.of(half));
        assertThat(whole.count()).isEqualTo(2);
        assertThat(whole.generation(1)).isEqualTo(half.generation(1));
        assertThat(texts()).containsExactly("before", "behind");
    }

    @Test
    void an_index_keeps_a_few_bytes_a_turn_and_forgets_calls_that_nobody_answers() throws IOException {
        calls(0, 10_000);
        var first = index(Optional.empty());
        calls(10_000, 20_000);
        var second = index(Optional.of(first));
        assertThat(second.count()).isEqualTo(20_001);
        assertThat(second.weight() - first.weight()).isLessThanOrEqualTo(10_000 * 24);
    }

    private void calls(int from, int to) throws IOException {
        var calls = new StringBuilder();
        for (int i = from; i < to; i++) {
            calls.append(call("call-" + i, "Bash")).append('\n');
        }
        append(calls.toString());
    }

    @Test
    void a_log_that_is_rewritten_while_nobody_remembers_it_is_another() throws IOException {
        append(typed("second"));
        append(typed("third"));
        var former = index(Optional.empty());
        Files.delete(log);
        append(typed("before"));
        append(typed("another second"));
        append(typed("third"));
        var present = index(Optional.empty());
        assertThat(present.count()).isEqualTo(former.count());
        assertThat(present.generation(3)).isNotEqualTo(former.generation(3));
    }

    private Turns turns() {
        return new ClaudeCodeProvider(new EngineSettings(home, List.of(), null, null, Map.of())).turns();
    }

    private TurnIndex index(Optional<TurnIndex> former) throws IOException {
        return turns().index(ID, former);
    }

    private List<Turn> all() throws IOException {
        var index = index(Optional.empty());
        return turns().read(ID, index, 0, index.count());
    }

    private List<String> texts() throws IOException {
        return all().stream().map(Turn::text).toList();
    }

    private static @Nullable Boolean answer(Turn turn) {
        return turn.tool() == null ? null : turn.tool().ok();
    }

    private void append(String line) throws IOException {
        Files.writeString(log, line + '\n', StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String typed(String text) {
        return "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"%s\"},\"uuid\":\"u\"}".formatted(text);
    }

    private static String call(String id, String tool) {
        return ("{\"type\":\"assistant\",\"message\":{\"id\":\"m-%1$s\",\"content\":"
                        + "[{\"type\":\"tool_use\",\"id\":\"%1$s\",\"name\":\"%2$s\",\"input\":{}}]}}")
                .formatted(id, tool);
    }

    private static String result(String call, String more) {
        return ("{\"type\":\"user\",\"message\":{\"content\":"
                        + "[{\"type\":\"tool_result\",\"tool_use_id\":\"%s\",\"content\":\"done\"}]}%s}")
                .formatted(call, more);
    }
}
