package dev.svc.server.usage;

import java.time.Instant;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What was used, as clients get it.
public final class UsageView {
    /// What costs are in.
    public static final String CURRENCY = "USD";

    private UsageView() {}

    /// What was used.
    ///
    /// @param cost null where nothing of it has a price
    /// @param unpriced tokens that no price is known for
    public record Counts(
            long messages,
            long input,
            long output,
            long cacheRead,
            long cacheWrite,
            long reasoning,
            @Nullable Double cost,
            long unpriced) {
        public long tokens() {
            return input + output + cacheRead + cacheWrite;
        }
    }

    /// What was used under one key.
    public record Line(
            String key,
            @Nullable String label,
            @Nullable String engine,
            @Nullable String project,
            long messages,
            long input,
            long output,
            long cacheRead,
            long cacheWrite,
            long reasoning,
            @Nullable Double cost,
            long unpriced,
            long sessions,
            @Nullable Instant lastAt) {

        static Line of(
                String key, @Nullable String label, @Nullable String engine, @Nullable String project, UsageSum sum) {
            var counts = sum.counts();
            return new Line(
                    key,
                    label,
                    engine,
                    project,
                    counts.messages(),
                    counts.input(),
                    counts.output(),
                    counts.cacheRead(),
                    counts.cacheWrite(),
                    counts.reasoning(),
                    counts.cost(),
                    counts.unpriced(),
                    sum.sessions(),
                    sum.last());
        }

        public long tokensOfAllKinds() {
            return input + output + cacheRead + cacheWrite;
        }
    }

    /// What is missing of one program.
    public record Missing(String engine, long records, long unpricedSessions, long unreadSessions, boolean silent) {
        boolean isSomething() {
            return records > 0 || unpricedSessions > 0 || unreadSessions > 0 || silent;
        }
    }

    public record PriceList(
            String source, String asOf, @Nullable String trouble) {
        static PriceList of(boolean isOverridden, LocalDate asOf, @Nullable String trouble) {
            return new PriceList(isOverridden ? "file" : "builtin", asOf.toString(), trouble);
        }
    }

    public record Whole(
            List<Line> rows,
            long count,
            Counts total,
            long sessions,
            String currency,
            List<String> unpriced,
            boolean complete,
            long pending,
            @Nullable String trouble,
            List<Missing> notCounted,
            PriceList prices,
            String zone,
            @Nullable Instant from,
            @Nullable Instant to) {}

    public record OfSession(
            List<Line> rows, Counts total, String currency, List<String> unpriced, long unreadable, boolean complete) {}

    public record Limit(
            String engine,
            String name,
            @Nullable Integer minutes,
            double usedPercent,
            @Nullable Instant resetsAt,
            @Nullable Instant fullAt,
            Instant seenAt) {}

    public record Live(
            String sid,
            @Nullable String title,
            String engine,
            @Nullable String project,
            String status,
            long tokensPerMinute,
            long tokensHour,
            @Nullable Double costHour,
            double share,
            long tokensToday,
            @Nullable Double costToday,
            List<Long> series) {}

    /// A budget that was passed.
    ///
    /// @param kind `day` or `session`
    public record Passed(
            String kind, @Nullable String sid, @Nullable String title, double spent, double budget, String currency) {}

    public record Budgets(
            @Nullable Double daily,
            @Nullable Double spentToday,
            @Nullable Double session,
            List<Passed> passed) {}

    public record Now(
            List<Live> live,
            long tokensPerMinute,
            long tokensHour,
            @Nullable Double costHour,
            List<Limit> limits,
            Budgets budgets,
            String currency,
            boolean complete) {}

    /// What a row of the list shows.
    public record OfRow(@Nullable Double cost, long tokens) {}
}
