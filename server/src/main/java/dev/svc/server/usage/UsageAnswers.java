package dev.svc.server.usage;

import dev.svc.server.follow.FollowProgress;
import dev.svc.server.follow.FollowProgress.Phase;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.usage.Grouping.Group;
import dev.svc.server.usage.price.Prices;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
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
        var groups = sorted(grouping.groups(), question);
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

    private static List<Group> sorted(List<Group> groups, UsageQuestion question) {
        if (question.by().isOfTime()) {
            groups.sort(Comparator.comparing(group -> (Integer) group.key()));
            return groups;
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
                Comparator.comparing(
                                (Group group) -> group.sum().last(), Comparator.nullsFirst(Comparator.naturalOrder()))
                        .reversed();
        };
        groups.sort(order.thenComparing(group -> group.key().toString()));
        return groups;
    }

    /// The first ones; of times the last ones.
    private static List<Group> shown(List<Group> groups, UsageQuestion question) {
        int most = Math.min(groups.size(), question.limit());
        return question.by().isOfTime() ? groups.subList(groups.size() - most, groups.size()) : groups.subList(0, most);
    }

    private UsageView.Line line(Group group, UsageQuestion.By by) {
        return switch (by) {
            case DAY -> named(LocalHours.dayName((Integer) group.key()), group);
            case HOUR -> named(LocalHours.hourName((Integer) group.key()), group);
            case MODEL -> {
                int model = (Integer) group.key();
                yield named(tally.with(all -> all.modelName(model)), group);
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

    private static UsageView.Line named(String key, Group group) {
        return UsageView.Line.of(key, key, engine(group), null, group.sum());
    }

    private static @Nullable String engine(Group group) {
        return group.engine() == null ? null : group.engine().key();
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

    private boolean isRead(SessionId session) {
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
