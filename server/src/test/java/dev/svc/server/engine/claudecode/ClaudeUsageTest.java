package dev.svc.server.engine.claudecode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.ToldUsage;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClaudeUsageTest {
    private static final String ID = "6a47f322-831d-4e37-b3ce-392a5b436ceb";
    private static final String AT = "2026-11-21T10:00:00.000Z";
    private static final String USAGE = "{\"input_tokens\":10,\"output_tokens\":5,\"cache_read_input_tokens\":700,"
            + "\"cache_creation_input_tokens\":30,\"cache_creation\":{\"ephemeral_1h_input_tokens\":20,"
            + "\"ephemeral_5m_input_tokens\":10},\"output_tokens_details\":{\"thinking_tokens\":2}}";

    @TempDir
    Path home = Path.of("");

    private ClaudeCodeProvider program;

    @BeforeEach
    void plant() throws IOException {
        home = home.toRealPath();
        program = new ClaudeCodeProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    private Path file(String name) {
        return home.resolve(".claude/projects/-home-alex").resolve(name);
    }

    private void write(String name, String... lines) throws IOException {
        Files.createDirectories(file(name).resolveSibling(""));
        Files.writeString(
                file(name), String.join("\n", lines) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String answer(String id, String usage) {
        return ("{\"parentUuid\":null,\"sessionId\":\"%s\",\"message\":{\"id\":\"%s\",\"model\":\"claude-sonnet-4-5\","
                        + "\"content\":[{\"type\":\"text\",\"text\":\"x\"}],\"usage\":%s},\"type\":\"assistant\","
                        + "\"uuid\":\"u-%s\",\"timestamp\":\"%s\"}")
                .formatted(ID, id, usage, id, AT);
    }

    private ToldUsage read(String mark) throws IOException {
        return ToldUsage.of(program, ID, mark);
    }

    @Test
    void an_answer_says_what_it_used() throws IOException {
        write(ID + ".jsonl", answer("msg_1", USAGE));

        assertThat(read("").records()).singleElement().satisfies(call -> {
            assertThat(call.tokens()).isEqualTo(new TokenCounts(10, 5, 700, 30, 20, 2));
            assertThat(call.model()).isEqualTo("claude-sonnet-4-5");
            assertThat(Instant.ofEpochMilli(call.at())).isEqualTo(Instant.parse(AT));
        });
    }

    @Test
    void the_parts_of_an_answer_are_one_call() throws IOException {
        write(ID + ".jsonl", answer("msg_1", USAGE), answer("msg_1", USAGE), answer("msg_2", USAGE));

        assertThat(read("").records().stream().map(UsageRecord::key).distinct()).hasSize(2);
    }

    @Test
    void a_log_that_grew_costs_what_was_added() throws IOException {
        write(ID + ".jsonl", answer("msg_1", USAGE));
        var before = read("");
        write(ID + ".jsonl", answer("msg_2", USAGE));

        var after = read(before.mark());

        assertThat(after.records())
                .singleElement()
                .satisfies(call -> assertThat(call.key())
                        .isNotEqualTo(before.records().getFirst().key()));
        assertThat(read(after.mark()).records()).isEmpty();
    }

    @Test
    void a_line_that_is_still_being_written_is_read_once_it_is_whole() throws IOException {
        write(ID + ".jsonl", answer("msg_1", USAGE));
        var half = answer("msg_2", USAGE).substring(0, 150);
        Files.writeString(file(ID + ".jsonl"), half, StandardOpenOption.APPEND);
        var before = read("");
        Files.writeString(file(ID + ".jsonl"), answer("msg_2", USAGE).substring(150) + "\n", StandardOpenOption.APPEND);

        assertThat(before.records()).hasSize(1);
        assertThat(before.unreadable()).isZero();
        assertThat(read(before.mark()).records()).hasSize(1);
    }

    @Test
    void a_log_that_was_written_anew_is_read_from_its_start() throws IOException {
        write(ID + ".jsonl", answer("msg_1", USAGE), answer("msg_2", USAGE));
        var before = read("");
        Files.writeString(file(ID + ".jsonl"), answer("msg_3", USAGE) + "\n");

        assertThat(read(before.mark()).records()).hasSize(1);
    }

    @Test
    void the_files_of_sub_agents_are_read_too() throws IOException {
        write(ID + ".jsonl", answer("msg_1", USAGE));
        write(ID + "/subagents/agent-1.jsonl", answer("msg_2", USAGE));
        write("agent-ae27545.jsonl", answer("msg_3", USAGE));

        assertThat(read("").records()).hasSize(3);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"input_tokens\":-1,\"output_tokens\":5}",
                "{\"input_tokens\":1.5,\"output_tokens\":5}",
                "{\"input_tokens\":\"many\",\"output_tokens\":5}",
                "{\"input_tokens\":99999999999999999999,\"output_tokens\":5}",
                "{\"input_tokens\":2000000000,\"output_tokens\":5}",
                "{\"input_tokens\":1,\"output_tokens\":5"
            })
    void a_count_that_cannot_be_true_is_counted_as_unreadable(String usage) throws IOException {
        write(ID + ".jsonl", answer("msg_1", usage));

        var told = read("");

        assertThat(told.records()).isEmpty();
        assertThat(told.unreadable()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"type\":\"user\",\"toolUseResult\":{\"usage\":{\"input_tokens\":9}}}",
                "{\"type\":\"progress\",\"data\":{\"message\":{\"type\":\"assistant\",\"message\":{\"usage\":{\"input_tokens\":9}}}}}",
                "{\"type\":\"assistant\",\"message\":{\"id\":\"m\",\"content\":\"\\\"usage\\\":{\\\"input_tokens\\\":9}\"}}",
                "{\"type\":\"assistant\",\"message\":{\"id\":\"m\",\"model\":\"<synthetic>\",\"usage\":{\"input_tokens\":0,\"output_tokens\":0}}}",
                "{\"type\":\"assistant\",\"message\":{\"id\":\"m\"}}",
                "not json at all"
            })
    void nothing_else_is_taken_for_a_call(String line) throws IOException {
        write(ID + ".jsonl", line);

        var told = read("");

        assertThat(told.records()).isEmpty();
        assertThat(told.unreadable()).isZero();
    }

    @Test
    void a_record_without_a_time_has_the_one_before_it() throws IOException {
        write(
                ID + ".jsonl",
                answer("msg_1", USAGE),
                answer("msg_2", USAGE).replace("\"timestamp\":\"" + AT + "\"", "\"timestamp\":\"yesterday\""));

        assertThat(read("").records())
                .extracting(UsageRecord::at)
                .containsOnly(Instant.parse(AT).toEpochMilli());
    }

    @Test
    void a_long_log_lets_others_through() throws IOException {
        write(ID + ".jsonl", "{\"type\":\"user\",\"text\":\"" + "x".repeat(3 << 20) + "\"}", answer("msg_1", USAGE));

        assertThat(read("").breaths()).isPositive();
    }

    @Test
    void a_session_that_is_not_there_is_said_to_be_missing() {
        assertThatThrownBy(() -> read("")).isInstanceOf(NoSuchFileException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nonsense", "\t\n\t", "1234\tzz.zz\tstate", "=", "rows 12"})
    void a_mark_that_is_none_costs_a_reading_from_the_start(String mark) throws IOException {
        write(ID + ".jsonl", answer("msg_1", USAGE));

        assertThat(read(mark).records()).hasSize(1);
    }
}
