package dev.svc.server.catalog;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.catalog.Listed.InProject;
import dev.svc.server.catalog.Query.Sort;
import dev.svc.server.catalog.scan.Folded;
import dev.svc.server.catalog.scan.Folding;
import dev.svc.server.catalog.scan.StoreSnapshot;
import dev.svc.server.catalog.scan.StoredSession;
import dev.svc.server.metadata.event.Marks;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// All rows of one moment, favourites first: shelves joined with an organisation. Immutable; orders and selections are
/// computed on first use.
final class Listing {
    private static final int SELECTIONS = 4;

    private final Organisation organisation;
    private final List<Project> projects;
    private final Listed[] rows;

    /// When snoozes are over, in order.
    private final Instant[] wakings;

    private final Map<Sort, Listed[]> orders = new ConcurrentHashMap<>();

    /// A query, and how many snoozes were over when it was asked: as long as no other one is, its result stays.
    private record Asked(Query query, int over) {}

    /// Recent selections. People turn pages and reload far more often than anything changes.
    @GuardedBy("selections")
    private final LinkedHashMap<Asked, Selected> selections = new LinkedHashMap<>();

    private record Ids(Asked of, Set<SessionId> all) {}

    /// Of the last selection whose ids were asked for; a race makes the same ones twice.
    private volatile @Nullable Ids ids;

    private Listing(Organisation organisation, Listed[] rows) {
        this.organisation = organisation;
        this.projects = List.copyOf(organisation.projects());
        this.rows = rows;
        this.wakings = wakings(rows);
    }

    private static Instant[] wakings(Listed[] rows) {
        var times = new ArrayList<Instant>();
        for (var listed : rows) {
            var snooze = listed.marks().snooze();
            if (snooze != null && snooze.until() != null) {
                times.add(snooze.until());
            }
        }
        Collections.sort(times);
        return times.toArray(Instant[]::new);
    }

    /// @param unfound running sessions that no store has yet
    static Listing of(Collection<StoreSnapshot> shelves, Organisation organisation, Collection<Running> unfound) {
        var join = new Join(organisation);
        var rows = new ArrayList<Listed>();
        for (var shelf : shelves) {
            for (var found : shelf.newest()) {
                rows.add(join.listed(found, shelf.trouble()));
            }
        }
        unfound.forEach(running -> rows.add(join.listed(StoredSession.of(facts(running)), null)));
        return new Listing(organisation, rows.toArray(Listed[]::new));
    }

    Organisation organisation() {
        return organisation;
    }

    List<Project> projects() {
        return projects;
    }

    Page page(Query query, Map<SessionId, Running> running, Instant now) {
        return selected(query, running, now)
                .page(query, it -> running.get(it.facts().id()), now);
    }

    FoundRows found(Query query, Map<SessionId, Running> running, Instant now, List<EngineKey> looking) {
        return new FoundRows(
                selected(query, running, now), it -> running.get(it.facts().id()), now, looking);
    }

    private Selected selected(Query query, Map<SessionId, Running> running, Instant now) {
        return Selection.isLasting(query)
                ? lasting(query.ofAnyPage(), running, now)
                : new Selection(this, query, running, now).selected();
    }

    /// The ids alone. As people ask again with other words, those of the last selection are kept.
    Set<SessionId> select(Query query, Map<SessionId, Running> running, Instant now) {
        if (!Selection.isLasting(query)) {
            return new Selection(this, query, running, now).selected().ids();
        }
        var asked = new Asked(query.ofAnyPage(), over(now));
        var last = ids;
        if (last == null || !last.of().equals(asked)) {
            last = new Ids(asked, lasting(asked.query(), running, now).ids());
            ids = last;
        }
        return last.all();
    }

    private Selected lasting(Query query, Map<SessionId, Running> running, Instant now) {
        var asked = new Asked(query, over(now));
        synchronized (selections) {
            var known = selections.get(asked);
            if (known != null) {
                return known;
            }
        }
        var made = new Selection(this, query, running, now).selected();
        synchronized (selections) {
            if (selections.size() == SELECTIONS) {
                selections.pollFirstEntry();
            }
            selections.put(asked, made);
        }
        return made;
    }

    private int over(Instant now) {
        int over = 0;
        while (over < wakings.length && !wakings[over].isAfter(now)) {
            over++;
        }
        return over;
    }

    /// How many rows each project has, archived ones too.
    Map<ProjectId, Integer> projectCounts() {
        var counts = new HashMap<ProjectId, Integer>();
        for (var listed : rows) {
            if (listed.project() != null && listed.facts().parent() == null) {
                counts.merge(listed.project().project().id(), 1, Integer::sum);
            }
        }
        return counts;
    }

    /// Every row in the order asked for.
    Listed[] rows(Sort sort) {
        return orders.computeIfAbsent(sort, this::sorted);
    }

    private Listed[] sorted(Sort sort) {
        var sorted = rows.clone();
        Arrays.sort(sorted, FAVOURITES_FIRST.thenComparing(comparator(sort)));
        return sorted;
    }

    private static final Comparator<Listed> FAVOURITES_FIRST =
            Comparator.comparing(listed -> !listed.marks().sticky());

    private static Comparator<Listed> comparator(Sort sort) {
        return switch (sort) {
            case UPDATED, WAITING -> Comparator.comparing(Listed::found, StoredSession.NEWEST);
            case CREATED ->
                Comparator.comparing((Listed it) -> it.facts().createdAt(), Comparator.reverseOrder())
                        .thenComparing(it -> it.facts().id());
            case TITLE -> byTitle();
        };
    }

    /// Untitled ones last; folded once each, because a comparison reads them many times.
    private static Comparator<Listed> byTitle() {
        var titles = new HashMap<SessionId, String>();
        Function<Listed, String> title = it -> titles.computeIfAbsent(
                it.facts().id(), id -> Folding.fold(Objects.toString(Row.title(it.facts(), it.marks()), "\uffff")));
        return Comparator.comparing(title).thenComparing(it -> it.facts().id());
    }

    static SessionFacts facts(Running running) {
        return new SessionFacts(
                running.id(),
                null,
                null,
                running.cwd(),
                running.startedAt(),
                running.startedAt(),
                0,
                null,
                null,
                0,
                false,
                null,
                0);
    }

    /// Joins found sessions with what people set on them.
    private static final class Join {
        private final Organisation organisation;
        private final Map<ProjectId, InProject> projects = new HashMap<>();

        Join(Organisation organisation) {
            this.organisation = organisation;
            for (Project project : organisation.projects()) {
                projects.put(project.id(), new InProject(projects.size(), project, Folded.of(project.name())));
            }
        }

        Listed listed(StoredSession found, @Nullable String trouble) {
            var marks = organisation.marks(found.facts().id());
            return new Listed(
                    found,
                    marks,
                    marks.archived(found.facts().archived()),
                    marks.title() == null ? null : Folded.of(marks.title()),
                    project(marks),
                    trouble);
        }

        private @Nullable InProject project(Marks marks) {
            return marks.project() == null ? null : projects.get(marks.project());
        }
    }
}
