package dev.svc.server.wiring.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.http.system.MetricsRoutes.Metric;
import dev.svc.server.usage.CountedStore;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsageMetricsTest {
    @TempDir
    private Path folder;

    private CountedStore store;

    @BeforeEach
    void a_session() throws IOException {
        folder = folder.toRealPath();
        store = new CountedStore(folder);
    }

    private List<Metric> metrics(String name) throws IOException {
        var metrics = new ArrayList<Metric>();
        store.counted(folder.resolve("usage"), usage -> metrics.addAll(new UsageMetrics(usage).now()));
        return metrics.stream().filter(it -> it.name().equals(name)).toList();
    }

    @Test
    void a_program_has_its_tokens_by_kind() throws IOException {
        store.answer("claude-sonnet-4-5", 100, 20);

        assertThat(metrics("svc_usage_tokens"))
                .extracting(Metric::labels, Metric::value)
                .containsExactly(
                        tuple("engine=\"engine_1\",kind=\"input\"", 100L),
                        tuple("engine=\"engine_1\",kind=\"output\"", 20L),
                        tuple("engine=\"engine_1\",kind=\"cache_read\"", 0L),
                        tuple("engine=\"engine_1\",kind=\"cache_write\"", 0L));
    }

    @Test
    void costs_are_in_cents() throws IOException {
        store.answer("claude-sonnet-4-5", 100_000, 100_000);

        assertThat(metrics("svc_usage_cost_cents"))
                .extracting(Metric::labels, Metric::value)
                .containsExactly(tuple("engine=\"engine_1\"", 180L));
        assertThat(metrics("svc_usage_model_cost_cents"))
                .extracting(Metric::labels, Metric::value)
                .containsExactly(tuple("model=\"claude-sonnet-4-5\"", 180L));
    }

    @Test
    void the_name_of_a_model_does_not_end_its_label() throws IOException {
        store.answer("odd\\\"\\\\name", 1, 1);

        assertThat(metrics("svc_usage_model_tokens"))
                .extracting(Metric::labels)
                .containsExactly("model=\"odd\\\"\\\\name\"");
    }

    @Test
    void of_many_models_those_with_most_tokens_have_a_name_and_the_others_are_one() throws IOException {
        for (int i = 1; i <= 60; i++) {
            store.answer("model-" + i, 1_000 + i, 0);
        }

        var models = metrics("svc_usage_model_tokens");

        assertThat(models).hasSize(51);
        assertThat(models.getFirst().labels()).isEqualTo("model=\"model-60\"");
        assertThat(models.getLast())
                .extracting(Metric::labels, Metric::value)
                .containsExactly("model=\"(others)\"", 10 * 1_000L + 55);
    }
}
