package dev.svc.server.usage;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.usage.UsedSessions.Part;
import dev.svc.server.usage.price.ModelPrice;
import dev.svc.server.usage.price.PriceTable;
import java.util.ArrayList;
import java.util.HashMap;
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
    private final List<Group> groups = new ArrayList<>();
    private final Map<Object, Group> byKey = new HashMap<>();

    /// The group of all that the session used which is looked at, where there is only one.
    private @Nullable Group ofRoot;

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

    /// A group, before it has its names. Owned by the call that grouped.
    static final class Group {
        private final Object key;
        private final UsageSum sum = new UsageSum();
        private @Nullable EngineKey engine;

        private Group(Object key, EngineKey engine) {
            this.key = key;
            this.engine = engine;
        }

        /// A number, a text, a program or a session.
        Object key() {
            return key;
        }

        /// Null where several programs have part in it.
        @Nullable
        EngineKey engine() {
            return engine;
        }

        UsageSum sum() {
            return sum;
        }
    }

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
                ofRoot = null;
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
                double dollars = UsageSum.dollars(hour, SessionUse.kind(slot), numbers, at, prices.get(model));
                add(total, root, numbers, at, dollars);
                add(group(root, hour, model).sum(), root, numbers, at, dollars);
                if (Double.isNaN(dollars)) {
                    unpriced.add(sessions.modelName(model));
                    gap.unpricedSessions += gap.lastUnpriced == root.number ? 0 : 1;
                    gap.lastUnpriced = root.number;
                }
            }
        });
    }

    private static void add(UsageSum sum, SessionUse root, long[] numbers, int at, double dollars) {
        sum.of(root.number);
        sum.add(numbers, at, dollars);
    }

    private Group group(SessionUse root, int hour, int model) {
        return switch (question.by()) {
            case HOUR -> group(hour, root);
            case DAY -> group(LocalHours.day(hour), root);
            case MODEL -> group(model, root);
            case PROJECT, ENGINE, SESSION -> ofRoot(root);
        };
    }

    private Group ofRoot(SessionUse root) {
        var known = ofRoot;
        if (known == null) {
            known = switch (question.by()) {
                case PROJECT -> group(project(root.id), root);
                case ENGINE -> group(root.id.engine(), root);
                // What counts for a session stands together, so that it needs no looking up.
                default -> added(root.id, root);
            };
            ofRoot = known;
        }
        return known;
    }

    private Group group(Object key, SessionUse root) {
        var known = byKey.get(key);
        if (known == null) {
            known = added(key, root);
            byKey.put(key, known);
        } else if (known.engine != root.id.engine()) {
            known.engine = null;
        }
        return known;
    }

    private Group added(Object key, SessionUse root) {
        var made = new Group(key, root.id.engine());
        groups.add(made);
        return made;
    }

    List<Group> groups() {
        return groups;
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
