package dev.svc.server.engine.codex;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Compressing;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.ToldUsage;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CodexUsageTest {
    private static final String ONE = "01a1fdd2-0000-7000-8000-000000000001";
    private static final String TWO = "01a1fdd2-0000-7000-8000-000000000002";
    private static final String AT = "2026-11-21T10:00:00.000Z";

    @TempDir
    Path home = Path.of("");

    private CodexProvider program;

    @BeforeEach
    void plant() throws IOException {
        home = home.toRealPath();
        program = new CodexProvider(new EngineSettings(home, List.of(), null, null, Map.of()));
    }

    private Path rollout(String id) throws IOException {
        var folder = Files.createDirectories(home.resolve(".codex/sessions/2026/11/21"));
        return folder.resolve("rollout-2026-11-21T10-00-00-" + id + ".jsonl");
    }

    private void write(String id, String... lines) throws IOException {
        Files.writeString(
                rollout(id), String.join("\n", lines) + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static String meta(String id, String more) {
        return "{\"timestamp\":\"%s\",\"type\":\"session_meta\",\"payload\":{\"id\":\"%s\",\"cwd\":\"/home/alex\"%s}}"
                .formatted(AT, id, more);
    }

    private static String model(String name) {
        return "{\"timestamp\":\"%s\",\"type\":\"turn_context\",\"payload\":{\"cwd\":\"/\",\"model\":\"%s\"}}"
                .formatted(AT, name);
    }

    private static String tokens(long input, long cached, long output) {
        return "{\"input_tokens\":%d,\"cached_input_tokens\":%d,\"output_tokens\":%d,\"reasoning_output_tokens\":0}"
                .formatted(input, cached, output);
    }

    private static String count(String total, String last, String limits) {
        return ("{\"timestamp\":\"%s\",\"type\":\"event_msg\",\"payload\":{\"type\":\"token_count\",\"info\":"
                        + "{\"total_token_usage\":%s,\"last_token_usage\":%s},\"rate_limits\":%s}}")
                .formatted(AT, total, last, limits);
    }

    private static String count(String total, String last) {
        return count(total, last, "null");
    }

    private ToldUsage read(String id, String mark) throws IOException {
        return ToldUsage.of(program, id, mark);
    }

    private List<TokenCounts> calls(String id) throws IOException {
        return read(id, "").records().stream().map(UsageRecord::tokens).toList();
    }

    private static TokenCounts counts(long input, long output, long cached) {
        return new TokenCounts(input, output, cached, 0, 0, 0);
    }

    @Test
    void a_call_is_what_was_added_to_the_sum() throws IOException {
        write(
                ONE,
                meta(ONE, ""),
                model("gpt-5"),
                count(tokens(13_154, 0, 42), tokens(13_154, 0, 42)),
                count(tokens(26_486, 0, 46), tokens(13_332, 0, 4)));

        assertThat(calls(ONE)).containsExactly(counts(13_154, 42, 0), counts(13_332, 4, 0));
    }

    @Test
    void what_came_from_the_cache_is_no_input() throws IOException {
        write(ONE, meta(ONE, ""), count(tokens(1_000, 900, 5), tokens(1_000, 900, 5)));

        assertThat(calls(ONE)).containsExactly(counts(100, 5, 900));
    }

    @Test
    void a_sum_that_is_said_again_adds_nothing() throws IOException {
        write(ONE, meta(ONE, ""), count(tokens(10, 0, 5), tokens(10, 0, 5)), count(tokens(10, 0, 5), tokens(10, 0, 5)));

        assertThat(calls(ONE)).hasSize(1);
    }

    @Test
    void a_sum_that_begins_again_counts_the_last_call() throws IOException {
        write(
                ONE,
                meta(ONE, ""),
                count(tokens(1_000, 0, 50), tokens(1_000, 0, 50)),
                count(tokens(300, 0, 9), tokens(200, 0, 6)));

        assertThat(calls(ONE)).containsExactly(counts(1_000, 50, 0), counts(200, 6, 0));
    }

    @Test
    void a_fork_that_continues_a_sum_counts_its_own_calls() throws IOException {
        write(
                TWO,
                meta(
                        TWO,
                        ",\"forked_from_id\":\"%s\",\"history_base\":{\"thread_id\":\"%s\",\"end_byte_offset\":100}"
                                .formatted(ONE, ONE)),
                count(tokens(40_815, 0, 29), tokens(10_357, 0, 6)));

        assertThat(calls(TWO)).containsExactly(counts(10_357, 6, 0));
    }

    @Test
    void the_copies_in_a_fork_of_an_older_version_are_the_same_calls() throws IOException {
        write(ONE, meta(ONE, ""), count(tokens(100, 0, 5), tokens(100, 0, 5)));
        write(
                TWO,
                meta(TWO, ",\"forked_from_id\":\"%s\"".formatted(ONE)),
                meta(ONE, ""),
                count(tokens(100, 0, 5), tokens(100, 0, 5)),
                count(tokens(250, 0, 9), tokens(150, 0, 4)));

        var parent = read(ONE, "").records();
        var fork = read(TWO, "").records();

        assertThat(fork).hasSize(2);
        assertThat(fork.getFirst().key()).isEqualTo(parent.getFirst().key());
        assertThat(fork.getLast().tokens()).isEqualTo(counts(150, 4, 0));
    }

    @Test
    void two_sessions_with_the_same_sum_are_two_calls() throws IOException {
        write(ONE, meta(ONE, ""), count(tokens(100, 0, 5), tokens(100, 0, 5)));
        write(TWO, meta(TWO, ""), count(tokens(100, 0, 5), tokens(100, 0, 5)));

        assertThat(read(ONE, "").records().getFirst().key())
                .isNotEqualTo(read(TWO, "").records().getFirst().key());
    }

    @Test
    void a_log_that_grew_is_read_from_its_mark_with_the_model_and_the_sum_it_had() throws IOException {
        write(ONE, meta(ONE, ""), model("gpt-5"), count(tokens(100, 0, 5), tokens(100, 0, 5)));
        var before = read(ONE, "");
        write(ONE, count(tokens(250, 0, 9), tokens(150, 0, 4)));

        var after = read(ONE, before.mark());

        assertThat(after.records()).singleElement().satisfies(call -> {
            assertThat(call.tokens()).isEqualTo(counts(150, 4, 0));
            assertThat(call.model()).isEqualTo("gpt-5");
        });
    }

    @Test
    void a_log_that_was_compressed_says_the_same() throws IOException {
        write(ONE, meta(ONE, ""), model("gpt-5"), count(tokens(100, 0, 5), tokens(100, 0, 5)));
        var plain = read(ONE, "").records();

        Compressing.replaceAll(home.resolve(".codex"));

        assertThat(read(ONE, "").records()).isEqualTo(plain);
    }

    @Test
    void the_limits_of_the_account_are_those_of_the_log() throws IOException {
        write(
                ONE,
                meta(ONE, ""),
                count(
                        tokens(1, 0, 1),
                        tokens(1, 0, 1),
                        "{\"primary\":{\"used_percent\":62.5,\"window_minutes\":300,\"resets_at\":1795260000},"
                                + "\"secondary\":{\"used_percent\":7,\"window_minutes\":10080,\"resets_in_seconds\":60},"
                                + "\"credits\":null}"));

        assertThat(read(ONE, "").limits())
                .satisfiesExactly(
                        primary -> {
                            assertThat(primary.name()).isEqualTo("primary");
                            assertThat(primary.usedPercent()).isEqualTo(62.5);
                            assertThat(primary.minutes()).isEqualTo(300);
                            assertThat(primary.resetsAt()).isEqualTo(Instant.ofEpochSecond(1_795_260_000));
                        },
                        secondary -> assertThat(secondary.resetsAt())
                                .isEqualTo(Instant.parse(AT).plusSeconds(60)));
    }

    @Test
    void limits_that_are_null_are_none() throws IOException {
        write(
                ONE,
                meta(ONE, ""),
                count(tokens(1, 0, 1), tokens(1, 0, 1), "{\"primary\":null,\"secondary\":null,\"credits\":null}"));

        assertThat(read(ONE, "").limits()).isEmpty();
    }

    @Test
    void negative_and_absurd_sums_are_counted_as_unreadable() throws IOException {
        write(
                ONE,
                meta(ONE, ""),
                count(tokens(-5, 0, 1), tokens(1, 0, 1)),
                count(tokens(4_000_000_000_000L, 0, 1), tokens(1, 0, 1)),
                "{\"type\":\"event_msg\",\"payload\":{\"type\":\"token_count\",\"info\":{\"total_token_usage\":{");

        var told = read(ONE, "");

        assertThat(told.records()).isEmpty();
        assertThat(told.unreadable()).isEqualTo(3);
    }
}
