package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.warrenstrange.googleauth.GoogleAuthenticator;
import dev.svc.server.cli.Console;
import dev.svc.server.http.Raw;
import dev.svc.server.http.TestLogin;
import dev.svc.server.http.gate.Json;
import dev.svc.server.update.release.BuildInfo;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.SimpleFormatter;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Goes through the whole login of a real service, and then searches every place where none of its secrets may be.
class CanaryIT {
    private static final String WRONG = "canary-wrong-password";
    private static final String METRICS = Canary.METRICS_TOKEN;

    @TempDir
    private Path home;

    private final Closing closing = new Closing();
    private final List<String> logged = new CopyOnWriteArrayList<>();
    private final StringWriter printed = new StringWriter();
    private final Map<String, String> secrets = new LinkedHashMap<>();
    private final List<String> bodies = new ArrayList<>();
    private final Handler listening = new Listening();
    private final Logger everything = Logger.getLogger("");
    private final Logger access = Logger.getLogger("access");
    private int port;
    private String session = "";
    private String preAuth = "";

    @BeforeEach
    void start() throws IOException {
        listening.setLevel(Level.ALL);
        everything.addHandler(listening);
        access.setLevel(Level.ALL);
        var config = TestLogin.config(
                home,
                Map.of(
                        "SVC_PORT",
                        "0",
                        "SVC_METRICS_TOKEN",
                        METRICS,
                        "SVC_WEB_DIST",
                        home.resolve("dist").toString()));
        var out = new PrintWriter(printed, true);
        port = new Service(config, new BuildInfo("1.2.3", "abc"), new Console(out, out, false)).open(closing);
        secrets.put("signing key", TestLogin.SECRET_KEY);
        secrets.put("password", TestLogin.PASSWORD);
        secrets.put("wrong password", WRONG);
        secrets.put("metrics token", METRICS);
    }

    @AfterEach
    void stop() {
        closing.closeAll();
        everything.removeHandler(listening);
        access.setLevel(Level.INFO);
    }

    @Test
    void no_secret_of_a_login_is_in_a_log_an_answer_or_a_file_that_is_not_its_own() throws Exception {
        try (var raw = new Raw(port)) {
            signIn(raw, WRONG);
            signIn(raw, TestLogin.PASSWORD);
            enrol(raw);
            signInAgain(raw);
            nonsense(raw);
        }
        closing.closeAll();
        assertThat(String.join("", logged)).as("the access log was listened to").contains("POST /login");
        secrets.forEach((name, secret) -> {
            assertThat(String.join("", logged)).as(name + " in the log").doesNotContain(secret);
            assertThat(printed.toString()).as(name + " on the terminal").doesNotContain(secret);
            assertThat(String.join("\n", bodies)).as(name + " in an answer").doesNotContain(secret);
        });
        assertFilesAreClean();
    }

    private void assertFilesAreClean() throws IOException {
        try (var files = Files.walk(home)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                String own = String.valueOf(file.getFileName());
                secrets.forEach((name, secret) -> {
                    if (!(own.equals("2fa.json") && name.equals("two-factor secret"))) {
                        assertThat(text.contains(secret))
                                .as(name + " in " + own)
                                .isFalse();
                    }
                });
            }
        }
        assertThat(home.resolve("journal")).isNotEmptyDirectory();
    }

    private void signIn(Raw raw, String password) throws IOException {
        var page = raw.send("GET /login", head(""), "");
        if (!page.cookie(name()).isEmpty()) {
            session = keep("anonymous cookie " + secrets.size(), page.cookie(name()));
        }
        String token = keep("token " + secrets.size(), page.header("x-csrf-token"));
        var answer = raw.send("POST /login", head(token), "{\"username\":\"admin\",\"password\":\"" + password + "\"}");
        bodies.add(answer.body());
        if (answer.status() == 200 && !answer.cookie(name()).isEmpty()) {
            session = keep("session cookie " + secrets.size(), answer.cookie(name()));
        }
        preAuth = answer.cookie("svc_preauth_" + port);
    }

    private void enrol(Raw raw) throws IOException {
        String token = token(raw);
        var enrolled = raw.send("POST /api/2fa/enroll", head(token), "");
        JsonNode enrolment = Json.shared().readTree(enrolled.body());
        String secret = keep("two-factor secret", enrolment.path("secret").asText());
        enrolment.path("recovery_codes").forEach(code -> keep("recovery code " + code.asText(), code.asText()));
        int code = new GoogleAuthenticator().getTotpPassword(secret, System.currentTimeMillis());
        var confirmed =
                raw.send("POST /api/2fa/confirm", head(token), String.format(Locale.ROOT, "{\"code\":\"%06d\"}", code));
        assertThat(confirmed.status()).isEqualTo(200);
        bodies.add(confirmed.body());
    }

    private void signInAgain(Raw raw) throws IOException {
        bodies.add(raw.send("GET /api/logins", head(""), "").body());
        bodies.add(raw.send("GET /api/2fa", head(""), "").body());
        bodies.add(raw.send("POST /logout", head(token(raw)), "").body());
        signIn(raw, TestLogin.PASSWORD);
        keep("pre-auth cookie", preAuth);
        String recovery = secrets.keySet().stream()
                .filter(name -> name.startsWith("recovery code "))
                .map(name -> name.substring("recovery code ".length()))
                .findFirst()
                .orElseThrow();
        var page = raw.send("GET /login", head(""), "");
        var headers = new ArrayList<>(head(page.header("x-csrf-token")));
        headers.replaceAll(
                header -> header.startsWith("Cookie: ") ? header + "; svc_preauth_" + port + "=" + preAuth : header);
        var entered = raw.send("POST /login/totp", headers, "{\"code\":\"" + recovery + "\"}");
        assertThat(entered.status()).isEqualTo(200);
        session = keep("second session cookie", entered.cookie(name()));
    }

    /// Requests that make servers reveal things: broken bodies, wrong tokens, unknown addresses, misplaced secrets.
    private void nonsense(Raw raw) throws IOException {
        String token = token(raw);
        String broken = "{\"username\":\"admin\",\"password\":\"" + TestLogin.PASSWORD;
        bodies.add(raw.send("POST /login", head(token), broken).body());
        bodies.add(raw.send("POST /login", head(token + "x"), broken).body());
        bodies.add(
                raw.send("POST /login", head(token), broken + "x".repeat(9000)).body());
        bodies.add(raw.send("GET /api/nothing?password=" + WRONG, head(""), "").body());
        bodies.add(raw.send("GET /api/sessions?limit=" + WRONG, head(""), "").body());
        bodies.add(raw.send("DELETE /api/logins/" + WRONG.substring(0, 6), head(token), "")
                .body());
        bodies.add(raw.send("GET /metrics", head(""), "").body());
        for (String path : List.of("/api/version", "/api/system", "/api/engines", "/api/audit", "/api/prefs")) {
            bodies.add(raw.send("GET " + path, head(""), "").body());
        }
    }

    private String token(Raw raw) throws IOException {
        var config = raw.send("GET /api/config", head(""), "");
        return keep(
                "token " + secrets.size(),
                Json.shared().readTree(config.body()).path("csrf_token").asText());
    }

    private String keep(String name, String secret) {
        assertThat(secret).as(name).hasSizeGreaterThan(8);
        secrets.put(name, secret);
        return secret;
    }

    private String name() {
        return "svc_session_" + port;
    }

    private List<String> head(String token) {
        return Arrays.asList(
                "Host: 127.0.0.1:" + port,
                "Origin: http://127.0.0.1:" + port,
                "Content-Type: application/json",
                "X-CSRF-Token: " + token,
                "Cookie: " + name() + "=" + session);
    }

    private final class Listening extends Handler {
        private final SimpleFormatter formatter = new SimpleFormatter();

        @Override
        public void publish(LogRecord message) {
            logged.add(formatter.format(message));
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }
}
