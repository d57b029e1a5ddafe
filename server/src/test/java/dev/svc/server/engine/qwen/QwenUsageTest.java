package dev.svc.server.engine.qwen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.engine.StoreCopy;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.ToldUsage;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QwenUsageTest {
    private static final String AGENT = "16275055-2c12-4aa1-b264-3baf4ced3445";
    private static final String FORK = "2717618b-dee6-46c1-ad1e-8af0152fb335";
    private static final String FORKED = "8c0c73fb-7e25-42b4-8f8d-a7cacfab8c4b";
    private static final String NEW = "11111111-2222-4333-8444-555555555555";

    @TempDir
    Path home = Path.of("");

    private QwenProvider program;

    @BeforeEach
    void plant() throws IOException {
        home = home.toRealPath();
        StoreCopy.plant(StoreCopy.fixture("qwen"), home.resolve(".qwen"));
        program = new QwenProvider(StoreFixture.settings(home));
    }

    private ToldUsage read(String session) throws IOException {
        return ToldUsage.of(program, session, "");
    }

    private void write(String... lines) throws IOException {
        var chats = Files.createDirectories(home.resolve(".qwen/projects/-srv-shop/chats"));
        Files.writeString(
                chats.resolve(NEW + ".jsonl"),
                String.join("\n", lines) + "\n",
                StandardOpenOption.CREATE,
                StandardOpenOption.APPEND);
    }

    private static String event(String id, long input, long output, long cached, long thoughts, long total) {
        return ("{\"type\":\"system\",\"subtype\":\"ui_telemetry\",\"systemPayload\":{\"uiEvent\":{"
                        + "\"event.name\":\"qwen-code.api_response\",\"event.timestamp\":\"2026-11-22T21:00:00.000Z\","
                        + "\"response_id\":\"%s\",\"model\":\"qwen3\",\"input_token_count\":%d,\"output_token_count\":%d,"
                        + "\"cached_content_token_count\":%d,\"thoughts_token_count\":%d,\"total_token_count\":%d}}}")
                .formatted(id, input, output, cached, thoughts, total);
    }

    private static String answer(String uuid, long input, long output) {
        return ("{\"uuid\":\"%s\",\"type\":\"assistant\",\"model\":\"qwen3\",\"timestamp\":\"2026-11-22T21:00:00.000Z\","
                        + "\"message\":{\"parts\":[{\"text\":\"x\"}]},"
                        + "\"usageMetadata\":{\"promptTokenCount\":%d,\"candidatesTokenCount\":%d}}")
                .formatted(uuid, input, output);
    }

    @Test
    void calls_of_sub_agents_and_helpers_count_and_none_counts_twice() throws IOException {
        assertThat(read(AGENT).records())
                .extracting(call -> call.tokens().input(), call -> call.tokens().output())
                .containsExactly(tuple(19_563L, 50L), tuple(15_455L, 5L), tuple(19_674L, 7L));
        assertThat(read(AGENT).records()).extracting(UsageRecord::model).containsOnly("fake-large");
    }

    @Test
    void what_a_fork_copied_has_the_key_of_what_it_copied() throws IOException {
        var keys = new HashSet<Long>();
        read(FORKED).records().forEach(call -> keys.add(call.key()));

        assertThat(keys).hasSize(6);
        assertThat(read(FORK).records())
                .hasSize(8)
                .filteredOn(call -> keys.contains(call.key()))
                .hasSize(6);
    }

    @Test
    void an_answer_without_an_event_says_what_it_used() throws IOException {
        write(answer("a", 10, 2), event("b", 20, 3, 0, 0, 23), event("c", 30, 4, 0, 0, 34), answer("b", 20, 3));

        assertThat(read(NEW).records())
                .extracting(call -> call.tokens().input())
                .containsExactly(10L, 20L, 30L);
    }

    @Test
    void a_chat_that_grew_between_an_event_and_its_answer_counts_it_once() throws IOException {
        write(event("a", 10, 2, 0, 0, 12));
        var before = read(NEW);
        write(answer("a", 10, 2));

        assertThat(before.records()).hasSize(1);
        assertThat(ToldUsage.of(program, NEW, before.mark()).records()).isEmpty();
    }

    /// The total says whether thoughts are part of the output.
    @ParameterizedTest
    @CsvSource({"100, 20, 60, 8, 120, 40, 20", "100, 20, 60, 8, 128, 40, 28", "100, 2, 0, 8, 0, 100, 10"})
    void cached_is_part_of_the_input_and_thoughts_are_part_of_the_output_or_beside_it(
            long input, long output, long cached, long thoughts, long total, long fresh, long answered)
            throws IOException {
        write(event("a", input, output, cached, thoughts, total));

        assertThat(read(NEW).records())
                .extracting(UsageRecord::tokens)
                .containsExactly(new TokenCounts(fresh, answered, cached, 0, 0, thoughts));
    }

    @Test
    void a_count_that_cannot_be_true_is_unreadable() throws IOException {
        write(
                event("a", -1, 2, 0, 0, 1),
                event("b", 1, 2_000_000_000_000L, 0, 0, 1),
                event("c", 1, 2, 0, 0, 3).replace(":2,", ":\"two\","),
                event("d", 1, 2, 0, 0, 3).substring(0, 150));

        assertThat(read(NEW).records()).isEmpty();
        assertThat(read(NEW).unreadable()).isEqualTo(4);
    }

    @Test
    void what_only_speaks_of_a_call_is_none() throws IOException {
        write(
                "{\"type\":\"user\",\"message\":{\"parts\":[{\"text\":\"qwen-code.api_response\"}]}}",
                event("a", 1, 2, 0, 0, 3).replace("api_response\"", "api_response_time\""),
                event("a", 0, 0, 0, 0, 0),
                "qwen-code is not a call");

        assertThat(read(NEW).records()).isEmpty();
        assertThat(read(NEW).unreadable()).isZero();
    }
}
