package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.warrenstrange.googleauth.GoogleAuthenticator;
import dev.svc.server.auth.SignInOutcome;
import dev.svc.server.auth.TooManyAttemptsException;
import dev.svc.server.auth.WrongCodes;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.http.TestLogin.Browser;
import dev.svc.server.http.account.LoginAsset;
import dev.svc.server.http.gate.FormFields;
import dev.svc.server.http.gate.Json;
import dev.svc.shared.secret.PasswordHash;
import dev.svc.shared.secret.TwoFactorFile;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LoginIT {
    @TempDir
    private Path home;

    private @Nullable TestLogin opened;
    private @Nullable Browser first;

    @AfterEach
    void close() throws IOException {
        browser().close();
        door().close();
    }

    private void open(Map<String, String> variables) throws IOException {
        opened = new TestLogin(home, variables);
        first = opened.browser();
    }

    private TestLogin door() {
        return Objects.requireNonNull(opened);
    }

    private Browser browser() {
        return Objects.requireNonNull(first);
    }

    @Test
    void the_login_page_gives_an_anonymous_cookie_and_its_token_in_three_places() throws IOException {
        open(Map.of());
        var page = browser().get("/login");
        String token = page.header("x-csrf-token");
        assertThat(page.status()).isEqualTo(200);
        assertThat(page.body())
                .contains("name=\"csrf_token\" value=\"" + token + "\"")
                .contains("<meta name=\"csrf-token\" content=\"" + token + "\">");
        assertThat(page.header("set-cookie")).contains("HttpOnly", "Secure", "SameSite=Lax", "Path=/");
        assertThat(page.header("cache-control")).isEqualTo("no-store");
        assertThat(door().auth.logins().list()).isEmpty();
    }

    @Test
    void the_pages_hold_no_script_and_no_style_of_their_own() throws IOException {
        open(Map.of("SVC_FORCE_PASSWORD_CHANGE", "1"));
        String login = browser().get("/login").body();
        browser().signIn();
        String change = browser().get("/change-password").body();
        assertThat(login + change)
                .doesNotContainIgnoringCase("<script")
                .doesNotContainIgnoringCase("<style")
                .doesNotContainIgnoringCase(" style=")
                .doesNotContainIgnoringCase(" onclick=");
        var style = browser().get(LoginAsset.STYLE.path());
        assertThat(login).contains(LoginAsset.STYLE.path());
        assertThat(style.header("content-type")).startsWith("text/css");
        assertThat(style.header("cache-control")).contains("immutable");
    }

    @Test
    void a_form_signs_in_under_a_new_id_and_a_wrong_one_says_so_without_saying_which_half() throws IOException {
        open(Map.of());
        browser().get("/login");
        String before = browser().cookies.get(door().cookieName());
        var wrongPassword = browser().submit("/login", Map.of("username", "admin", "password", "nope"));
        var wrongName = browser().submit("/login", Map.of("username", "root", "password", TestLogin.PASSWORD));
        assertThat(wrongPassword.status()).isEqualTo(401);
        assertThat(wrongPassword.body()).contains("User name or password is not right");
        assertThat(withoutTokens(wrongName.body()).replace("root", "admin"))
                .isEqualTo(withoutTokens(wrongPassword.body()));
        var entered = browser().signIn();
        assertThat(entered.status()).isEqualTo(303);
        assertThat(entered.header("location")).isEqualTo("/");
        assertThat(browser().cookies.get(door().cookieName())).isNotEqualTo(before);
        assertThat(browser().get("/api/auth-check").status()).isEqualTo(204);
    }

    private static String withoutTokens(String page) {
        return page.replaceAll("(value|content)=\"[A-Za-z0-9_.-]{40,}\"", "");
    }

    @Test
    void json_signs_in_and_out_with_the_documented_answers() throws IOException {
        open(Map.of());
        var wrong = browser().json("POST", "/login", "{\"username\":\"admin\",\"password\":\"nope\"}");
        assertThat(wrong.status()).isEqualTo(401);
        assertThat(wrong.body()).contains("\"code\":\"bad_credentials\"");
        var entered = browser().json("POST", "/login", credentials());
        assertThat(entered.body()).isEqualTo("{\"authenticated\":true}");
        assertThat(entered.header("set-cookie")).contains("Max-Age=604800");
        String cookie = browser().cookies.getOrDefault(door().cookieName(), "");
        assertThat(browser().json("POST", "/logout", "").status()).isEqualTo(204);
        browser().cookies.put(door().cookieName(), cookie);
        assertThat(browser().get("/api/auth-check").status()).isEqualTo(401);
    }

    @Test
    void a_login_leads_back_to_where_somebody_wanted_to_go_but_to_no_other_server() throws IOException {
        open(Map.of());
        String page = browser().get("/login?next=%2Fs%2Fengine_1%3Aabc").body();
        assertThat(page).contains("action=\"/login?next=%2Fs%2Fengine_1%3Aabc\"");
        Map<String, String> right = Map.of("username", "admin", "password", TestLogin.PASSWORD);
        assertThat(browser().submit("/login?next=%2Fs%2Fengine_1%3Aabc", right).header("location"))
                .isEqualTo("/s/engine_1:abc");
        assertThat(browser().submit("/login?next=%2F%2Fevil.example", right).header("location"))
                .isEqualTo("/");
    }

    @Test
    void logging_out_by_form_leads_back_to_the_login() throws IOException {
        open(Map.of());
        browser().signIn();
        var out = browser().submit("/logout", Map.of());
        assertThat(out.status()).isEqualTo(303);
        assertThat(out.header("location")).isEqualTo("/login");
        assertThat(browser().cookies).doesNotContainKey(door().cookieName());
        assertThat(door().auth.logins().list()).isEmpty();
    }

    @Test
    void until_the_forced_change_everything_of_the_api_is_refused_and_the_change_opens_it() throws IOException {
        open(Map.of("SVC_FORCE_PASSWORD_CHANGE", "1"));
        assertThat(browser().get("/api/version").status()).isEqualTo(401);
        assertThat(browser().signIn().header("location")).isEqualTo("/change-password");
        for (String path : List.of("/api/version", "/api/auth-check", "/api/logins", "/api/no-such-thing")) {
            var refused = browser().get(path);
            assertThat(refused.status()).isEqualTo(403);
            assertThat(refused.body())
                    .contains("\"code\":\"password_change_required\"", "\"detail\":\"password change required\"");
        }
        String chosen = "chosen by a person";
        var tooShort = change(TestLogin.PASSWORD, "short", "short");
        assertThat(tooShort.status()).isEqualTo(422);
        assertThat(tooShort.body()).contains("aria-invalid=\"true\"", "12 to 1024 characters");
        assertThat(change(TestLogin.PASSWORD, chosen, "something different").body())
                .contains("differ");
        assertThat(change("wrong", chosen, chosen).status()).isEqualTo(401);
        assertThat(change(TestLogin.PASSWORD, chosen, chosen).header("location"))
                .isEqualTo("/");
        assertThat(browser().get("/api/version").status()).isEqualTo(200);
    }

    private Raw.Answer change(String current, String wanted, String confirm) throws IOException {
        return browser().submit("/change-password", Map.of("current", current, "new", wanted, "confirm", confirm));
    }

    @Test
    void the_password_changes_over_the_api_and_ends_the_other_logins() throws IOException {
        open(Map.of());
        browser().signIn();
        try (Browser other = door().browser()) {
            other.signIn();
            String wanted = "\"new\":\"another good one\",\"confirm\":\"another good one\"}";
            var refused = browser()
                    .json("POST", "/api/password", "{\"current\":\"x\",\"new\":\"short\",\"confirm\":\"short\"}");
            assertThat(refused.status()).isEqualTo(422);
            assertThat(refused.body()).contains("\"field\":\"new\"");
            assertThat(browser()
                            .json("POST", "/api/password", "{\"current\":\"wrong\"," + wanted)
                            .status())
                    .isEqualTo(401);
            assertThat(browser()
                            .json("POST", "/api/password", "{\"current\":\"" + TestLogin.PASSWORD + "\"," + wanted)
                            .status())
                    .isEqualTo(204);
            assertThat(browser().get("/api/version").status()).isEqualTo(200);
            assertThat(other.get("/api/version").status()).isEqualTo(401);
        }
    }

    @Test
    void two_factor_from_enrolment_to_its_end() throws IOException {
        open(Map.of());
        browser().signIn();
        JsonNode enrolment = json(browser().json("POST", "/api/2fa/enroll", ""));
        String secret = enrolment.path("secret").asText();
        assertThat(enrolment.path("otpauth_uri").asText()).contains("secret=" + secret);
        assertThat(enrolment.path("recovery_codes")).hasSize(10);
        assertThat(browser()
                        .json("POST", "/api/2fa/confirm", "{\"code\":\"000000\"}")
                        .status())
                .isEqualTo(401);
        assertThat(browser()
                        .json("POST", "/api/2fa/enroll/confirm", code(secret, 0))
                        .status())
                .isEqualTo(200);
        assertThat(browser().json("POST", "/api/2fa/enroll", "").status()).isEqualTo(409);
        assertThat(browser().get("/api/2fa").body()).contains("\"enabled\":true", "\"recovery_codes_left\":10");

        try (Browser phone = door().browser()) {
            var half = phone.signIn();
            assertThat(half.header("location")).isEqualTo("/login/totp");
            assertThat(phone.get("/api/version").status()).isEqualTo(401);
            assertThat(phone.get("/login/totp").body()).contains("autocomplete=\"one-time-code\"");
            var wrong = phone.submit("/login/totp", Map.of("code", "000000"));
            assertThat(wrong.status()).isEqualTo(401);
            assertThat(wrong.body()).contains("That code is not right");
            String recovery = enrolment.path("recovery_codes").get(0).asText();
            assertThat(phone.submit("/login/totp", Map.of("code", recovery)).header("location"))
                    .isEqualTo("/");
            assertThat(phone.cookies).doesNotContainKey(door().preAuthName());
            assertThat(phone.get("/api/2fa").body()).contains("\"recovery_codes_left\":9");
        }

        var renewed =
                browser().json("POST", "/api/2fa/recovery-codes", "{\"password\":\"" + TestLogin.PASSWORD + "\"}");
        assertThat(json(renewed).path("recovery_codes")).hasSize(10);
        assertThat(browser().json("POST", "/api/2fa/disable", "{}").status()).isEqualTo(400);
        assertThat(browser()
                        .json("POST", "/api/2fa/disable", "{\"password\":\"wrong\"}")
                        .status())
                .isEqualTo(401);
        assertThat(browser().json("POST", "/api/2fa/disable", code(secret, 1)).status())
                .isEqualTo(200);
        assertThat(home.resolve("2fa.json")).doesNotExist();
    }

    @Test
    void json_exchanges_the_pre_auth_cookie_for_a_login() throws IOException {
        open(Map.of());
        browser().signIn();
        String secret = json(browser().json("POST", "/api/2fa/enroll", ""))
                .path("secret")
                .asText();
        browser().json("POST", "/api/2fa/confirm", code(secret, 0));
        try (Browser program = door().browser()) {
            var half = program.json("POST", "/login", credentials());
            assertThat(half.body()).isEqualTo("{\"two_factor_required\":true}");
            assertThat(half.header("set-cookie")).contains("Max-Age=300");
            assertThat(program.json("POST", "/login/totp", code(secret, 1)).body())
                    .isEqualTo("{\"authenticated\":true}");
        }
        try (Browser late = door().browser()) {
            late.get("/login");
            assertThat(late.json("POST", "/login/totp", code(secret, 1)).body())
                    .contains("\"code\":\"unauthenticated\"");
            assertThat(late.get("/login/totp").header("location")).isEqualTo("/login");
        }
    }

    @Test
    void the_logins_are_listed_and_can_be_ended() throws IOException {
        open(Map.of());
        browser().more.add("User-Agent: a <b>browser</b>");
        browser().signIn();
        try (Browser other = door().browser()) {
            other.signIn();
            JsonNode logins = json(browser().get("/api/logins")).path("logins");
            assertThat(logins).hasSize(2);
            JsonNode mine = logins.get(logins.get(0).path("current").asBoolean() ? 0 : 1);
            JsonNode foreign = logins.get(logins.get(0).path("current").asBoolean() ? 1 : 0);
            assertThat(mine.path("agent").asText()).isEqualTo("a <b>browser</b>");
            assertThat(mine.path("address").asText()).isEqualTo("127.0.0.1");
            String handle = foreign.path("id").asText();
            assertThat(browser().json("DELETE", "/api/logins/" + handle, "").status())
                    .isEqualTo(204);
            assertThat(other.get("/api/version").status()).isEqualTo(401);
            assertThat(browser().json("DELETE", "/api/logins/" + handle, "").status())
                    .isEqualTo(404);
            other.signIn();
            assertThat(browser().json("DELETE", "/api/logins", "").status()).isEqualTo(204);
            assertThat(other.get("/api/version").status()).isEqualTo(401);
            assertThat(browser().get("/api/version").status()).isEqualTo(200);
        }
    }

    @Test
    void missing_doubled_huge_and_nonsensical_bodies_get_one_sentence_each() throws IOException {
        open(Map.of());
        assertThat(browser().json("POST", "/login", "{}").status()).isEqualTo(400);
        assertThat(browser().json("POST", "/login", "").status()).isEqualTo(400);
        assertThat(browser().json("POST", "/login", "[]").status()).isEqualTo(400);
        assertThat(browser().json("POST", "/login", "null").status()).isEqualTo(400);
        assertThat(browser()
                        .json("POST", "/login", "{\"username\":{},\"password\":[]}")
                        .status())
                .isEqualTo(400);
        assertThat(browser()
                        .json("POST", "/login", "{\"username\":\"admin\",\"username\":\"admin\",\"password\":\"x\"}")
                        .status())
                .isEqualTo(400);
        assertThat(browser().json("POST", "/login", "[".repeat(4000)).status()).isEqualTo(400);
        assertThat(browser()
                        .json("POST", "/login", "\"" + "x".repeat(9000) + "\"")
                        .status())
                .isEqualTo(413);
        assertThat(form("username=admin&password=a&password=b").status()).isEqualTo(400);
        assertThat(form("username=admin").status()).isEqualTo(400);
        assertThat(form("username=%zz&password=x").status()).isEqualTo(400);
        assertThat(form("username=" + "x".repeat(9000)).status()).isEqualTo(413);
        assertThat(form("username=admin&password=" + "x".repeat(7000)).status()).isEqualTo(401);
        assertThat(browser().signIn().status()).isEqualTo(303);
    }

    private Raw.Answer form(String body) throws IOException {
        String token = browser().token();
        return browser()
                .send(
                        "POST /login",
                        List.of("Content-Type: application/x-www-form-urlencoded", "Origin: " + door().origin()),
                        FormFields.CSRF_FIELD + "=" + token + "&" + body);
    }

    @Test
    void guessing_from_afar_is_told_to_wait_while_the_host_itself_enters() throws IOException {
        open(Map.of("SVC_TRUSTED_PROXIES", "127.0.0.1"));
        try (Browser guesser = door().browser()) {
            guesser.more.add("X-Forwarded-For: 198.51.100.7");
            var waits = guesser.submit("/login", Map.of("username", "admin", "password", "guess"));
            for (int i = 0; i < 20 && waits.status() == 401; i++) {
                waits = guesser.submit("/login", Map.of("username", "admin", "password", "guess"));
            }
            assertThat(waits.status()).isEqualTo(429);
            assertThat(Integer.parseInt(waits.header("retry-after"))).isBetween(1, 6);
            assertThat(waits.body()).contains("Too many attempts");
            assertThat(guesser.json("POST", "/login", credentials()).body()).contains("\"code\":\"rate_limited\"");
        }
        assertThat(browser().signIn().status()).isEqualTo(303);
    }

    @Test
    void beyond_sixty_tries_a_minute_the_host_itself_is_told_to_wait() throws IOException {
        open(Map.of());
        int judged = 0;
        while (judged < 1000 && guessesHere()) {
            judged++;
        }
        assertThat(judged).isBetween(60, 999);
        var waits = browser().signIn();
        assertThat(waits.status()).isEqualTo(429);
        assertThat(Integer.parseInt(waits.header("retry-after"))).isBetween(1, 60);
    }

    private boolean guessesHere() {
        try {
            var here = new Caller(InetAddress.getLoopbackAddress(), true, "");
            return door().auth.signIn().password("nobody", "guess", here).equals(new SignInOutcome.Refused());
        } catch (TooManyAttemptsException wait) {
            return false;
        }
    }

    @Test
    void after_twenty_wrong_codes_a_stranger_is_told_to_wait_and_who_is_signed_in_hears_of_it() throws IOException {
        open(Map.of("SVC_TRUSTED_PROXIES", "127.0.0.1"));
        browser().signIn();
        JsonNode enrolment = json(browser().json("POST", "/api/2fa/enroll", ""));
        String secret = enrolment.path("secret").asText();
        browser().json("POST", "/api/2fa/confirm", code(secret, 0));
        for (int i = 1; i <= 20; i++) {
            assertThat(codeFrom("198.51.100." + i, "000000").status()).isEqualTo(401);
        }
        var waits = codeFrom("203.0.113.1", "000000");
        assertThat(waits.status()).isEqualTo(429);
        assertThat(Integer.parseInt(waits.header("retry-after"))).isBetween(1, 60);
        String recovery = enrolment.path("recovery_codes").get(0).asText();
        assertThat(codeFrom("203.0.113.2", recovery).header("location")).isEqualTo("/");
        assertThat(door().auth.alarm()).map(WrongCodes.Alarm::count).hasValue(20L);
        assertThat(browser().json("DELETE", "/api/2fa/wrong-codes", "").status())
                .isEqualTo(204);
        assertThat(door().auth.alarm()).isEmpty();
    }

    private Raw.Answer codeFrom(String address, String code) throws IOException {
        try (Browser stranger = door().browser()) {
            stranger.more.add("X-Forwarded-For: " + address);
            stranger.cookies.put(door().preAuthName(), door().auth.preAuth().start());
            return stranger.submit("/login/totp", Map.of("code", code));
        }
    }

    @Test
    void a_forwarded_address_counts_only_behind_a_trusted_proxy() throws IOException {
        open(Map.of());
        browser().more.add("X-Forwarded-For: 198.51.100.7");
        browser().signIn();
        assertThat(browser().get("/api/logins").body()).contains("\"address\":\"127.0.0.1\"");
    }

    @Test
    void a_reset_on_the_host_ends_every_login_of_the_running_server() throws IOException {
        open(Map.of());
        browser().signIn();
        String hash =
                PasswordHash.of("set on the host now", 1000, new SecureRandom()).encoded();
        door().config().envFile().change(Map.of("SVC_PASSWORD_HASH", hash));
        awaitStatus("/api/version", 401);
        assertThat(browser().signIn().status()).isEqualTo(401);
        assertThat(browser()
                        .submit("/login", Map.of("username", "admin", "password", "set on the host now"))
                        .status())
                .isEqualTo(303);
    }

    @Test
    void clearing_two_factor_on_the_host_lets_the_password_in_alone() throws IOException {
        open(Map.of());
        browser().signIn();
        String secret = json(browser().json("POST", "/api/2fa/enroll", ""))
                .path("secret")
                .asText();
        browser().json("POST", "/api/2fa/confirm", code(secret, 0));
        new TwoFactorFile(home.resolve("2fa.json")).remove();
        awaitStatus("/api/version", 401);
        assertThat(browser().signIn().header("location")).isEqualTo("/");
    }

    @Test
    void a_damaged_two_factor_file_is_explained_to_who_has_the_password_only() throws IOException {
        open(Map.of());
        Files.writeString(home.resolve("2fa.json"), "{");
        assertThat(browser()
                        .submit("/login", Map.of("username", "admin", "password", "wrong"))
                        .status())
                .isEqualTo(401);
        var locked = browser().signIn();
        assertThat(locked.status()).isEqualTo(503);
        assertThat(locked.body()).contains("svc clear-2fa").doesNotContain(home.toString());
        var json = browser().json("POST", "/login", credentials());
        assertThat(json.body()).contains("\"code\":\"two_factor_broken\"").doesNotContain(home.toString());
    }

    @Test
    void without_a_login_mode_everybody_is_in_and_the_token_still_counts() throws IOException {
        open(Map.of("SVC_AUTH_MODE", "none"));
        assertThat(browser().get("/api/version").status()).isEqualTo(200);
        assertThat(browser().get("/login").header("location")).isEqualTo("/");
        assertThat(browser().get("/api/auth-check").status()).isEqualTo(204);
        String anonymous = door().auth.logins().anonymous();
        browser().cookies.put(door().cookieName(), anonymous);
        for (String path : List.of("/api/2fa/enroll", "/api/password", "/change-password")) {
            var disabled = browser().json("POST", path, "{}");
            assertThat(disabled.status()).isEqualTo(403);
            assertThat(disabled.body()).contains("\"code\":\"disabled\"");
        }
        browser().cookies.clear();
        var noToken = browser().send("POST /api/2fa/enroll", List.of("Origin: " + door().origin()), "");
        assertThat(noToken.body()).contains("\"code\":\"csrf\"");
    }

    @Test
    void a_form_with_a_stale_token_gets_a_page_and_no_json() throws IOException {
        open(Map.of());
        browser().get("/login");
        var stale = browser()
                .send(
                        "POST /login",
                        List.of("Content-Type: application/x-www-form-urlencoded", "Origin: " + door().origin()),
                        "csrf_token=stale&username=admin&password=x");
        assertThat(stale.status()).isEqualTo(403);
        assertThat(stale.header("content-type")).startsWith("text/html");
        assertThat(stale.body()).contains("reload the page", "href=\"/login\"");
    }

    @Test
    void a_german_browser_gets_german_pages() throws IOException {
        open(Map.of());
        browser().more.add("Accept-Language: de-CH, de;q=0.9, en;q=0.5");
        assertThat(browser().get("/login").body()).contains("<html lang=\"de\">", "Anmelden");
        assertThat(browser()
                        .submit("/login", Map.of("username", "admin", "password", "x"))
                        .body())
                .contains("Benutzername oder Passwort stimmt nicht");
    }

    @Test
    void hostile_text_comes_back_as_text() throws IOException {
        open(Map.of());
        var page = browser().submit("/login", Map.of("username", "\"><script>alert(1)</script>", "password", "x"));
        assertThat(page.body())
                .contains("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;")
                .contains("a &lt;test&gt; place")
                .doesNotContain("<script");
    }

    @Test
    void behind_https_the_cookies_carry_the_host_name_prefix() throws IOException {
        open(Map.of("SVC_ORIGIN", "https://svc.example.org"));
        var page = browser().get("/login");
        assertThat(page.header("set-cookie")).startsWith("__Host-svc_session=").contains("Secure", "Path=/");
        assertThat(page.header("strict-transport-security")).isNotEmpty();
        assertThat(browser().signIn().status()).isEqualTo(303);
    }

    @Test
    void of_two_cookies_with_the_name_the_one_of_ours_counts_and_two_of_ours_count_for_nobody() throws IOException {
        open(Map.of());
        browser().signIn();
        String mine = door().cookieName() + "=" + browser().cookies.get(door().cookieName());
        String anonymous = door().cookieName() + "=" + door().auth.logins().anonymous();
        browser().cookies.clear();
        assertThat(withCookies(door().cookieName() + "=planted; " + mine)).isEqualTo(204);
        assertThat(withCookies(anonymous + "; " + mine)).isEqualTo(401);
    }

    private int withCookies(String cookies) throws IOException {
        return browser()
                .send("GET /api/auth-check", List.of("Cookie: " + cookies), "")
                .status();
    }

    private void awaitStatus(String path, int status) {
        Waiting.until(
                () -> path + " answers " + status, () -> browser().get(path).status() == status);
    }

    private static String credentials() {
        return "{\"username\":\"admin\",\"password\":\"" + TestLogin.PASSWORD + "\"}";
    }

    /// A code `steps` away from now: a test that runs over the edge of a step still holds one that is accepted.
    private static String code(String secret, int steps) {
        long now = System.currentTimeMillis() + steps * 30_000L;
        int code = new GoogleAuthenticator().getTotpPassword(secret, now);
        return String.format(Locale.ROOT, "{\"code\":\"%06d\"}", code);
    }

    private static JsonNode json(Raw.Answer answer) throws IOException {
        assertThat(answer.status()).isEqualTo(200);
        return Json.shared().readTree(answer.body());
    }
}
