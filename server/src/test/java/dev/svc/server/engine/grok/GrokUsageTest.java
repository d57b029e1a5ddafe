package dev.svc.server.engine.grok;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.ToldUsage;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GrokUsageTest {
    private static final String FORKED = "e6fb53f3-4d0c-4798-9300-1342eedefbac";
    private static final String FORK = "22aa6c9c-5504-4202-9744-ac3b9ccb8e49";
    private static final String WITH_AGENT = "03f5192b-f788-4aff-9b19-e18d3e7d745a";
    private static final String ABORTED = "3c44bb53-fe1e-40cd-a5f7-1091296cd1e3";

    @TempDir
    Path home = Path.of("");

    private GrokProvider program;

    @BeforeEach
    void plant() throws IOException {
        program = new GrokProvider(StoreFixture.copy("grok", home.toRealPath()).settings());
    }

    private ToldUsage read(String session) throws IOException {
        return ToldUsage.of(program, session, "");
    }

    private void append(String session, String usage) throws IOException {
        var log = new GrokFolder(home.toRealPath().resolve(".grok"))
                .parts(session)
                .getFirst()
                .file();
        Files.writeString(
                log,
                ("{\"timestamp\":1795383200,\"method\":\"_x.ai/session/update\",\"params\":{\"sessionId\":\"x\","
                                + "\"update\":{\"sessionUpdate\":\"turn_completed\",\"prompt_id\":\"p\","
                                + "\"stop_reason\":\"end_turn\",\"usage\":%s},"
                                + "\"_meta\":{\"agentTimestampMs\":1795383200123}}}\n")
                        .formatted(usage),
                StandardOpenOption.APPEND);
    }

    @Test
    void each_turn_says_what_its_calls_used_by_model() throws IOException {
        assertThat(read(FORKED).records()).hasSize(3);
        assertThat(read(FORKED).records()).extracting(UsageRecord::model).containsOnly("fake-large");
        assertThat(read(FORKED).records().getFirst().tokens()).isEqualTo(new TokenCounts(13996, 5, 0, 0, 0, 0));
    }

    @Test
    void what_a_fork_copied_has_the_key_and_the_time_of_what_it_copied() throws IOException {
        assertThat(read(FORK).records().subList(0, 3)).isEqualTo(read(FORKED).records());
        assertThat(read(FORK).records()).hasSize(4);
    }

    @Test
    void a_sub_agent_counts_in_the_turn_that_started_it_and_not_again() throws IOException {
        assertThat(read(WITH_AGENT).records())
                .singleElement()
                .satisfies(call -> assertThat(call.tokens().input()).isEqualTo(36748));
        assertThat(read(GrokContractTest.AGENT).records()).isEmpty();
    }

    @Test
    void a_turn_that_was_broken_off_says_nothing_and_is_no_damage() throws IOException {
        assertThat(read(ABORTED).records()).hasSize(1);
        assertThat(read(ABORTED).unreadable()).isZero();
    }

    @Test
    void a_log_that_grew_is_read_from_its_mark_and_what_it_cost_is_taken_from_the_program() throws IOException {
        var before = read(FORK);
        append(
                FORK,
                "{\"inputTokens\":1000,\"outputTokens\":50,\"totalTokens\":1050,\"cachedReadTokens\":700,"
                        + "\"cacheCreationTokens\":100,\"reasoningTokens\":20,\"costUsdTicks\":25000000,"
                        + "\"modelUsage\":{\"grok-build\":{\"inputTokens\":1000,\"outputTokens\":50,"
                        + "\"cachedReadTokens\":700,\"cacheCreationTokens\":100,\"reasoningTokens\":20}}}");
        assertThat(ToldUsage.of(program, FORK, before.mark()).records())
                .singleElement()
                .satisfies(call -> {
                    assertThat(call.tokens()).isEqualTo(new TokenCounts(200, 50, 700, 100, 0, 20));
                    assertThat(call.model()).isEqualTo("grok-build");
                    assertThat(call.at()).isEqualTo(1795383200123L);
                    assertThat(call.cost()).isCloseTo(0.0025, within(1e-9));
                });
    }

    @Test
    void counts_that_cannot_be_true_are_unreadable() throws IOException {
        append(FORK, "{\"inputTokens\":-7,\"outputTokens\":3}");
        append(FORK, "{\"modelUsage\":{\"m\":{\"inputTokens\":\"many\"},\"n\":7}}");
        append(FORK, "[]");
        assertThat(read(FORK).unreadable()).isEqualTo(4);
        assertThat(read(FORK).records()).hasSize(4);
    }
}
