package dev.svc.server.http.fleet;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.fleet.call.Calling;
import dev.svc.server.fleet.call.HostDeed;
import dev.svc.server.fleet.call.NoAnswerException;
import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.fleet.view.RemoteHost;
import dev.svc.server.found.SearchView;
import dev.svc.server.found.SearchView.Group;
import dev.svc.server.found.SearchView.Hit;
import dev.svc.server.found.SearchView.OfHost;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.session.FleetList;
import dev.svc.server.http.session.SearchRoutes;
import dev.svc.server.search.index.TurnFinder.Window;
import dev.svc.server.search.query.TurnKind;
import io.helidon.webserver.http.ServerRequest;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A search over all hosts: each answers from its own index, and the answers are merged by the rank that they have
/// there. Whoever does not answer in time is named, and not waited for.
final class RemoteSearch {
    /// A person waits, and has what this host has found.
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    /// So many of another host are merged; who wants others adds a word, or asks for that host alone.
    private static final int MOST_OF_ONE = 100;

    private static final int MOST_HITS = 100;
    private static final int LONGEST_SNIPPET = 4_000;
    private static final int LONGEST_WORD = 40;
    private static final String[] PASSED_ON = {
        "q", "engine", "folder", "role", "before", "after", "archived",
    };

    private final SearchRoutes here;
    private final FleetList list;

    RemoteSearch(SearchRoutes here, FleetList list) {
        this.here = here;
        this.list = list;
    }

    /// A session with its place among the results of its host.
    private record Placed(int rank, Group group) {
        double score() {
            return group.hits().isEmpty() ? 0 : group.hits().getFirst().score();
        }
    }

    /// What a host answered.
    private record Heard(OfHost host, List<Placed> groups, int sessions, long hits, Map<String, Long> kinds) {}

    /// Whether a search is about more than this host.
    static boolean isAsked(Parameters parameters) {
        return parameters.flag("fleet");
    }

    SearchView find(ServerRequest request, Visitor visitor) {
        long began = System.nanoTime();
        var parameters = new Parameters(request);
        var window = SearchRoutes.window(parameters);
        int most = window.offset() + window.limit();
        var asking = asked(parameters).stream()
                .map(host -> CompletableFuture.supplyAsync(
                        () -> heard(host, request, most, visitor),
                        task -> Thread.ofVirtual().name("fleet-search").start(task)))
                .toList();
        var wished = wished(parameters);
        boolean isHereAsked =
                wished.isEmpty() || wished.contains(list.fleet().self().name());
        var ours = here.result(parameters, new Window(0, isHereAsked ? most : 1));
        var heard = asking.stream().map(CompletableFuture::join).toList();
        return merged(ours, isHereAsked, heard, window, (System.nanoTime() - began) / 1_000_000);
    }

    private static Set<String> wished(Parameters parameters) {
        return parameters
                .find("host")
                .map(it -> Arrays.stream(it.split(",", -1))
                        .map(String::strip)
                        .filter(name -> !name.isEmpty())
                        .collect(Collectors.toSet()))
                .orElse(Set.of());
    }

    private List<RemoteHost> asked(Parameters parameters) {
        var wished = wished(parameters);
        var places = parameters.find("kept");
        if (places.isPresent() && !List.of(places.get().split(",", -1)).contains("here")) {
            return List.of(); // what svc alone has is never told to others
        }
        return list.fleet().view().hosts().stream()
                .filter(it -> wished.isEmpty() || wished.contains(it.member().name()))
                .toList();
    }

    private Heard heard(RemoteHost host, ServerRequest request, int most, Visitor visitor) {
        var name = host.member().name();
        if (!host.allows().includes(Allowance.READ)) {
            return nothing(name, "denied", null);
        }
        var arguments = RemoteRoutes.query(request, PASSED_ON).put("limit", Math.min(most, MOST_OF_ONE));
        var wish = new Calling.Wish(HostDeed.SEARCH, null, arguments.toString(), HostDesk.person(visitor), PATIENCE);
        try {
            var reply = list.fleet().call(name, wish).reply();
            return reply.isGood()
                    ? read(name, ForeignJson.read(reply.json()), new Parameters(request))
                    : nothing(name, "failed", reply.detail());
        } catch (NoAnswerException none) {
            return nothing(name, none.why() == NoAnswerException.Why.OFFLINE ? "offline" : "late", none.sentence());
        } catch (Problem none) {
            return nothing(name, "failed", none.detail());
        }
    }

    private static Heard nothing(String host, String state, @Nullable String why) {
        return new Heard(new OfHost(host, state, why), List.of(), 0, 0, Map.of());
    }

    /// Projects are those of this host, as in the list: other hosts cannot know them, so what is in none of them is
    /// left out here.
    private Heard read(String host, ObjectNode answer, Parameters parameters) {
        var project = parameters.find("project").filter(it -> !it.isEmpty());
        var groups = new ArrayList<Placed>();
        for (var group : answer.path("groups")) {
            var id = group.path("session").path("id").asText() + '@' + host;
            var row = list.find(id);
            if (row.isPresent() && isIn(project, row.get().projectId()) && groups.size() < MOST_OF_ONE) {
                int more = Math.max(0, group.path("more").asInt());
                groups.add(new Placed(groups.size(), new Group(row.get(), hits(group.path("hits")), more)));
            }
        }
        var kinds = new HashMap<String, Long>();
        answer.path("kinds").properties().forEach(it -> {
            if (TurnKind.named(it.getKey()).isPresent()) {
                kinds.put(it.getKey(), Math.max(0, it.getValue().asLong()));
            }
        });
        return new Heard(
                new OfHost(host, "answered", null),
                groups,
                project.isPresent()
                        ? groups.size()
                        : Math.max(0, answer.path("sessions").asInt()),
                project.isPresent()
                        ? hitsOf(groups)
                        : Math.max(0, answer.path("hits").asLong()),
                project.isPresent() ? Map.of() : kinds);
    }

    private static boolean isIn(Optional<String> asked, @Nullable String project) {
        return asked.isEmpty() || asked.get().equals(project == null ? "none" : project);
    }

    private static long hitsOf(List<Placed> groups) {
        return groups.stream()
                .mapToLong(it -> it.group().hits().size() + (long) it.group().more())
                .sum();
    }

    private static List<Hit> hits(JsonNode told) {
        var hits = new ArrayList<Hit>();
        for (var hit : told) {
            var snippet = hit.path("snippet").asText();
            if (hits.size() < MOST_HITS && snippet.length() <= LONGEST_SNIPPET) {
                hits.add(new Hit(
                        Math.max(0, hit.path("turn").asInt()),
                        word(hit.path("role")),
                        time(hit.path("at")),
                        hit.path("tool").isTextual() ? word(hit.path("tool")) : null,
                        snippet,
                        ranges(hit.path("ranges"), snippet.length()),
                        (float) hit.path("score").asDouble()));
            }
        }
        return hits;
    }

    private static String word(JsonNode node) {
        var text = node.asText();
        return text.length() <= LONGEST_WORD ? text : text.substring(0, LONGEST_WORD);
    }

    private static @Nullable Instant time(JsonNode node) {
        try {
            return node.isTextual() ? Instant.parse(node.asText()) : null;
        } catch (DateTimeException none) {
            return null;
        }
    }

    /// Those that are within the text.
    private static List<List<Integer>> ranges(JsonNode told, int length) {
        var ranges = new ArrayList<List<Integer>>();
        for (var range : told) {
            int from = range.path(0).asInt(-1);
            int to = range.path(1).asInt(-1);
            if (from >= 0 && from <= to && to <= length) {
                ranges.add(List.of(from, to));
            }
        }
        return ranges;
    }

    private SearchView merged(SearchView ours, boolean isHereAsked, List<Heard> heard, Window window, long tookMs) {
        var all = new ArrayList<Placed>();
        if (isHereAsked) {
            for (var group : ours.groups()) {
                all.add(new Placed(all.size(), group));
            }
        }
        heard.forEach(it -> all.addAll(it.groups()));
        all.sort(Comparator.comparingInt(Placed::rank)
                .thenComparing(Comparator.comparingDouble(Placed::score).reversed()));
        int from = Math.min(window.offset(), all.size());
        int to = Math.min(window.offset() + window.limit(), all.size());
        boolean isMore = to < all.size() || (isHereAsked && ours.nextCursor() != null);
        var kinds = new HashMap<String, Long>(isHereAsked ? ours.kinds() : Map.of());
        heard.forEach(it -> it.kinds().forEach((kind, count) -> kinds.merge(kind, count, Long::sum)));
        return ours.over(
                all.subList(from, to).stream().map(Placed::group).toList(),
                new SearchView.Sums(
                        (isHereAsked ? ours.sessions() : 0)
                                + heard.stream().mapToInt(Heard::sessions).sum(),
                        (isHereAsked ? ours.hits() : 0)
                                + heard.stream().mapToLong(Heard::hits).sum(),
                        kinds),
                isMore ? Integer.toString(to) : null,
                tookMs,
                heard.stream().map(Heard::host).toList());
    }
}
