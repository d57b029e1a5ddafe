package dev.svc.server.http.session;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.found.SearchView;
import dev.svc.server.found.SearchedRows;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.search.Search;
import dev.svc.server.search.SearchOffException;
import dev.svc.server.search.index.TurnFinder.Window;
import dev.svc.server.search.query.BadQueryException;
import dev.svc.server.search.query.Filters;
import dev.svc.server.search.query.QueryReader;
import dev.svc.server.search.query.SearchQuery;
import dev.svc.server.search.query.TurnKind;
import dev.svc.server.texts.TextWorkers;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/// Search in what was said, on the workers for texts: a query is a text of a stranger as well.
public final class SearchRoutes {
    private static final Logger LOG = Logger.getLogger(SearchRoutes.class.getName());
    private static final int MOST_GROUPS = 100;
    private static final int USUAL_GROUPS = 20;
    private static final int USUAL_SIMILAR = 10;
    private static final int LONGEST = 2_000;
    private static final int MOST_PLACES = 1_000_000;

    private final Search search;
    private final Catalog catalog;
    private final SessionRoutes sessions;
    private final TextWorkers workers;
    private final SearchedRows rows;
    private final SearchView.Maker views;
    private final Clock clock;

    public SearchRoutes(
            Search search,
            Catalog catalog,
            Metadata metadata,
            SessionRoutes sessions,
            TextWorkers workers,
            Clock clock) {
        this.search = search;
        this.catalog = catalog;
        this.sessions = sessions;
        this.workers = workers;
        this.clock = clock;
        this.rows = new SearchedRows(catalog, metadata::organisation);
        this.views = new SearchView.Maker(catalog, metadata::organisation, sessions.beside());
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/api/search", Policy.API_READ, this::find),
                Route.get("/api/search/hits", Policy.API_READ, this::hits),
                Route.post("/api/search/rebuild", Policy.CHANGE, this::rebuild),
                Route.get("/api/sessions/{sid}/similar", Policy.API_READ, this::similar));
    }

    private void find(ServerRequest request, ServerResponse response, Visitor visitor) {
        var parameters = new Parameters(request);
        Json.send(response, result(parameters, window(parameters)));
    }

    /// Which part of the groups is asked for.
    public static Window window(Parameters parameters) {
        int limit = parameters.number("limit", 1, MOST_GROUPS, USUAL_GROUPS);
        return new Window(parameters.find("cursor").map(SearchRoutes::place).orElse(0), limit);
    }

    /// What is found on this host.
    public SearchView result(Parameters parameters, Window window) {
        long began = System.nanoTime();
        var asked = query(parameters);
        var narrowed = sessions.searched(parameters);
        var wanted = rows.of(asked, narrowed);
        var found = found(() -> search.find(asked, wanted, window));
        var progress = new SearchView.Progress(
                search.status(), !catalog.looking(narrowed).isEmpty());
        int to = window.offset() + window.limit();
        var next = to < found.sessions().size() ? Integer.toString(to) : null;
        return views.result(found, progress, next, (System.nanoTime() - began) / 1_000_000);
    }

    private void hits(ServerRequest request, ServerResponse response, Visitor visitor) {
        var parameters = new Parameters(request);
        var asked = query(parameters);
        var sid = parameters.find("sid").orElseThrow(() -> Problem.badRequest("sid is missing."));
        var row = catalog.seek(sessions.requireId(sid))
                .orElseThrow(() -> Problem.notFound("There is no session of this id."));
        var found = found(() -> search.in(row.id(), asked));
        Json.send(response, SearchView.Hits.of(found));
    }

    private void similar(ServerRequest request, ServerResponse response, Visitor visitor) {
        int limit = new Parameters(request).number("limit", 1, MOST_GROUPS, USUAL_SIMILAR);
        var row = sessions.seekRow(request);
        var listed = rows.daily();
        var found = found(() -> search.similar(row.id(), listed, limit));
        Json.send(response, views.similar(found));
    }

    private void rebuild(ServerRequest request, ServerResponse response, Visitor visitor) {
        try {
            search.build();
        } catch (SearchOffException off) {
            throw disabled();
        }
        response.status(202).send();
    }

    private interface Finding<T> {
        T find() throws IOException, SearchOffException;
    }

    private <T> T found(Finding<T> finding) {
        try {
            return workers.errand(finding).read(() -> {
                try {
                    return finding.find();
                } catch (SearchOffException off) {
                    throw disabled();
                }
            });
        } catch (IOException unavailable) {
            LOG.log(Level.FINE, unavailable, () -> "the index cannot be used");
            throw Problem.of(503, "search_unavailable", sentence(unavailable));
        }
    }

    private String sentence(IOException unavailable) {
        var reason = search.status().reason();
        return reason != null ? reason : String.valueOf(unavailable.getMessage());
    }

    private static Problem disabled() {
        return Problem.forbidden("disabled", "Search is switched off: Settings, Search turns it on.");
    }

    private SearchQuery query(Parameters parameters) {
        var text = parameters.find("q").orElse("");
        if (text.isBlank()) {
            throw Problem.badRequest("q is missing: it takes the words to search for.");
        }
        if (text.length() > LONGEST) {
            throw Problem.badRequest("q takes at most %d characters.".formatted(LONGEST));
        }
        var reader = new QueryReader(sessions.engines()::named, clock);
        try {
            var asked = reader.read(text);
            var narrowed = new SearchQuery(
                    asked.all(), asked.none(), narrowed(asked.only(), parameters, reader), asked.never());
            var kinds = kinds(parameters);
            return kinds.isEmpty() ? narrowed : narrowed.within(kinds);
        } catch (BadQueryException unreadable) {
            throw Problem.badQuery(String.valueOf(unreadable.getMessage()), unreadable.position());
        }
    }

    /// The filters of the query with the times beside it: all of them hold.
    private static Filters narrowed(Filters typed, Parameters parameters, QueryReader reader) {
        var before = Stream.concat(time("before", parameters, reader).stream(), Stream.ofNullable(typed.before()));
        var after = Stream.concat(time("after", parameters, reader).stream(), Stream.ofNullable(typed.after()));
        return new Filters(
                typed.kinds(),
                typed.engines(),
                typed.projects(),
                typed.folders(),
                typed.branches(),
                typed.models(),
                typed.tools(),
                typed.states(),
                before.min(Comparator.naturalOrder()).orElse(null),
                after.max(Comparator.naturalOrder()).orElse(null));
    }

    private static Optional<Instant> time(String name, Parameters parameters, QueryReader reader) {
        return parameters.find(name).map(text -> {
            try {
                // A value and no more: what stands behind a blank or in quotes would be read as part of a query.
                var read =
                        reader.read(name + ":" + (isOneWord(text) ? text : "")).only();
                return Objects.requireNonNull(name.equals("before") ? read.before() : read.after());
            } catch (BadQueryException unreadable) {
                throw Problem.badRequest("%s takes a date (2026-11-01) or a time.".formatted(name));
            }
        });
    }

    private static boolean isOneWord(String text) {
        return text.chars().noneMatch(c -> Character.isWhitespace(c) || Character.isSpaceChar(c) || c == '"');
    }

    private static Set<TurnKind> kinds(Parameters parameters) {
        var kinds = new LinkedHashSet<TurnKind>();
        for (var value : parameters.all("role")) {
            for (var word : value.split(",", -1)) {
                kinds.add(TurnKind.named(word.strip().toLowerCase(Locale.ROOT))
                        .orElseThrow(() -> Problem.badRequest("role takes user, assistant, tool, edit and system.")));
            }
        }
        return kinds;
    }

    private static int place(String cursor) {
        try {
            int place = Integer.parseInt(cursor);
            if (place >= 0 && place <= MOST_PLACES) {
                return place;
            }
        } catch (NumberFormatException notOurs) {
            throw Problem.badRequest("cursor takes the next_cursor of a page.");
        }
        throw Problem.badRequest("cursor takes the next_cursor of a page.");
    }
}
