package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.svc.server.MovingClock;
import dev.svc.server.catalog.Archiving;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.catalog.ProjectRoots;
import dev.svc.server.catalog.Running;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.change.AllChanges;
import dev.svc.server.change.SessionChanges;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Versions;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.handover.HandOver;
import dev.svc.server.http.account.LoginEnds;
import dev.svc.server.http.connection.Connections;
import dev.svc.server.http.connection.Crowd;
import dev.svc.server.http.connection.Deadlines;
import dev.svc.server.http.gate.Authenticator;
import dev.svc.server.http.gate.Authenticator.Entry;
import dev.svc.server.http.gate.Gate;
import dev.svc.server.http.gate.Origins;
import dev.svc.server.http.gate.RequestHead;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.live.LiveEvents;
import dev.svc.server.http.live.SnoozeEnds;
import dev.svc.server.http.page.AppPage;
import dev.svc.server.http.page.Assets;
import dev.svc.server.http.push.LookingRoutes;
import dev.svc.server.http.push.PushRoutes;
import dev.svc.server.http.share.ShareRoutes;
import dev.svc.server.http.share.SharedPageRoute;
import dev.svc.server.http.system.ConfigRoutes;
import dev.svc.server.http.term.Uploads;
import dev.svc.server.journal.MemoryJournal;
import dev.svc.server.mask.Masks;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.push.Push;
import dev.svc.server.push.PushDevice;
import dev.svc.server.push.PushRelays;
import dev.svc.server.push.PushServices;
import dev.svc.server.push.PushStandIn;
import dev.svc.server.review.Keys;
import dev.svc.server.review.Reviews;
import dev.svc.server.search.Search;
import dev.svc.server.search.SearchStatus;
import dev.svc.server.search.TestSearch;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.setting.Kind;
import dev.svc.server.setting.Section;
import dev.svc.server.setting.Setting;
import dev.svc.server.setting.Settings;
import dev.svc.server.share.Shares;
import dev.svc.server.share.Sharing;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.texts.Unhurried;
import dev.svc.server.transcript.FakeTurns;
import dev.svc.server.transcript.ReadingLimits;
import dev.svc.server.transcript.Transcript;
import dev.svc.server.usage.Usage;
import dev.svc.server.wiring.follow.CatalogStores;
import dev.svc.server.wiring.push.PushSettings;
import dev.svc.server.wiring.question.AllowedCommands;
import dev.svc.server.wiring.review.ReviewSettings;
import dev.svc.server.wiring.review.Reviewing;
import dev.svc.server.wiring.search.SearchRoom;
import dev.svc.server.wiring.search.Searching;
import dev.svc.server.wiring.share.ShareLog;
import dev.svc.server.wiring.snooze.Waking;
import dev.svc.server.wiring.terminal.Reaping;
import dev.svc.server.wiring.usage.UsageRoom;
import dev.svc.server.wiring.usage.UsageRows;
import dev.svc.server.wiring.usage.UsageSection;
import dev.svc.server.wiring.vault.VaultSection;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.waiting.Waiting;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A server with the catalogue's routes over two small stores, and a client that holds every answer against the
/// description of the interface.
final class ApiRig implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");
    private static final ObjectMapper JSON = new ObjectMapper();

    final Path folder;
    final MemoryJournal journal = new MemoryJournal();
    final MovingClock clock = new MovingClock(NOW);
    final Metadata metadata = new Metadata(journal, clock.clock());
    final List<Running> running = new CopyOnWriteArrayList<>();
    final List<SessionId> endedOutside = new CopyOnWriteArrayList<>();
    volatile @Nullable String staysOutside;

    /// What was started, with what was said to it first.
    final Map<SessionId, String> begun = new ConcurrentHashMap<>();

    volatile @Nullable String beginsNothing;
    final Path roots;
    final FakeTurns talk = new FakeTurns();
    private final Function<SessionId, Turns> logs;
    private final Catalog catalog;
    private final dev.svc.server.auth.Auth auth;
    final LiveEvents events;
    private final SnoozeEnds ends;
    final Waking waking;
    private final AtomicInteger port = new AtomicInteger();
    private final ReviewSettings reviewSettings;
    private final Reviewing around;
    private final Reviews reviews;
    final Map<SessionId, String> transcripts = new ConcurrentHashMap<>();
    private final Shares shares;
    private final TextWorkers workers = Unhurried.workers();
    private final HttpClient client = HttpClient.newHttpClient();
    final Search search;

    /// What was counted; nothing before a test starts it.
    final Usage usage;

    final List<String> budgetsPassed = new CopyOnWriteArrayList<>();
    private final SearchRoom searching;

    /// The push service of the devices.
    final PushStandIn pushService = PushStandIn.start();

    final Push push;
    final List<String> devicesHeard = new CopyOnWriteArrayList<>();
    private final Settings settings;

    /// Whether the stream of events says how far the index is: most tests count what they hear.
    volatile boolean announcesSearch;

    private final WebServer server;
    private final Description description = Description.read();
    private final Connections connections =
            new Connections(Deadlines.ordinary(), Crowd.of(Long.MAX_VALUE), peer -> true);

    /// An answer with its body as JSON; a missing node when there is none.
    public record Answer(int status, JsonNode body, HttpResponse<String> raw) {}

    ApiRig(Path folder) throws IOException, InterruptedException {
        this(
                folder,
                new Engines(List.of(
                        new FakeEngine(EngineKey.CODEX, folder.resolve("codex")),
                        new FakeEngine(EngineKey.KIMI, folder.resolve("kimi")))),
                null,
                true);
    }

    /// A server whose stores may not have been scanned yet.
    static ApiRig unread(Path folder, Engines engines) throws IOException, InterruptedException {
        return new ApiRig(folder, engines, null, false);
    }

    /// Over stores of real programs, and what was said in them.
    static ApiRig over(Path folder, Engines engines) throws IOException, InterruptedException {
        return new ApiRig(
                folder,
                engines,
                session -> engines.find(session.engine()).orElseThrow().turns(),
                true);
    }

    /// @param turns null for those of `talk`
    /// @param read whether every store is to be read before anything is asked
    private ApiRig(Path folder, Engines engines, @Nullable Function<SessionId, Turns> turns, boolean read)
            throws IOException, InterruptedException {
        this.folder = folder;
        this.shares = new Shares(folder.resolve("shares"), new java.security.SecureRandom(), clock);
        this.roots = Files.createDirectories(folder.resolve("roots"));
        this.logs = turns == null ? _ -> talk : turns;
        var looking =
                Catalog.Settings.of(new Cache(folder.resolve("cache"), "test")).by(clock);
        catalog = new Catalog(engines, metadata::organisation, () -> running, looking);
        catalog.start();
        if (read) {
            assertThat(catalog.awaitRead(Waiting.PATIENCE)).isTrue();
        }
        auth = dev.svc.server.auth.Auth.open(
                TestLogin.config(folder.resolve("door"), Map.of()),
                Clock.systemUTC(),
                new java.security.SecureRandom(),
                note -> {});
        events = new LiveEvents(metadata, catalog);
        ends = new SnoozeEnds(metadata, clock, events::announceRow);
        waking = new Waking(metadata, clock);
        var keys = new Keys(folder.resolve("ai-review.key"));
        reviewSettings = new ReviewSettings(config(), metadata, keys);
        around = new Reviewing(
                metadata,
                catalog,
                events,
                reviewSettings::now,
                new Reviewing.Texts((session, most) -> transcripts.getOrDefault(session, ""), session -> ""),
                (session, answer) -> {
                    if (answer.needsYou()) {
                        waking.needed(session);
                    }
                });
        reviews = new Reviews(
                new Reviews.Options(
                        folder.resolve("reviews.json"), false, Waiting.PATIENCE, List::of, Clock.systemUTC()),
                keys,
                around);
        metadata.subscribe(change -> reviews.settingsChanged());
        reviews.start();
        settings = new Settings(
                metadata,
                Clock.systemUTC(),
                List.of(
                        Reaping.section(config(), engines),
                        updates(),
                        reviewSettings.section(),
                        Searching.section(),
                        AllowedCommands.section(),
                        new PushSettings(config(), metadata).section(),
                        VaultSection.section(engines, () -> 1_000_000_000),
                        UsageSection.section()));
        search = TestSearch.over(
                folder.resolve("search"),
                new Search.Around(
                        CatalogStores.conversations(catalog, () -> running),
                        new Searching(settings)::now,
                        () -> false,
                        this::announce,
                        clock));
        searching = SearchRoom.over(search, metadata);
        push = new Push(
                new Push.Options(
                        folder,
                        new PushServices(Optional.of(pushService.origin())),
                        Optional.empty(),
                        ZoneOffset.UTC,
                        new java.security.SecureRandom(),
                        clock,
                        new Push.Pace(Duration.ZERO, Waiting.PATIENCE, Duration.ofMillis(1))),
                () -> PushRelays.NONE,
                _ -> false);
        usage = UsageRoom.of(
                config(),
                new UsageRoom.Around(
                        catalog,
                        metadata,
                        CatalogStores.all(catalog, () -> running),
                        new UsageSection(settings)::now,
                        () -> running,
                        this::announceUsage,
                        events::announceRow,
                        (session, spent, budget) ->
                                budgetsPassed.add(session.isPresent() ? "session " + budget : "day " + budget),
                        () -> false,
                        clock));
        server = start(routes(engines));
        port.set(server.port());
    }

    private List<Route> routes(Engines engines) {
        var archiving = new Archiving(engines, metadata, catalog);
        archiving.start();
        var config = config();
        var projectRoots = new ProjectRoots(List.of(folder.resolve("absent"), roots));
        var transcript = new Transcript(logs, ReadingLimits.of(config), workers);
        var changes = new SessionChanges(logs, workers);
        var api = new Api(new Api.Parts(
                config,
                "1.2.3",
                clock.clock(),
                engines,
                new Versions(Map.of()),
                catalog,
                metadata,
                archiving,
                this::end,
                this::endOutside,
                projectRoots,
                new Uploads(folder.resolve("uploads"), 100_000),
                transcript,
                new AllChanges(changes, workers, System.getenv().getOrDefault("PATH", "")),
                workers,
                new ConfigRoutes.Surroundings(
                        (request, response) -> "token",
                        () -> false,
                        auth::alarm,
                        "direct",
                        () -> !projectRoots.usable().isEmpty()),
                settings,
                new Api.Review(reviews, around, around.marks(), new UsageRows(around.view(reviews::find), usage)),
                events,
                new LoginEnds(auth.logins(), auth.api().kept()),
                search,
                new NoVault(),
                usage,
                new Api.HandingOver(
                        new HandOver(transcript, changes, new Masks(List::of), folder.resolve("handed"), clock),
                        this::begin)));
        var sharing = new Sharing(transcript, changes, new Masks(List::of));
        return Stream.of(
                        api.routes(),
                        new ShareRoutes(api.sessions(), sharing, shares, new ShareLog(metadata)).routes(),
                        new SharedPageRoute(shares).routes(),
                        api.streams(),
                        new PushRoutes(push, new Devices()).routes(),
                        new LookingRoutes(push.looking(), engines, metadata.organisation()::resolve).routes())
                .flatMap(List::stream)
                .toList();
    }

    private final class Devices implements PushRoutes.Listener {
        @Override
        public void added(PushDevice device, Visitor by) {
            devicesHeard.add("added " + device.name());
        }

        @Override
        public void removed(PushDevice device, Visitor by) {
            devicesHeard.add("removed " + device.name());
        }
    }

    private void announce(SearchStatus status) {
        if (announcesSearch) {
            SearchRoom.announce(events, status);
        }
    }

    private void announceUsage(String type, Object data) {
        events.announce(type, data);
    }

    private Optional<String> endOutside(SessionId session) {
        if (staysOutside != null) {
            return Optional.of(staysOutside);
        }
        endedOutside.add(session);
        end(List.of(session));
        return Optional.empty();
    }

    private Optional<String> begin(SessionId session, Path where, @Nullable String prompt) {
        if (beginsNothing != null) {
            return Optional.of(beginsNothing);
        }
        begun.put(session, prompt == null ? "" : prompt);
        return Optional.empty();
    }

    private void end(Collection<SessionId> sessions) {
        running.removeIf(it -> sessions.contains(it.id()));
    }

    private Config config() {
        return Config.load(new Platform(Platform.Family.LINUX, folder, Map.of("SVC_HOME", folder.toString())), null);
    }

    private WebServer start(List<Route> routes) throws IOException {
        var dist = Files.createDirectories(folder.resolve("dist"));
        Files.writeString(dist.resolve("index.html"), "<!doctype html><title>svc</title>");
        var origins = new Origins(Optional.empty(), List.of(), port::get);
        var web = new Web(routes, List.of(), new Gate(origins, admin()), new AppPage(Assets.of(dist)));
        return web.start(new Web.Listen("127.0.0.1", 0, 1 << 20, false), connections)
                .orElseThrow();
    }

    private static Authenticator admin() {
        return new Authenticator() {
            @Override
            public Entry enter(RequestHead head) {
                return new Entry.Resident(new Visitor("admin", null, "127.0.0.1"), false);
            }

            @Override
            public boolean holdsCsrfToken(RequestHead head, Entry entry) {
                return true;
            }
        };
    }

    /// Adds a session of Codex whose last message was `daysAgo` days before now.
    static void session(Path folder, String name, String text, int daysAgo) throws IOException {
        line(folder.resolve("codex/p/" + name + ".jsonl"), text, daysAgo);
    }

    static void line(Path file, String text, int daysAgo) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        var line = JSON.createObjectNode()
                .put("text", text)
                .put("cwd", "/home/alex/shop")
                .put("at", NOW.minus(Duration.ofDays(daysAgo)).toString());
        Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    Answer get(String path, String... headers) throws IOException, InterruptedException {
        var request = request(path);
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send("GET", path, request.GET());
    }

    Answer post(String path, String body) throws IOException, InterruptedException {
        return send("POST", path, body(path, "POST", body));
    }

    Answer patch(String path, String body) throws IOException, InterruptedException {
        return send("PATCH", path, body(path, "PATCH", body));
    }

    Answer delete(String path) throws IOException, InterruptedException {
        return send("DELETE", path, request(path).DELETE());
    }

    Answer form(String path, String boundary, BodyPublisher body) throws IOException, InterruptedException {
        return send(
                "POST",
                path,
                request(path)
                        .header("Content-Type", "multipart/form-data; boundary=" + boundary)
                        .POST(body));
    }

    private HttpRequest.Builder body(String path, String method, String body) {
        return request(path).header("Content-Type", "application/json").method(method, BodyPublishers.ofString(body));
    }

    private HttpRequest.Builder request(String path) {
        var origin = "http://127.0.0.1:" + port.get();
        return HttpRequest.newBuilder(URI.create(origin + path)).header("Origin", origin);
    }

    private Answer send(String method, String path, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        var raw = client.send(request.build(), BodyHandlers.ofString());
        var body = raw.body().isEmpty() ? JSON.missingNode() : JSON.readTree(raw.body());
        if (!description.describes(method, path)) {
            assertThat(raw.statusCode())
                    .as("%s %s is not described", method, path)
                    .isIn(404, 405);
        } else {
            assertThat(description.objections(method, path, raw.statusCode(), body))
                    .as("%s %s answered %d %s", method, path, raw.statusCode(), raw.body())
                    .isEmpty();
        }
        return new Answer(raw.statusCode(), body, raw);
    }

    /// The settings of updates, which are not stored.
    private static Section updates() {
        return new Section(
                "updates",
                List.of(
                        new Setting.Kept(
                                "channel",
                                new Kind.Choice(List.of("stable", "main")),
                                false,
                                () -> TextNode.valueOf("stable"),
                                value -> {}),
                        new Setting.Kept("autoupdate", new Kind.Flag(), false, () -> BooleanNode.FALSE, value -> {})));
    }

    int port() {
        return port.get();
    }

    /// The stream of events, from behind an entry on.
    java.io.InputStream events(@Nullable Long after) throws IOException, InterruptedException {
        var request = request("/api/events");
        if (after != null) {
            request.header("Last-Event-ID", Long.toString(after));
        }
        return client.send(request.GET().build(), BodyHandlers.ofInputStream()).body();
    }

    /// Of an answer that is no JSON.
    HttpResponse<String> postText(String path, String body) throws IOException, InterruptedException {
        return client.send(body(path, "POST", body).build(), BodyHandlers.ofString());
    }

    HttpResponse<String> text(String path) throws IOException, InterruptedException {
        return client.send(request(path).GET().build(), BodyHandlers.ofString());
    }

    @Override
    public void close() {
        searching.close();
        usage.close();
        // It may have been left behind with something in its hands, and the folder is about to be removed.
        Waiting.until(
                () -> "the end of what follows the stores",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().equals("svc-follow")));
        push.close();
        pushService.close();
        events.close();
        ends.close();
        waking.close();
        server.stop();
        connections.close();
        workers.close();
        reviews.close();
        client.close();
        catalog.close();
        auth.close();
        metadata.close();
    }
}
