package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.Canary;
import dev.svc.server.auth.Auth;
import dev.svc.server.auth.SecurityNote;
import dev.svc.server.http.account.AccountRoutes;
import dev.svc.server.http.account.FreshProof;
import dev.svc.server.http.account.LoginCookies;
import dev.svc.server.http.account.LoginRoutes;
import dev.svc.server.http.account.PasskeyRoutes;
import dev.svc.server.http.account.TokenRoutes;
import dev.svc.server.http.gate.FormFields;
import dev.svc.server.http.gate.Gate;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Origins;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.page.AppPage;
import dev.svc.server.http.page.Assets;
import dev.svc.server.http.system.OpenApiRoutes;
import dev.svc.server.http.system.SystemRoutes;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.config.Variable;
import dev.svc.shared.secret.PasswordHash;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;

/// A server with the login routes on a home of its own, and a browser without scripts in front of it.
public final class TestLogin implements AutoCloseable {
    public static final String PASSWORD = Canary.PASSWORD;
    public static final String SECRET_KEY = Canary.SECRET_KEY;

    public final Auth auth;
    /// How much later it is for whoever asks for a fresh proof.
    volatile Duration later = Duration.ZERO;

    public final List<SecurityNote> notes = new CopyOnWriteArrayList<>();
    private final Config config;
    private final AtomicInteger port = new AtomicInteger();
    private final WebServer server;

    public TestLogin(Path home, Map<String, String> variables) throws IOException {
        config = config(home, variables);
        auth = Auth.open(config, Clock.systemUTC(), new SecureRandom(), notes::add);
        var sessions = new LoginCookies(auth, isHttps(), port::get);
        var fresh = new FreshProof(auth, () -> Instant.now().plus(later));
        List<Route> routes = Stream.of(
                        new SystemRoutes(
                                        () -> Map.of(
                                                "version", "1.2.3", "commit", "abc", "channel", "stable", "java", "25"),
                                        LinkedHashMap::new)
                                .routes(),
                        new LoginRoutes(auth, sessions, "a <test> place", "1.2.3").routes(),
                        new AccountRoutes(auth, sessions, fresh).routes(),
                        new PasskeyRoutes(auth, sessions, fresh, "a <test> place").routes(),
                        new TokenRoutes(auth, sessions, notes::add, fresh).routes(),
                        new OpenApiRoutes().routes())
                .flatMap(List::stream)
                .toList();
        var web = new Web(routes, List.of(), gate(sessions), new AppPage(Assets.of(home.resolve("dist"))));
        server = web.start(new Web.Listen("127.0.0.1", 0, 1 << 20, isHttps())).orElseThrow();
        port.set(server.port());
    }

    /// A home with a page, a key and a password that is cheap to check.
    public static Config config(Path home, Map<String, String> variables) throws IOException {
        Files.createDirectories(home.resolve("dist"));
        Files.writeString(home.resolve("dist/index.html"), "<!doctype html><title>svc</title>");
        var environment = new HashMap<>(variables);
        environment.put("SVC_HOME", home.toString());
        environment.put("SVC_SECRET_KEY", SECRET_KEY);
        var platform = new Platform(Platform.Family.LINUX, home, environment);
        Config config = Config.load(platform, null);
        if (config.envFile().read().isEmpty()) {
            String hash = PasswordHash.of(PASSWORD, 1000, new SecureRandom()).encoded();
            config.envFile().change(Map.of("SVC_PASSWORD_HASH", hash));
        }
        return Config.load(platform, null);
    }

    private Gate gate(LoginCookies sessions) {
        var origins = new Origins(config.find(Variable.ORIGIN), config.list(Variable.ALLOWED_HOSTS), port::get);
        return new Gate(origins, sessions);
    }

    private boolean isHttps() {
        return config.text(Variable.ORIGIN).startsWith("https:");
    }

    public Config config() {
        return config;
    }

    public int port() {
        return port.get();
    }

    public String origin() {
        return config.find(Variable.ORIGIN).orElse("http://127.0.0.1:" + port());
    }

    String cookieName() {
        return isHttps() ? "__Host-svc_session" : "svc_session_" + port();
    }

    String preAuthName() {
        return isHttps() ? "__Host-svc_preauth" : "svc_preauth_" + port();
    }

    Browser browser() throws IOException {
        return new Browser();
    }

    @Override
    public void close() {
        server.stop();
        auth.close();
    }

    /// Keeps cookies and sends what a page of ours would.
    final class Browser implements AutoCloseable {
        final Map<String, String> cookies = new HashMap<>();
        final List<String> more = new ArrayList<>();
        private final Raw raw = new Raw(port());
        private final Description description = Description.read();

        Browser() throws IOException {}

        Raw.Answer get(String path) throws IOException {
            return send("GET " + path, List.of(), "");
        }

        /// Sends a form with the token of the page it stands on.
        Raw.Answer submit(String path, Map<String, String> fields) throws IOException {
            var form = new HashMap<>(fields);
            form.put(FormFields.CSRF_FIELD, token());
            return send(
                    "POST " + path,
                    List.of("Content-Type: application/x-www-form-urlencoded", "Origin: " + origin()),
                    encoded(form));
        }

        Raw.Answer json(String method, String path, String body) throws IOException {
            return send(
                    method + " " + path,
                    List.of("Content-Type: application/json", "Origin: " + origin(), "X-CSRF-Token: " + token()),
                    body);
        }

        Raw.Answer signIn() throws IOException {
            return submit("/login", Map.of("username", "admin", "password", PASSWORD));
        }

        /// A token for the cookie of now; asked of the server, which knows nothing but cookies.
        String token() throws IOException {
            if (!cookies.containsKey(cookieName())) {
                get("/login");
            }
            return auth.csrf()
                    .token(auth.logins()
                            .bearer(cookies.getOrDefault(cookieName(), ""))
                            .orElseThrow()
                            .id());
        }

        Raw.Answer send(String line, List<String> headers, String body) throws IOException {
            var all = new ArrayList<>(headers);
            all.add("Host: " + origin().substring(origin().indexOf("://") + 3));
            if (!cookies.isEmpty()) {
                all.add("Cookie: "
                        + String.join(
                                "; ",
                                cookies.entrySet().stream()
                                        .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                                        .toList()));
            }
            all.addAll(more);
            Raw.Answer answer = raw.send(line, all, body);
            answer.headers().getOrDefault("set-cookie", List.of()).forEach(this::keep);
            holdAgainstDescription(line, answer);
            return answer;
        }

        /// Every JSON answer has to be one that openapi.json describes.
        private void holdAgainstDescription(String line, Raw.Answer answer) throws IOException {
            String method = line.substring(0, line.indexOf(' '));
            String path = line.substring(line.indexOf(' ') + 1);
            boolean json = answer.header("content-type").contains("json");
            if ((json || answer.status() == 204) && description.describes(method, path)) {
                var body = json
                        ? Json.shared().readTree(answer.body())
                        : Json.shared().missingNode();
                assertThat(description.objections(method, path, answer.status(), body))
                        .as(line + " answered " + answer)
                        .isEmpty();
            }
        }

        private void keep(String setCookie) {
            String pair = setCookie.split(";", -1)[0];
            String name = pair.substring(0, pair.indexOf('='));
            String value = pair.substring(pair.indexOf('=') + 1);
            if (value.isEmpty() || setCookie.contains("01 Jan 1970")) {
                cookies.remove(name);
            } else {
                cookies.put(name, value);
            }
        }

        @Override
        public void close() throws IOException {
            raw.close();
        }
    }

    static String encoded(Map<String, String> form) {
        return String.join(
                "&",
                form.entrySet().stream()
                        .map(field -> URLEncoder.encode(field.getKey(), StandardCharsets.UTF_8) + "="
                                + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                        .toList());
    }
}
