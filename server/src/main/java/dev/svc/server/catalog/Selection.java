package dev.svc.server.catalog;

import dev.svc.server.catalog.Page.InProject;
import dev.svc.server.catalog.Page.OfEngine;
import dev.svc.server.catalog.Query.Sort;
import dev.svc.server.catalog.scan.Folded;
import dev.svc.server.catalog.scan.Folding;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFolder;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/// Applies one query to one listing, counting as it goes; for one use.
final class Selection {
    private final Listing listing;
    private final Query query;
    private final Filter filter;
    private final List<Folded> words;
    private final Map<SessionId, Running> running;
    private final Instant now;
    private final Map<EngineKey, int[]> engines = new TreeMap<>();
    private final int[] projects;
    private final @Nullable FolderCounts folders;
    private int unassigned;

    Selection(Listing listing, Query query, Map<SessionId, Running> running, Instant now) {
        this.listing = listing;
        this.query = query;
        this.filter = query.filter();
        this.words = words(filter.words());
        this.running = running;
        this.now = now;
        var narrowing = query.facets().folders();
        this.folders = narrowing == null ? null : new FolderCounts(words(narrowing));
        this.projects = new int[listing.projects().size()];
    }

    static List<Folded> words(String words) {
        return Arrays.stream(Folding.fold(words).strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .map(Folded::ofFolded)
                .toList();
    }

    /// Whether the result of this query on this listing is stable until a snooze is over: not when it asks for what
    /// runs or waits now.
    static boolean isLasting(Query query) {
        return !query.filter().kind().live() && query.filter().also() == null && query.sort() != Sort.WAITING;
    }

    Selected selected() {
        var rows = new ArrayList<Listed>();
        for (var listed : listing.rows(query.sort())) {
            if (!matches(listed)) {
                continue;
            }
            if (folders != null) {
                folders.add(listed.facts().cwd());
            }
            if (isInFolderAskedFor(listed)) {
                rows.add(listed);
                count(listed);
            }
        }
        if (query.sort() == Sort.WAITING) {
            rows.sort(longestWaitingFirst());
        }
        return new Selected(rows, inProjects(), ofEngines(), folders == null ? null : folders.fullest());
    }

    /// Keeps the order of those that wait equally long, and of those that do not wait.
    private Comparator<Listed> longestWaitingFirst() {
        return Comparator.comparing((Listed it) -> !it.marks().sticky()).thenComparing(this::since);
    }

    private Instant since(Listed listed) {
        var it = running.get(listed.facts().id());
        return it == null || it.asking() == null ? Instant.MAX : it.asking().since();
    }

    /// But for the folder: beside the chosen folders, the others show what choosing them would add.
    private boolean matches(Listed listed) {
        return (filter.kind().subagents() || listed.facts().parent() == null)
                && filter.takesArchived(listed.archived())
                && filter.takesSnoozed(listed.isSnoozed(now))
                && filter.isAbout(listed.facts().id().engine())
                && isInProjectAskedFor(listed)
                && (!filter.kind().live() || status(listed) != Status.OFF)
                && saysEveryWord(listed)
                && (filter.also() == null
                        || filter.also()
                                .test(listed.row(running.get(listed.facts().id()), now)));
    }

    private boolean isInProjectAskedFor(Listed listed) {
        var asked = filter.place().project();
        if (asked == null) {
            return true;
        }
        var project = listed.project();
        return project == null ? asked.id() == null : project.project().id().equals(asked.id());
    }

    private boolean isInFolderAskedFor(Listed listed) {
        return filter.place().folders().isEmpty()
                || filter.place().folders().stream()
                        .anyMatch(folder ->
                                SessionFolder.isIn(folder, listed.facts().cwd()));
    }

    private boolean saysEveryWord(Listed listed) {
        for (var word : words) {
            if (!listed.says(word)) {
                return false;
            }
        }
        return true;
    }

    private void count(Listed listed) {
        engines.computeIfAbsent(listed.facts().id().engine(), any -> new int[1])[0]++;
        if (listed.project() == null) {
            unassigned++;
        } else {
            projects[listed.project().number()]++;
        }
    }

    private Status status(Listed listed) {
        return status(listed, running);
    }

    static Status status(Listed listed, Map<SessionId, Running> running) {
        var it = running.get(listed.facts().id());
        return it == null ? Status.OFF : it.status();
    }

    private List<OfEngine> ofEngines() {
        return engines.entrySet().stream()
                .map(entry -> new OfEngine(entry.getKey(), entry.getValue()[0]))
                .toList();
    }

    /// The fullest first, those of no project last.
    private List<InProject> inProjects() {
        var found = new ArrayList<InProject>();
        for (int i = 0; i < projects.length; i++) {
            if (projects[i] > 0) {
                found.add(new InProject(listing.projects().get(i), projects[i]));
            }
        }
        found.sort(Comparator.comparingInt(InProject::count).reversed());
        if (unassigned > 0) {
            found.add(new InProject(null, unassigned));
        }
        return found;
    }
}
