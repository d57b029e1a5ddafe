package dev.svc.server.usage;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.usage.UsageQuestion.By;
import dev.svc.server.usage.UsedSessions.Part;
import dev.svc.server.usage.price.ModelPrice;
import dev.svc.server.usage.price.PriceTable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// Groups what was used as a question wants it: one pass over all cells. Owned by the call that made it, which holds
/// the tally's lock meanwhile.
final class Grouping {
    private final UsageQuestion question;
    private final UsedSessions sessions;
    private final UsageSubjects subjects;
    private final int from;
    private final int to;
    private final List<Optional<ModelPrice>> prices = new ArrayList<>();
    private final Map<Object, UsageSum> groups = new HashMap<>();
    private final Map<Object, EngineKey> engines = new HashMap<>();
    private final Set<Object> several = new HashSet<>();
    private final Set<String> unpriced = new TreeSet<>();
    private final Map<EngineKey, Gap> gaps = new HashMap<>();
    private final UsageSum total = new UsageSum();

    /// What is missing of one program.
    private static final class Gap {
        private long records;
        private long unread;
        private long unpricedSessions;
        private int lastUnpriced = -1;
    }

    /// A group, before it has its names.
    ///
    /// @param key a number, a text, a program or a session
    /// @param engine null where several programs have part in it
    record Group(Object key, @Nullable EngineKey engine, UsageSum sum) {}

    /// @param from the first hour
    /// @param to the hour after the last
    Grouping(
            UsageQuestion question, UsedSessions sessions, UsageSubjects subjects, PriceTable table, int from, int to) {
        this.question = question;
        this.sessions = sessions;
        this.subjects = subjects;
        this.from = from;
        this.to = to;
        for (int model = 0; model < sessions.models(); model++) {
            prices.add(table.find(sessions.modelName(model)));
        }
    }

    void run() {
        SessionUse root = null;
        boolean isWanted = false;
        for (var part : sessions.parts()) {
            if (root != part.root()) {
                root = part.root();
                isWanted = isWanted(root.id);
            }
            if (isWanted) {
                add(part);
            }
        }
    }

    private boolean isWanted(SessionId root) {
        var wanted = question.project();
        return (question.session() == null || question.session().equals(root))
                && (question.engines().isEmpty() || question.engines().contains(root.engine()))
                && (wanted == null || wanted.equals(project(root)));
    }

    private String project(SessionId root) {
        return Objects.requireNonNullElse(subjects.project(root), UsageQuestion.NO_PROJECT);
    }

    private void add(Part part) {
        var root = part.root();
        var gap = gaps.computeIfAbsent(root.id.engine(), _ -> new Gap());
        gap.records += part.use().unreadable;
        gap.unread += part.use().isUnread ? 1 : 0;
        part.use().visit((hour, slot, numbers, at) -> {
            if (hour >= from && hour < to) {
                int model = SessionUse.model(slot);
                var price = prices.get(model);
                add(total, root, hour, slot, numbers, at, price);
                var key = key(root, hour, model);
                var engine = engines.putIfAbsent(key, root.id.engine());
                if (engine != null && engine != root.id.engine()) {
                    several.add(key);
                }
                add(groups.computeIfAbsent(key, _ -> new UsageSum()), root, hour, slot, numbers, at, price);
                if (price.isEmpty() && SessionUse.kind(slot) != CallKind.SAID) {
                    unpriced.add(sessions.modelName(model));
                    gap.unpricedSessions += gap.lastUnpriced == root.number ? 0 : 1;
                    gap.lastUnpriced = root.number;
                }
            }
        });
    }

    private static void add(
            UsageSum sum, SessionUse root, int hour, int slot, long[] numbers, int at, Optional<ModelPrice> price) {
        sum.of(root.number);
        sum.add(hour, SessionUse.kind(slot), numbers, at, price);
    }

    private Object key(SessionUse root, int hour, int model) {
        return switch (question.by()) {
            case HOUR -> hour;
            case DAY -> LocalHours.day(hour);
            case MODEL -> model;
            case PROJECT -> project(root.id);
            case ENGINE -> root.id.engine();
            case SESSION -> root.id;
        };
    }

    List<Group> groups() {
        var found = new ArrayList<Group>();
        boolean isOfSessions = question.by() != By.PROJECT && !question.by().isOfTime();
        groups.forEach((key, sum) ->
                found.add(new Group(key, isOfSessions && !several.contains(key) ? engines.get(key) : null, sum)));
        return found;
    }

    UsageSum total() {
        return total;
    }

    List<String> unpriced() {
        return List.copyOf(unpriced);
    }

    /// What is missing of the programs, in their order.
    List<UsageView.Missing> missing(Set<EngineKey> silent) {
        var all = new TreeSet<>(gaps.keySet());
        silent.stream()
                .filter(engine ->
                        question.engines().isEmpty() || question.engines().contains(engine))
                .forEach(all::add);
        var missing = new ArrayList<UsageView.Missing>();
        for (var engine : all) {
            var gap = gaps.getOrDefault(engine, new Gap());
            var it = new UsageView.Missing(
                    engine.key(), gap.records, gap.unpricedSessions, gap.unread, silent.contains(engine));
            if (it.isSomething()) {
                missing.add(it);
            }
        }
        return missing;
    }
}
