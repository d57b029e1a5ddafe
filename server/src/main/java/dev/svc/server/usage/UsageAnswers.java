package dev.svc.server.usage;

import dev.svc.server.follow.FollowProgress;
import dev.svc.server.follow.FollowProgress.Phase;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.usage.Grouping.Group;
import dev.svc.server.usage.price.Prices;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Answers questions about what was used, from memory alone.
final class UsageAnswers {
    private final UsageTally tally;
    private final UsageSubjects subjects;
    private final Prices prices;
    private final Supplier<FollowProgress> progress;

    UsageAnswers(UsageTally tally, UsageSubjects subjects, Prices prices, Supplier<FollowProgress> progress) {
        this.tally = tally;
        this.subjects = subjects;
        this.prices = prices;
        this.progress = progress;
    }

    boolean isComplete() {
        return progress.get().phase() == Phase.FOLLOWING;
    }

    UsageView.Whole whole(UsageQuestion question) {
        var state = prices.now();
        var hours = tally.hours();
        int from = question.from() == null ? Integer.MIN_VALUE : hours.of(question.from());
        int to = question.to() == null ? Integer.MAX_VALUE : hours.notBefore(question.to());
        var grouping = tally.with(all -> {
            var made = new Grouping(question, all, subjects, state.table(), from, to);
            made.run();
            return made;
        });
        var groups = grouping.groups();
        var rows = shown(groups, question).stream()
                .map(group -> line(group, question.by()))
                .toList();
        var now = progress.get();
        return new UsageView.Whole(
                rows,
                groups.size(),
                grouping.total().counts(),
                grouping.total().sessions(),
                UsageView.CURRENCY,
                grouping.unpriced(),
                isComplete(),
                Math.max(0, now.of() - now.followed()),
                now.phase() == Phase.STOPPED ? now.trouble() : null,
                grouping.missing(subjects.silent()),
                UsageView.PriceList.of(state.isOverridden(), state.table().asOf(), state.trouble()),
                hours.zone().getId(),
                question.from() == null ? null : hours.start(from),
                question.to() == null ? null : hours.start(to));
    }

    /// The first ones in order; of times the last ones. Thousands of others are not put in order.
    private static List<Group> shown(List<Group> groups, UsageQuestion question) {
        int most = Math.min(groups.size(), question.limit());
        var order = order(question);
        if (question.by().isOfTime()) {
            var inTime = new ArrayList<>(groups);
            inTime.sort(order);
            return inTime.subList(inTime.size() - most, inTime.size());
        }
        var first = new PriorityQueue<>(most + 1, order.reversed());
        for (var group : groups) {
            if (first.size() < most) {
                first.add(group);
            } else if (order.compare(group, first.element()) < 0) {
                first.remove();
                first.add(group);
            }
        }
        var shown = new ArrayList<>(first);
        shown.sort(order);
        return shown;
    }

    private static Comparator<Group> order(UsageQuestion question) {
        if (question.by().isOfTime()) {
            return Comparator.comparingInt(group -> (Integer) group.key());
        }
        Comparator<Group> byTokens =
                Comparator.comparingLong((Group group) -> group.sum().tokens()).reversed();
        Comparator<Group> order = switch (question.sort()) {
            case TOKENS -> byTokens;
            case COST ->
                Comparator.comparingDouble((Group group) -> group.sum().dollars())
                        .reversed()
                        .thenComparing(byTokens);
            case LAST ->
                Comparator.comparingLong((Group group) -> group.sum().lastSecond())
                        .reversed();
        };
        return order.thenComparing(group -> group.key().toString());
    }

    private UsageView.Line line(Group group, UsageQuestion.By by) {
        return switch (by) {
            case DAY -> named(LocalHours.dayName((Integer) group.key()), group, by);
            case HOUR -> named(LocalHours.hourName((Integer) group.key()), group, by);
            case MODEL -> {
                int model = (Integer) group.key();
                yield named(tally.with(all -> all.modelName(model)), group, by);
            }
            case PROJECT -> {
                var project = (String) group.key();
                yield UsageView.Line.of(project, subjects.projectName(project), null, null, group.sum());
            }
            case ENGINE -> {
                var engine = (EngineKey) group.key();
                yield UsageView.Line.of(engine.key(), subjects.label(engine), engine.key(), null, group.sum());
            }
            case SESSION -> {
                var session = (SessionId) group.key();
                yield UsageView.Line.of(
                        session.toString(),
                        subjects.title(session),
                        session.engine().key(),
                        subjects.project(session),
                        group.sum());
            }
        };
    }

    private static UsageView.Line named(String key, Group group, UsageQuestion.By by) {
        return UsageView.Line.of(key, key, engine(group, by), null, group.sum());
    }

    /// The program of a model; a time has none.
    private static @Nullable String engine(Group group, UsageQuestion.By by) {
        var engine = group.engine();
        return engine == null || by.isOfTime() ? null : engine.key();
    }

    UsageView.OfSession session(SessionId asked) {
        var session = root(asked);
        var whole = whole(UsageQuestion.of(session));
        long unreadable = whole.notCounted().stream()
                .mapToLong(UsageView.Missing::records)
                .sum();
        return new UsageView.OfSession(
                whole.rows(), whole.total(), whole.currency(), whole.unpriced(), unreadable, isRead(session));
    }

    /// The session that a sub-agent's counts for; any other one itself.
    private SessionId root(SessionId session) {
        return tally.with(all -> all.find(session).map(use -> all.root(use).id).orElse(session));
    }

    boolean isRead(SessionId session) {
        return isComplete()
                || tally.with(
                        all -> all.find(session).map(use -> use.stamp != 0).orElse(false));
    }

    /// What a row shows; empty where nothing was counted.
    Optional<UsageView.OfRow> row(SessionId session) {
        var table = prices.now().table();
        return tally.with(all -> all.find(session).map(use -> {
                    var sum = new UsageSum();
                    for (var part : all.partsOf(use)) {
                        part.visit((hour, slot, numbers, at) -> sum.add(
                                hour,
                                SessionUse.kind(slot),
                                numbers,
                                at,
                                table.find(all.modelName(SessionUse.model(slot)))));
                    }
                    return sum;
                }))
                .filter(sum -> !sum.isEmpty())
                .map(sum -> new UsageView.OfRow(sum.cost(), sum.tokens()));
    }
}
