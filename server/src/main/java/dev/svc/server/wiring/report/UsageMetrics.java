package dev.svc.server.wiring.report;

import dev.svc.server.http.system.MetricsRoutes.Metric;
import dev.svc.server.usage.Usage;
import dev.svc.server.usage.UsageQuestion;
import dev.svc.server.usage.UsageQuestion.By;
import dev.svc.server.usage.UsageQuestion.Sort;
import dev.svc.server.usage.UsageView.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/// What was used, by program and by model. A log may name any number of models, and each would be a series of its own
/// for ever: those with most tokens have a name, all others are one.
record UsageMetrics(Usage usage) {
    private static final int MOST_MODELS = 50;
    private static final String TOKENS = "svc_usage_tokens";
    private static final String TOKENS_HELP = "Tokens that sessions used, by program and kind";
    private static final String MODEL_TOKENS = "svc_usage_model_tokens";
    private static final String MODEL_TOKENS_HELP = "Tokens that sessions used, by model";
    private static final String COST = "svc_usage_cost_cents";
    private static final String COST_HELP = "What sessions cost at list prices, by program";
    private static final String MODEL_COST = "svc_usage_model_cost_cents";
    private static final String MODEL_COST_HELP = "What sessions cost at list prices, by model";
    private static final int CENTS = 100;

    List<Metric> now() {
        var metrics = new ArrayList<Metric>();
        for (var row : rows(By.ENGINE)) {
            var label = "engine=\"" + row.key() + "\"";
            metrics.add(tokens(label, "input", row.input()));
            metrics.add(tokens(label, "output", row.output()));
            metrics.add(tokens(label, "cache_read", row.cacheRead()));
            metrics.add(tokens(label, "cache_write", row.cacheWrite()));
            metrics.add(new Metric(COST, COST_HELP, label, cents(row)));
        }
        var models = rows(By.MODEL);
        for (var row : models.subList(0, Math.min(MOST_MODELS, models.size()))) {
            var label = "model=\"" + escaped(row.key()) + "\"";
            metrics.add(new Metric(MODEL_TOKENS, MODEL_TOKENS_HELP, label, row.tokensOfAllKinds()));
            metrics.add(new Metric(MODEL_COST, MODEL_COST_HELP, label, cents(row)));
        }
        if (models.size() > MOST_MODELS) {
            var others = models.subList(MOST_MODELS, models.size());
            metrics.add(new Metric(
                    MODEL_TOKENS,
                    MODEL_TOKENS_HELP,
                    "model=\"(others)\"",
                    others.stream().mapToLong(Line::tokensOfAllKinds).sum()));
        }
        return metrics;
    }

    private List<Line> rows(By by) {
        return usage.whole(new UsageQuestion(by, null, null, null, Set.of(), null, Sort.TOKENS, Integer.MAX_VALUE))
                .rows();
    }

    private static Metric tokens(String label, String kind, long tokens) {
        return new Metric(TOKENS, TOKENS_HELP, label + ",kind=\"" + kind + "\"", tokens);
    }

    private static long cents(Line row) {
        return Math.round(Objects.requireNonNullElse(row.cost(), 0.0) * CENTS);
    }

    private static String escaped(String name) {
        return name.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", " ");
    }
}
