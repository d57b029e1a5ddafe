package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.warrenstrange.googleauth.GoogleAuthenticator;
import dev.svc.server.auth.SecurityNote;
import dev.svc.server.auth.SecurityNote.What;
import dev.svc.server.auth.passkey.SentPasskey;
import dev.svc.server.auth.passkey.SignatureKind;
import dev.svc.server.auth.passkey.SoftPasskey;
import dev.svc.server.http.TestLogin.Browser;
import dev.svc.server.http.account.LoginAsset;
import dev.svc.server.http.gate.Json;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Passkeys over HTTP; every answer is held against the contract.
class PasskeyApiIT {
    private static final String ORIGIN = "https://svc.example.org";

    @TempDir
    private Path home;

    private TestLogin door;
    private Browser person;

    @BeforeEach
    void a_person_signs_in() throws IOException {
        open(Map.of("SVC_ORIGIN", ORIGIN));
        assertThat(person.signIn().status()).isEqualTo(303);
    }

    private void open(Map<String, String> variables) throws IOException {
        door = new TestLogin(home, variables);
        person = door.browser();
    }

    @AfterEach
    void close() throws IOException {
        person.close();
        door.close();
    }

    private static JsonNode json(Raw.Answer answer) throws IOException {
        return Json.shared().readTree(answer.body());
    }

    private static String code(Raw.Answer answer) throws IOException {
        return json(answer).path("code").asText();
    }

    private JsonNode asked(Browser browser, String path, String body) throws IOException {
        var answer = browser.json("POST", path, body);
        assertThat(answer.status()).as(answer.body()).isEqualTo(200);
        return json(answer);
    }

    private static SoftPasskey soft() {
        return new SoftPasskey(SignatureKind.ES256, ORIGIN, "svc.example.org");
    }

    private Raw.Answer add(SoftPasskey soft, String name) throws IOException {
        var options = asked(person, "/api/passkeys/options", "{\"for\":\"create\"}");
        soft.user = options.path("user").path("id").asText();
        var made = soft.made(options.path("challenge").asText());
        var body = Json.shared()
                .createObjectNode()
                .put("name", name)
                .put("id", made.id())
                .put("client_data", made.clientData())
                .put("authenticator_data", made.authenticatorData())
                .put("public_key", made.key())
                .put("algorithm", made.algorithm());
        return person.json("POST", "/api/passkeys", body.toString());
    }

    private SoftPasskey added(String name) throws IOException {
        var soft = soft();
        var answer = add(soft, name);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return soft;
    }

    private static ObjectNode body(SentPasskey.Used used) {
        return Json.shared()
                .createObjectNode()
                .put("id", used.id())
                .put("client_data", used.clientData())
                .put("authenticator_data", used.authenticatorData())
                .put("signature", used.signature())
                .put("user_handle", used.user());
    }

    private Raw.Answer signIn(Browser browser, SoftPasskey soft, String path) throws IOException {
        var options = asked(browser, "/login/passkey/options", "{}");
        return browser.json(
                "POST",
                path,
                body(soft.used(options.path("challenge").asText())).toString());
    }

    private ObjectNode proof(SoftPasskey soft) throws IOException {
        var options = asked(person, "/api/passkeys/options", "{\"for\":\"proof\"}");
        return Json.shared()
                .createObjectNode()
                .set("passkey", body(soft.used(options.path("challenge").asText())));
    }

    private List<What> noted() {
        return door.notes.stream().map(SecurityNote::what).toList();
    }

    @Test
    void one_is_added_signs_in_is_listed_with_its_use_and_ended() throws Exception {
        var soft = added("phone");
        try (var other = door.browser()) {
            var answer = signIn(other, soft, "/login/passkey?next=%2Fsettings%2Fsecurity");
            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            assertThat(json(answer).path("next").asText()).isEqualTo("/settings/security");
            assertThat(other.get("/api/logins").status()).isEqualTo(200);
        }
        var listed = json(person.get("/api/passkeys"));
        assertThat(listed.path("available").asBoolean()).isTrue();
        var row = listed.path("passkeys").path(0);
        assertThat(row.path("name").asText()).isEqualTo("phone");
        assertThat(row.path("last_used_at").isNull()).isFalse();

        var path = "/api/passkeys/" + row.path("id").asText();
        assertThat(person.json("DELETE", path, "").status()).isEqualTo(204);
        assertThat(person.json("DELETE", path, "").status()).isEqualTo(404);

        try (var other = door.browser()) {
            var answer = signIn(other, soft, "/login/passkey");
            assertThat(answer.status()).isEqualTo(401);
            assertThat(code(answer)).isEqualTo("bad_passkey");
            assertThat(other.get("/api/logins").status()).isEqualTo(401);
        }
        assertThat(noted())
                .containsExactly(
                        What.LOGGED_IN, What.PASSKEY_ADDED, What.LOGGED_IN, What.PASSKEY_ENDED, What.LOGIN_FAILED);
    }

    @Test
    void where_a_sign_in_leads_is_never_another_server() throws Exception {
        var soft = added("phone");
        try (var other = door.browser()) {
            assertThat(json(signIn(other, soft, "/login/passkey?next=%2F%2Fevil.example"))
                            .path("next")
                            .asText())
                    .isEqualTo("/");
        }
    }

    @Test
    void a_password_that_has_to_be_changed_comes_first() throws Exception {
        var soft = added("phone");
        door.config().envFile().change(Map.of("SVC_FORCE_PASSWORD_CHANGE", "1"));
        try (var other = door.browser()) {
            assertThat(json(signIn(other, soft, "/login/passkey")).path("next").asText())
                    .isEqualTo("/change-password");
            assertThat(code(other.get("/api/logins"))).isEqualTo("password_change_required");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/login/passkey", "/login/passkey/options"})
    void signing_in_needs_the_token_of_the_page(String path) throws Exception {
        try (var other = door.browser()) {
            other.get("/login");
            var answer =
                    other.send("POST " + path, List.of("Content-Type: application/json", "Origin: " + ORIGIN), "{}");
            assertThat(answer.status()).isEqualTo(403);
            assertThat(code(answer)).isEqualTo("csrf");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|400",
                "[]|400",
                "{\"id\":1}|400",
                "{\"id\":\"AA\",\"client_data\":\"AA\",\"authenticator_data\":\"AA\",\"signature\":\"AA\",\"x\":1}|400",
                "{\"id\":\"==\",\"client_data\":\"..\",\"authenticator_data\":\"AA\",\"signature\":\"AA\"}|401",
                "{\"id\":\"AA\",\"client_data\":\"AA\",\"authenticator_data\":\"AA\",\"signature\":\"AA\"}|401"
            })
    void what_is_no_passkey_is_refused(String body, int status) throws Exception {
        try (var other = door.browser()) {
            assertThat(other.json("POST", "/login/passkey", body).status()).isEqualTo(status);
        }
    }

    @Test
    void a_body_that_is_too_large_is_not_read_to_its_end() throws Exception {
        try (var other = door.browser()) {
            var body = "{\"id\":\"" + "A".repeat(33 << 10) + "\"}";
            assertThat(other.json("POST", "/login/passkey", body).status()).isEqualTo(413);
        }
    }

    @Test
    void wrong_ones_cost_their_source_as_wrong_passwords_do() throws Exception {
        try (var other = door.browser()) {
            Raw.Answer last = signIn(other, soft(), "/login/passkey");
            for (int i = 0; i < 100 && last.status() == 401; i++) {
                last = signIn(other, soft(), "/login/passkey");
            }
            assertThat(last.status()).isEqualTo(429);
            assertThat(last.header("retry-after")).isNotEmpty();
        }
    }

    @Test
    void adding_and_ending_one_asks_whoever_signed_in_long_ago() throws Exception {
        var soft = added("phone");
        door.later = Duration.ofMinutes(11);
        var path = "/api/passkeys/" + soft.id;

        assertThat(code(person.json("POST", "/api/passkeys/options", "{\"for\":\"create\"}")))
                .isEqualTo("proof_required");
        assertThat(code(person.json("DELETE", path, ""))).isEqualTo("proof_required");

        assertThat(person.json("POST", "/api/proof", proof(soft).toString()).status())
                .isEqualTo(204);
        added("stick");
        assertThat(person.json("DELETE", path, "").status()).isEqualTo(204);
    }

    @Test
    void a_proof_holds_ten_minutes_for_the_login_that_gave_it() throws Exception {
        door.later = Duration.ofMinutes(11);
        var right = "{\"password\":\"" + TestLogin.PASSWORD + "\"}";
        assertThat(code(person.json("POST", "/api/proof", "{\"password\":\"nope\"}")))
                .isEqualTo("bad_credentials");
        assertThat(code(person.json("POST", "/api/2fa/enroll", ""))).isEqualTo("proof_required");
        assertThat(person.json("POST", "/api/proof", right).status()).isEqualTo(204);

        assertThat(person.json("POST", "/api/2fa/enroll", "").status()).isEqualTo(200);
        try (var other = door.browser()) {
            assertThat(other.signIn().status()).isEqualTo(303);
            assertThat(code(other.json("POST", "/api/2fa/enroll", ""))).isEqualTo("proof_required");
        }
        assertThat(person.get("/api/proof").status()).isEqualTo(204);
        door.later = Duration.ofMinutes(22);
        assertThat(code(person.get("/api/proof"))).isEqualTo("proof_required");
        assertThat(code(person.json("POST", "/api/2fa/enroll", ""))).isEqualTo("proof_required");
    }

    @Test
    void one_proof_at_a_time() throws Exception {
        assertThat(person.json("POST", "/api/proof", "{}").status()).isEqualTo(400);
        assertThat(person.json("POST", "/api/proof", "{\"password\":\"x\",\"code\":\"123456\"}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void a_passkey_proves_where_a_token_is_made() throws Exception {
        var soft = added("phone");
        door.later = Duration.ofMinutes(11);
        var wish = proof(soft).put("name", "report");
        wish.putArray("scopes").add("read");

        var answer = person.json("POST", "/api/tokens", wish.toString());

        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        wish = proof(soft).put("name", "another");
        wish.putArray("scopes").add("read");
        soft.forged = true;
        wish.setAll(proof(soft));
        assertThat(code(person.json("POST", "/api/tokens", wish.toString()))).isEqualTo("bad_passkey");
    }

    @Test
    void a_passkey_turns_the_second_factor_off() throws Exception {
        var soft = added("phone");
        var secret =
                json(person.json("POST", "/api/2fa/enroll", "")).path("secret").asText();
        int code = new GoogleAuthenticator().getTotpPassword(secret);
        var confirmed = person.json("POST", "/api/2fa/confirm", "{\"code\":\"%06d\"}".formatted(code));
        assertThat(confirmed.status()).isEqualTo(200);

        assertThat(person.json("POST", "/api/2fa/recovery-codes", proof(soft).toString())
                        .status())
                .isEqualTo(200);
        assertThat(person.json("POST", "/api/2fa/disable", proof(soft).toString())
                        .status())
                .isEqualTo(200);
    }

    @Test
    void names_at_fault_are_named() throws Exception {
        added("phone");

        var answer = add(soft(), "phone");

        assertThat(answer.status()).isEqualTo(422);
        assertThat(json(answer).path("errors").path(0).path("field").asText()).isEqualTo("name");
    }

    @Test
    void what_was_not_made_sure_of_is_not_kept() throws Exception {
        var soft = soft();
        soft.flags &= ~0x04;

        assertThat(add(soft, "phone").status()).isEqualTo(422);
    }

    @Test
    void the_page_offers_one_where_there_is_one() throws Exception {
        try (var other = door.browser()) {
            assertThat(other.get("/login").body()).doesNotContain("id=\"passkey\"");
        }
        added("phone");
        try (var other = door.browser()) {
            var page = other.get("/login?next=%2Fsettings").body();
            assertThat(page)
                    .contains("id=\"passkey\" hidden")
                    .contains("data-post=\"/login/passkey?next=%2Fsettings\"")
                    .contains("<script src=\"" + LoginAsset.SCRIPT.path() + "\" defer></script>")
                    .doesNotContain("<script>");
            var script = other.get(LoginAsset.SCRIPT.path());
            assertThat(script.status()).isEqualTo(200);
            assertThat(script.header("content-type")).startsWith("text/javascript");
            assertThat(script.header("cache-control")).contains("immutable");
        }
    }

    @ParameterizedTest
    @CsvSource({"http://127.0.0.1:8765,no_name", "http://svc.example.org,no_tls"})
    void where_there_can_be_none_everything_says_so(String origin, String why) throws Exception {
        close();
        open(Map.of("SVC_ORIGIN", origin));
        assertThat(person.signIn().status()).isEqualTo(303);

        var listed = json(person.get("/api/passkeys"));
        assertThat(listed.path("available").asBoolean()).isFalse();
        assertThat(listed.path("why").asText()).isEqualTo(why);
        for (var path : List.of("/api/passkeys", "/api/passkeys/options", "/login/passkey", "/login/passkey/options")) {
            var refused = person.json("POST", path, "{}");
            assertThat(refused.status()).as(path).isEqualTo(409);
            assertThat(json(refused).path("detail").asText()).contains("SVC_ORIGIN");
        }
    }

    @Test
    void without_an_address_there_is_none() throws Exception {
        close();
        open(Map.of());
        assertThat(person.signIn().status()).isEqualTo(303);

        assertThat(json(person.get("/api/passkeys")).path("why").asText()).isEqualTo("no_origin");
    }

    @Test
    void without_logins_there_is_nothing_to_sign_in_with() throws Exception {
        close();
        open(Map.of("SVC_ORIGIN", ORIGIN, "SVC_AUTH_MODE", "none"));
        person.cookies.put(door.cookieName(), door.auth.logins().anonymous());

        assertThat(json(person.get("/api/passkeys")).path("why").asText()).isEqualTo("no_login");
        assertThat(person.json("POST", "/login/passkey/options", "{}").status()).isEqualTo(403);
        assertThat(person.json("POST", "/api/proof", "{\"password\":\"x\"}").status())
                .isEqualTo(403);
    }
}
