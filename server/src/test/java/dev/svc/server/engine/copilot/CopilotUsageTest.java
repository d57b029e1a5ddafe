package dev.svc.server.engine.copilot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.ToldUsage;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CopilotUsageTest {
    private static final String AGENT = "fd040559-6116-4354-996f-1a8009200b64";
    private static final String COMPACTED = "b00e9d80-8d57-40c9-8409-c8f6ff0f4d85";
    private static final String FORK = "9de10da3-3432-47af-86eb-1c15fefc1eca";

    @TempDir
    Path home = Path.of("");

    private CopilotProvider program = new CopilotProvider(StoreFixture.settings(Path.of("")));

    @BeforeEach
    void plant() throws IOException {
        home = home.toRealPath();
        program = new CopilotProvider(StoreFixture.copy("copilot", home).settings());
    }

    private ToldUsage read(String session) throws IOException {
        return ToldUsage.of(program, session, "");
    }

    private Path log(String session) {
        return home.resolve(".copilot/session-state").resolve(session).resolve("events.jsonl");
    }

    private static String used(String id, String usage) {
        return "{\"type\":\"session.usage_record\",\"data\":{\"usage\":{%s}},\"id\":\"%s\",\"timestamp\":\"%s\"}\n"
                .formatted(usage, id, "2026-11-22T21:05:00.000Z");
    }

    @Test
    void the_calls_of_sub_agents_are_in_the_same_log() throws IOException {
        assertThat(read(AGENT).records())
                .extracting(call -> call.tokens().input())
                .containsExactly(11980L, 3888L, 12092L);
        assertThat(read(AGENT).records()).extracting(UsageRecord::model).containsOnly("fake-large");
    }

    @Test
    void what_a_compaction_used_is_told_by_the_compaction() throws IOException {
        assertThat(read(COMPACTED).records())
                .hasSize(5)
                .extracting(UsageRecord::tokens)
                .contains(new TokenCounts(15911, 80, 0, 0, 0, 0));
    }

    @Test
    void what_a_fork_copied_has_the_key_of_what_it_copied() throws IOException {
        var keys = new HashSet<Long>();
        int records = 0;
        for (var row : StoreFixture.rows(program.store())) {
            var told = read(row.id().nativeId());
            records += told.records().size();
            told.records().forEach(call -> keys.add(call.key()));
            assertThat(told.unreadable()).as("%s", row.id()).isZero();
        }
        assertThat(records).isEqualTo(26);
        assertThat(keys).hasSize(25);
    }

    /// As the program wrote them for a model that answered with these numbers: what it read from and wrote to a cache
    /// is part of what it calls input.
    @Test
    void the_cache_is_part_of_the_input() throws IOException {
        var before = read(FORK);
        Files.writeString(
                log(FORK),
                used(
                                "a",
                                "\"model\":\"claude-sonnet-4\",\"inputTokens\":3120,\"outputTokens\":7,"
                                        + "\"cacheReadTokens\":3000,\"cacheWriteTokens\":20,\"cost\":1.0")
                        + used(
                                "b",
                                "\"model\":\"demo-a\",\"inputTokens\":4000,\"outputTokens\":50,"
                                        + "\"cacheReadTokens\":3000,\"cacheWriteTokens\":0,\"reasoningTokens\":40"),
                StandardOpenOption.APPEND);
        assertThat(ToldUsage.of(program, FORK, before.mark()).records())
                .extracting(UsageRecord::tokens)
                .containsExactly(new TokenCounts(100, 7, 3000, 20, 0, 0), new TokenCounts(1000, 50, 3000, 0, 0, 40));
        assertThat(ToldUsage.of(program, FORK, before.mark()).records()).allSatisfy(call -> {
            assertThat(call.cost()).as("requests are no dollars").isZero();
            assertThat(call.at())
                    .isEqualTo(Instant.parse("2026-11-22T21:05:00Z").toEpochMilli());
        });
    }

    @Test
    void a_log_that_was_rewritten_tells_the_same_calls_again_under_the_same_keys() throws IOException {
        var before = read(COMPACTED);
        var lines = Files.readAllLines(log(COMPACTED));
        Files.writeString(log(COMPACTED), String.join("\n", lines.subList(0, 17)) + "\n");
        assertThat(ToldUsage.of(program, COMPACTED, before.mark()).records())
                .hasSize(2)
                .isSubsetOf(before.records());
    }

    @Test
    void counts_that_cannot_be_true_are_unreadable() throws IOException {
        Files.writeString(
                log(FORK),
                used("a", "\"inputTokens\":-7,\"outputTokens\":3")
                        + used("b", "\"inputTokens\":\"many\"")
                        + "{\"type\":\"session.usage_record\",\"data\":{}}\n",
                StandardOpenOption.APPEND);
        assertThat(read(FORK).unreadable()).isEqualTo(3);
    }
}
