package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.auth.Auth;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.login.Login;
import dev.svc.server.auth.token.Scope;
import dev.svc.server.http.Raw;
import dev.svc.server.http.TestLogin;
import dev.svc.server.http.Web;
import dev.svc.server.http.account.LoginCookies;
import dev.svc.server.http.gate.Gate;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Origins;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.page.AppPage;
import dev.svc.server.http.page.Assets;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.shared.waiting.Waiting;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Every route of the real table, requested in every way that the gate may judge differently, in each mode.
///
/// The routes' own answers are replaced: this is about which requests reach them.
class GateMatrixIT {
    /// What may be open without a login; a new name here needs a reason.
    private static final Set<String> OPEN = Set.of(
            "/healthz",
            "/login",
            "/login/totp",
            "/login/passkey",
            "/login/passkey/options",
            "/change-password",
            "/metrics",
            "/hook/{token}",
            "/shared/{token}");

    private enum Origin {
        OURS("http://127.0.0.1:PORT", null),
        OUR_REFERER(null, "http://127.0.0.1:PORT/settings"),
        NONE(null, null),
        FOREIGN("https://evil.example", null),
        FOREIGN_WITH_OUR_REFERER("https://evil.example", "http://127.0.0.1:PORT/"),
        FOREIGN_REFERER(null, "https://evil.example/http://127.0.0.1:PORT/"),
        NULL("null", null),
        OTHER_PORT("http://127.0.0.1:1", null),
        OTHER_SCHEME("https://127.0.0.1:PORT", null);

        private final @Nullable String origin;
        private final @Nullable String referer;

        Origin(@Nullable String origin, @Nullable String referer) {
            this.origin = origin;
            this.referer = referer;
        }

        boolean isOurs() {
            return this == OURS || this == OUR_REFERER;
        }
    }

    private enum Token {
        RIGHT,
        ABSENT,
        ANOTHER_S,
        MADE_UP
    }

    private enum Cookie {
        NONE,
        MADE_UP,
        ANONYMOUS,
        ENDED,
        LOGIN
    }

    enum Mode {
        SINGLE_USER,
        CHANGE_PENDING,
        NO_LOGIN;

        private static final String PROXIES = "SVC_TRUSTED_PROXIES";

        Map<String, String> variables() {
            return switch (this) {
                case SINGLE_USER -> Map.of(PROXIES, "127.0.0.1");
                case CHANGE_PENDING -> Map.of(PROXIES, "127.0.0.1", "SVC_FORCE_PASSWORD_CHANGE", "1");
                case NO_LOGIN -> Map.of(PROXIES, "127.0.0.1", "SVC_AUTH_MODE", "none");
            };
        }
    }

    /// What a program brings.
    private enum Bearer {
        READ,
        ORGANISE,
        DRIVE,
        ALL,
        OWN_USER,
        EXPIRED,
        ENDED,
        MADE_UP;

        Set<Scope> scopes() {
            return switch (this) {
                case READ -> Set.of(Scope.READ);
                case ORGANISE -> Set.of(Scope.ORGANISE);
                case DRIVE -> Set.of(Scope.DRIVE);
                case ALL, OWN_USER -> Set.of(Scope.values());
                case EXPIRED, ENDED, MADE_UP -> Set.of();
            };
        }

        boolean holds() {
            return !scopes().isEmpty();
        }
    }

    /// One request.
    private record Try(
            Route route,
            String host,
            Origin origin,
            @Nullable String site,
            Token token,
            Cookie cookie) {}

    @TempDir
    private Path home;

    private final AtomicInteger port = new AtomicInteger();
    private final Closing closing = new Closing();
    private @Nullable Auth opened;
    private String login = "";
    private String ended = "";
    private String anonymous = "";
    private static final String HOOK = "/hook/{token}";

    private int tried;

    @AfterEach
    void close() {
        closing.closeAll();
    }

    @Test
    void with_a_login() throws Exception {
        assertEveryTry(Mode.SINGLE_USER);
    }

    @Test
    void with_a_login_that_owes_a_password_change() throws Exception {
        assertEveryTry(Mode.CHANGE_PENDING);
    }

    @Test
    void without_a_login_mode() throws Exception {
        assertEveryTry(Mode.NO_LOGIN);
    }

    @ParameterizedTest
    @EnumSource(Mode.class)
    void with_tokens_of_programs(Mode mode) throws Exception {
        var routes = start(mode);
        var texts = texts();
        try (var raw = new Raw(port.get())) {
            for (var route : routes) {
                for (var bearer : Bearer.values()) {
                    for (var cookie : List.of(Cookie.NONE, Cookie.LOGIN)) {
                        for (var origin : List.of(Origin.NONE, Origin.OURS, Origin.FOREIGN)) {
                            var attempt = new Try(route, "127.0.0.1:PORT", origin, null, Token.ABSENT, cookie);
                            checkProgram(raw, mode, attempt, bearer, texts);
                        }
                    }
                }
            }
        }
        assertThat(tried).isGreaterThan(routes.size() * Bearer.values().length);
    }

    /// A text for each sort of token.
    private Map<Bearer, String> texts() throws Exception {
        var kept = auth().api().kept();
        var texts = new EnumMap<Bearer, String>(Bearer.class);
        for (var bearer : Bearer.values()) {
            if (bearer.holds() && bearer != Bearer.OWN_USER) {
                texts.put(
                        bearer,
                        kept.create(bearer.name(), bearer.scopes(), null).text());
            }
        }
        texts.put(Bearer.OWN_USER, auth().api().local().make());
        texts.put(Bearer.MADE_UP, "svc_0123456789_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
        var ended = kept.create("ended", EnumSet.allOf(Scope.class), null);
        kept.end(ended.token().id());
        texts.put(Bearer.ENDED, ended.text());
        var end = Instant.now().plusMillis(1);
        var expired = kept.create("expired", EnumSet.allOf(Scope.class), end);
        Waiting.until(() -> "an end", () -> Instant.now().isAfter(end));
        texts.put(Bearer.EXPIRED, expired.text());
        return texts;
    }

    private void checkProgram(Raw raw, Mode mode, Try attempt, Bearer bearer, Map<Bearer, String> texts)
            throws IOException {
        tried++;
        var route = attempt.route();
        var headers = headers(attempt);
        headers.add("Authorization: Bearer " + texts.get(bearer));
        // everybody comes from elsewhere, so that nobody owes anything
        headers.add("X-Forwarded-For: 10.%d.%d.%d".formatted(tried >> 16, (tried >> 8) & 0xff, tried & 0xff));
        var answer = raw.send(route.method().text() + " " + route.path().replaceAll("\\{[^}]*}", "x"), headers, "");
        String got = answer.header("x-reached").isEmpty()
                ? answer.status() + " " + answer.body().replaceAll("(?s).*\"code\":\"([a-z_]+)\".*", "$1")
                : "reached";
        assertThat(got).as(attempt + " with " + bearer).isEqualTo(expected(mode, attempt, bearer));
    }

    /// Stated without a look at policies: what is listed opens by its scope, and nothing else does.
    private static String expected(Mode mode, Try attempt, Bearer bearer) {
        var route = attempt.route();
        if (!route.policy().login()) {
            return expected(mode, attempt);
        }
        if (route.policy().changesState() && attempt.origin() == Origin.FOREIGN) {
            return "403 origin";
        }
        if (!bearer.holds()) {
            return "401 unauthenticated";
        }
        var name = route.method().text() + " " + route.path();
        boolean opens = bearer.scopes().stream()
                .anyMatch(it ->
                        Objects.requireNonNull(TokenRoutesOpen.BY_SCOPE.get(it)).contains(name));
        return opens ? "reached" : "403 scope";
    }

    @Test
    void every_route_has_a_policy_that_fits_its_method_and_its_place() throws IOException {
        List<Route> routes = table(Mode.SINGLE_USER);
        assertThat(routes).isNotEmpty();
        for (Route route : routes) {
            String name = route.method() + " " + route.path();
            boolean reads = Set.of("GET", "HEAD").contains(route.method().text());
            assertThat(route.policy()).as(name).isNotNull();
            boolean byToken = route.path().equals(HOOK); // of a program, which has no page and no cookie
            assertThat(route.policy().changesState()).as(name).isEqualTo(!reads && !byToken);
            if (route.path().startsWith("/api/")) {
                assertThat(route.policy().login()).as(name).isTrue();
                assertThat(route.policy().whileChangePending()).as(name).isFalse();
            }
            if (!route.policy().login()) {
                assertThat(OPEN.contains(route.path()) || isOfTheDoor(route))
                        .as(name + " is open")
                        .isTrue();
            }
        }
    }

    @Test
    void the_description_for_programs_names_every_route_and_no_other() throws IOException {
        var served = table(Mode.SINGLE_USER).stream()
                .filter(route -> !isOfTheDoor(route))
                .map(route -> route.method().text() + " " + route.path())
                .toList();

        assertThat(described()).containsExactlyInAnyOrderElementsOf(served);
    }

    @Test
    void the_description_for_programs_says_what_the_gate_asks_for() throws IOException {
        JsonNode description = description();
        for (Route route : table(Mode.SINGLE_USER)) {
            JsonNode operation = description
                    .path("paths")
                    .path(route.path())
                    .path(route.method().text().toLowerCase(Locale.ROOT));
            if (!operation.isMissingNode()) {
                var wanted = operation.has("security") ? operation.path("security") : description.path("security");
                String name = route.method() + " " + route.path();
                assertThat(keys(wanted)).as(name).isEqualTo(keysOf(route.policy()));
                assertThat(operation.path("responses").has("403")).as(name).isTrue();
                assertThat(operation.path("responses").has("401")
                                || !route.policy().login())
                        .as(name)
                        .isTrue();
            }
        }
    }

    /// Each way in, with all the keys that it takes.
    private static Set<Set<String>> keys(JsonNode security) {
        var ways = new HashSet<Set<String>>();
        for (JsonNode way : security) {
            var keys = new TreeSet<String>();
            way.fieldNames().forEachRemaining(keys::add);
            ways.add(keys);
        }
        return ways;
    }

    private static Set<Set<String>> keysOf(Policy policy) {
        if (policy.equals(Policy.TOKEN)) {
            return Set.of(Set.of("cookie"), Set.of("metrics"));
        }
        var keys = new TreeSet<String>();
        if (policy.login()) {
            keys.add("cookie");
        }
        if (policy.changesState()) {
            keys.add("csrf");
        }
        if (policy.scope() != null) {
            return Set.of(keys, Set.of("token"));
        }
        return keys.isEmpty() ? Set.of() : Set.of(keys);
    }

    /// The style sheet and the script of the login pages, whose names change with their content.
    private static boolean isOfTheDoor(Route route) {
        return route.path().matches("/door-[0-9a-f]{12}\\.(css|js)");
    }

    private static JsonNode description() throws IOException {
        try (var file = GateMatrixIT.class.getResourceAsStream("/openapi.json")) {
            return Json.shared().readTree(file);
        }
    }

    private static List<String> described() throws IOException {
        var described = new ArrayList<String>();
        description()
                .path("paths")
                .properties()
                .forEach(path -> path.getValue()
                        .fieldNames()
                        .forEachRemaining(
                                method -> described.add(method.toUpperCase(Locale.ROOT) + " " + path.getKey())));
        return described;
    }

    private void assertEveryTry(Mode mode) throws Exception {
        List<Route> routes = start(mode);
        try (var raw = new Raw(port.get())) {
            for (Route route : routes) {
                for (Cookie cookie : Cookie.values()) {
                    for (Origin origin : origins(route)) {
                        for (Token token : tokens(route)) {
                            check(raw, mode, new Try(route, "127.0.0.1:PORT", origin, null, token, cookie));
                        }
                    }
                }
                for (String host : List.of("localhost:PORT", "evil.example", "127.0.0.1:1", "127.0.0.1")) {
                    check(raw, mode, new Try(route, host, Origin.OURS, null, Token.RIGHT, Cookie.LOGIN));
                }
                for (String site : List.of("same-origin", "cross-site", "same-site", "none")) {
                    check(raw, mode, new Try(route, "127.0.0.1:PORT", Origin.OURS, site, Token.RIGHT, Cookie.LOGIN));
                }
            }
        }
        assertThat(tried).isGreaterThan(routes.size() * 20);
    }

    private static Set<Origin> origins(Route route) {
        return route.policy().changesState()
                ? EnumSet.allOf(Origin.class)
                : EnumSet.of(Origin.OURS, Origin.NONE, Origin.FOREIGN);
    }

    private static Set<Token> tokens(Route route) {
        return route.policy().changesState() ? EnumSet.allOf(Token.class) : EnumSet.of(Token.ABSENT);
    }

    private void check(Raw raw, Mode mode, Try attempt) throws IOException {
        tried++;
        String path = attempt.route().path().replaceAll("\\{[^}]*}", "x");
        var answer = raw.send(attempt.route().method().text() + " " + path, headers(attempt), "");
        String got = answer.header("x-reached").isEmpty()
                ? answer.status() + " " + answer.body().replaceAll("(?s).*\"code\":\"([a-z_]+)\".*", "$1")
                : "reached";
        assertThat(got).as(attempt.toString()).isEqualTo(expected(mode, attempt));
    }

    /// The order of the gate, stated independently: Host, Origin and Sec-Fetch-Site, login, token, forced change.
    private static String expected(Mode mode, Try attempt) {
        Policy policy = attempt.route().policy();
        boolean in = mode == Mode.NO_LOGIN || attempt.cookie() == Cookie.LOGIN;
        boolean sameSite = attempt.site() == null || attempt.site().equals("same-origin");
        if (!attempt.host().equals("127.0.0.1:PORT") && !attempt.host().equals("localhost:PORT")) {
            return "403 host";
        }
        if (policy.changesState() && !(attempt.origin().isOurs() && sameSite)) {
            return "403 origin";
        }
        if (policy.login() && !in) {
            return "401 unauthenticated";
        }
        if (policy.changesState() && !tokenFits(attempt)) {
            return "403 csrf";
        }
        boolean pending = mode == Mode.CHANGE_PENDING && in;
        return pending && !policy.whileChangePending() ? "403 password_change_required" : "reached";
    }

    private static boolean tokenFits(Try attempt) {
        boolean hasSession = attempt.cookie() != Cookie.NONE && attempt.cookie() != Cookie.MADE_UP;
        return hasSession && attempt.token() == Token.RIGHT;
    }

    private List<String> headers(Try attempt) {
        var headers = new ArrayList<String>();
        headers.add("Host: " + attempt.host());
        if (attempt.origin().origin != null) {
            headers.add("Origin: " + attempt.origin().origin);
        }
        if (attempt.origin().referer != null) {
            headers.add("Referer: " + attempt.origin().referer);
        }
        if (attempt.site() != null) {
            headers.add("Sec-Fetch-Site: " + attempt.site());
        }
        headers.replaceAll(header -> header.replace("PORT", String.valueOf(port.get())));
        String cookie = cookie(attempt.cookie());
        if (!cookie.isEmpty()) {
            headers.add("Cookie: svc_session_" + port.get() + "=" + cookie);
        }
        token(attempt).ifPresent(token -> headers.add("X-CSRF-Token: " + token));
        return headers;
    }

    private String cookie(Cookie cookie) {
        return switch (cookie) {
            case NONE -> "";
            case MADE_UP -> "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";
            case ANONYMOUS -> anonymous;
            case ENDED -> ended;
            case LOGIN -> login;
        };
    }

    private Optional<String> token(Try attempt) {
        return switch (attempt.token()) {
            case ABSENT -> Optional.empty();
            case MADE_UP -> Optional.of("AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
            case ANOTHER_S -> Optional.of(tokenOf(auth().logins().anonymous()));
            case RIGHT ->
                Optional.of(tokenOf(
                        auth().logins().bearer(cookie(attempt.cookie())).isPresent()
                                ? cookie(attempt.cookie())
                                : auth().logins().anonymous()));
        };
    }

    private String tokenOf(String cookie) {
        return auth().csrf().token(auth().logins().bearer(cookie).orElseThrow().id());
    }

    /// The real table with probes in place of its answers.
    private List<Route> start(Mode mode) throws IOException {
        List<Route> routes = table(mode).stream()
                .map(route -> new Route(route.method(), route.path(), route.policy(), (request, response, visitor) -> {
                    response.headers().add(io.helidon.http.HeaderNames.create("X-Reached"), "yes");
                    response.send();
                }))
                .toList();
        var origins = new Origins(Optional.empty(), List.of(), port::get);
        var cookies = new LoginCookies(auth(), false, port::get);
        var page = new AppPage(Assets.of(home.resolve("dist")));
        WebServer server = new Web(routes, List.of(), new Gate(origins, cookies), page)
                .start(new Web.Listen("127.0.0.1", 0, 1 << 20, false))
                .orElseThrow();
        closing.add(server::stop);
        port.set(server.port());
        return routes;
    }

    private List<Route> table(Mode mode) throws IOException {
        var config = TestLogin.config(home, mode.variables());
        var build = new BuildInfo("1.2.3", "abc");
        Rooms rooms = Rooms.open(config, build, new SecureRandom(), () -> 0, closing);
        Auth auth = rooms.auth();
        opened = auth;
        login = signIn();
        ended = signIn();
        Login over = auth.logins().bearer(ended).orElseThrow().findLogin().orElseThrow();
        auth.logins().end(over.handle());
        anonymous = auth.logins().anonymous();
        return new RouteTable(config, build, rooms, new LoginCookies(auth, false, port::get)).routes();
    }

    private Auth auth() {
        return Objects.requireNonNull(opened);
    }

    private String signIn() {
        return auth().logins().start(new Caller(InetAddress.getLoopbackAddress(), true, "a test"));
    }
}
