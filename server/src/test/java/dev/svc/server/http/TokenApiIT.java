package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.auth.SecurityNote;
import dev.svc.server.auth.SecurityNote.What;
import dev.svc.server.auth.token.Scope;
import dev.svc.server.auth.token.Tokens;
import dev.svc.server.auth.token.TokensFile;
import dev.svc.server.http.TestLogin.Browser;
import dev.svc.server.http.gate.Json;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Tokens as a person makes and ends them, and as programs bring them; every answer is held against the contract.
class TokenApiIT {
    private static final String REPORT = "{\"name\":\"report\",\"scopes\":[\"read\"]}";

    @TempDir
    private Path home;

    private TestLogin door;
    private Browser person;

    @BeforeEach
    void a_person_signs_in() throws IOException {
        door = new TestLogin(home, Map.of());
        person = door.browser();
        assertThat(person.signIn().status()).isEqualTo(303);
    }

    @AfterEach
    void close() throws IOException {
        person.close();
        door.close();
    }

    private static JsonNode json(Raw.Answer answer) throws IOException {
        return Json.shared().readTree(answer.body());
    }

    private String made() throws IOException {
        var answer = person.json("POST", "/api/tokens", REPORT);
        assertThat(answer.status()).as(answer.body()).isEqualTo(201);
        return json(answer).path("token").asText();
    }

    private Raw.Answer asProgram(String token, String path) throws IOException {
        try (var program = door.browser()) {
            return program.send("GET " + path, List.of("Authorization: Bearer " + token), "");
        }
    }

    private List<What> noted() {
        return door.notes.stream()
                .map(SecurityNote::what)
                .filter(it -> it == What.TOKEN_CREATED || it == What.TOKEN_ENDED)
                .toList();
    }

    @Test
    void a_token_is_shown_once_listed_without_it_and_opens_until_it_is_ended() throws Exception {
        var token = made();
        assertThat(asProgram(token, "/api/openapi.json").status()).isEqualTo(200);

        var listed = person.get("/api/tokens");
        var row = json(listed).path("tokens").path(0);
        assertThat(listed.body()).doesNotContain(token.substring(token.length() - 43));
        assertThat(row.path("name").asText()).isEqualTo("report");
        assertThat(row.path("last_used_at").isNull()).isFalse();
        assertThat(person.json("DELETE", "/api/tokens/" + row.path("id").asText(), "")
                        .status())
                .isEqualTo(204);

        assertThat(asProgram(token, "/api/openapi.json").status()).isEqualTo(401);
        assertThat(person.json("DELETE", "/api/tokens/" + row.path("id").asText(), "")
                        .status())
                .isEqualTo(404);
        assertThat(noted()).containsExactly(What.TOKEN_CREATED, What.TOKEN_ENDED);
        assertThat(door.notes.toString()).doesNotContain(token.substring(token.length() - 43));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/tokens", "/api/logins", "/api/2fa", "/api/passkeys", "/api/proof"})
    void no_token_opens_the_account(String path) throws Exception {
        var token = door.auth.api().local().make();

        assertThat(json(asProgram(token, path)).path("code").asText()).isEqualTo("scope");
    }

    @Test
    void what_a_token_lacks_is_named() throws Exception {
        var made = door.auth.api().kept().create("driver", Set.of(Scope.DRIVE), null);

        var refused = asProgram(made.text(), "/api/openapi.json");

        assertThat(refused.status()).isEqualTo(403);
        assertThat(json(refused).path("detail").asText()).contains("read");
    }

    @Test
    void wrong_tokens_cost_their_source_as_wrong_passwords_do_and_right_ones_go_on() throws Exception {
        var token = made();
        Raw.Answer last = asProgram("svc_a_b", "/api/openapi.json");
        for (int i = 0; i < 100 && last.status() == 401; i++) {
            last = asProgram("svc_a_b", "/api/openapi.json");
        }

        assertThat(last.status()).isEqualTo(429);
        assertThat(last.header("retry-after")).isNotEmpty();
        assertThat(asProgram(token, "/api/openapi.json").status()).isEqualTo(200);
    }

    @Test
    void a_bad_token_beside_a_login_is_refused() throws Exception {
        assertThat(person.send("GET /api/openapi.json", List.of("Authorization: Bearer svc_a_b"), "")
                        .status())
                .isEqualTo(401);
        assertThat(person.send("GET /api/openapi.json", List.of("Authorization: Basic YTpi"), "")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void whoever_signed_in_long_ago_proves_it_once_more() throws Exception {
        door.later = Duration.ofMinutes(11);
        var asked = person.json("POST", "/api/tokens", REPORT);
        assertThat(asked.status()).isEqualTo(401);
        assertThat(json(asked).path("code").asText()).isEqualTo("proof_required");

        var wrong = person.json("POST", "/api/tokens", REPORT.replace("}", ",\"password\":\"nope\"}"));
        assertThat(json(wrong).path("code").asText()).isEqualTo("bad_credentials");
        assertThat(json(person.get("/api/tokens")).path("tokens")).isEmpty();

        var right = REPORT.replace("}", ",\"password\":\"" + TestLogin.PASSWORD + "\"}");
        assertThat(person.json("POST", "/api/tokens", right).status()).isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\":\"\",\"scopes\":[\"read\"]}",
                "{\"name\":\"a\",\"scopes\":[]}",
                "{\"name\":\"a\",\"scopes\":[\"all\"]}",
                "{\"name\":\"a\",\"scopes\":[\"read\"],\"expires_at\":\"2020-01-01T00:00:00Z\"}",
                "{\"name\":\"a\",\"scopes\":[\"read\"],\"expires_at\":\"soon\"}"
            })
    void what_cannot_be_made_is_refused_with_what_is_wrong(String body) throws Exception {
        assertThat(person.json("POST", "/api/tokens", body).status()).isEqualTo(422);
    }

    @Test
    void what_a_command_makes_and_ends_counts_at_once_and_is_noted() throws Exception {
        var file = TokensFile.in(door.config().home().data());
        var wish = new Tokens.Wish("cron", Set.of(Scope.READ), null, false);
        var made = Tokens.create(file, wish, Instant.now(), new SecureRandom());
        assertThat(asProgram(made.text(), "/api/openapi.json").status()).isEqualTo(200);

        assertThat(Tokens.end(file, "cron")).isPresent();

        assertThat(asProgram(made.text(), "/api/openapi.json").status()).isEqualTo(401);
        Waiting.until(() -> "notes of both", () -> noted().equals(List.of(What.TOKEN_CREATED, What.TOKEN_ENDED)));
    }
}
