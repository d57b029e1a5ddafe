package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.change.Deed;
import dev.svc.server.engine.change.Edit;
import dev.svc.server.engine.change.Was;
import dev.svc.server.session.Turn.Role;
import dev.svc.server.transcript.FakeTurns;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShareApiIT {
    private static final String ONE = "/api/sessions/codex:one/share";
    private static final String LINK = "{\"turns\":[0,1],\"changes\":false,\"expires_hours\":2,\"link\":true}";

    @TempDir
    private Path folder;

    private ApiRig rig;

    @BeforeEach
    void a_conversation() throws Exception {
        ApiRig.session(folder, "one", "Fix <b>the</b> cart", 1);
        rig = new ApiRig(folder);
        rig.talk.turns.add(FakeTurns.said(Role.USER, "The key is ghp_CANARYcanary0123456789"));
        rig.talk.say(3);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private String link() throws Exception {
        var made = rig.post(ONE, LINK);
        assertThat(made.status()).isEqualTo(201);
        return made.body().path("url").asText();
    }

    private static Map<String, List<String>> headers(HttpResponse<String> answer) {
        var headers = new TreeMap<>(answer.headers().map());
        headers.remove("date");
        headers.remove("content-length");
        return headers;
    }

    @Test
    void what_would_be_shared_is_shown_first_with_what_was_masked() throws Exception {
        var preview = rig.get(ONE + "?from=0&to=1");
        assertThat(preview.status()).isEqualTo(200);
        assertThat(preview.body().at("/turns/0/text").asText()).isEqualTo("The key is [masked]");
        assertThat(preview.body().at("/masked/0/kind").asText()).isEqualTo("key");
        assertThat(preview.body().at("/masked/0/count").asInt()).isOne();
        assertThat(preview.body().path("count").asInt()).isEqualTo(4);
        assertThat(rig.journal.head().seq()).isZero();
    }

    @Test
    void a_file_is_the_page_and_is_journaled() throws Exception {
        var file = rig.postText(ONE, "{\"turns\":[0,1]}");
        assertThat(file.statusCode()).isEqualTo(200);
        assertThat(file.headers().firstValue("Content-Disposition").orElseThrow())
                .matches("attachment; filename=\"[a-z0-9-]+\\.html\"");
        assertThat(file.body()).contains("[masked]", "Fix &lt;b&gt;the").doesNotContain("CANARY", "<b>the");
        var event = rig.get("/api/sessions/codex:one/events").body().at("/events/0");
        assertThat(event.path("type").asText()).isEqualTo("shared");
        assertThat(event.at("/data/how").asText()).isEqualTo("file");
        assertThat(event.at("/data/turns").asText()).isEqualTo("1-2");
    }

    @Test
    void a_link_shows_the_page_as_it_was_made_until_it_is_over() throws Exception {
        var link = link();
        assertThat(link).matches("/shared/[A-Za-z0-9_-]{43}");
        rig.talk.turns.set(1, FakeTurns.said(Role.USER, "said later"));
        assertThat(rig.text(link).body()).contains("turn number 1").doesNotContain("said later", "CANARY");
        rig.clock.pass(Duration.ofHours(2));
        assertThat(rig.text(link).statusCode()).isEqualTo(404);
    }

    @Test
    void a_shared_page_cannot_run_load_send_be_framed_kept_or_found() throws Exception {
        var headers = rig.text(link()).headers();
        assertThat(headers.firstValue("Content-Security-Policy").orElseThrow())
                .startsWith("default-src 'none'; style-src 'sha256-")
                .contains("frame-ancestors 'none'", "form-action 'none'", "base-uri 'none'", "sandbox")
                .doesNotContain("unsafe", "script-src", "self");
        assertThat(headers.firstValue("Cache-Control")).contains("no-store");
        assertThat(headers.firstValue("X-Content-Type-Options")).contains("nosniff");
        assertThat(headers.firstValue("Referrer-Policy")).contains("no-referrer");
        assertThat(headers.firstValue("X-Robots-Tag").orElseThrow()).contains("noindex");
        assertThat(headers.firstValue("Set-Cookie")).isEmpty();
    }

    @Test
    void links_that_lead_nowhere_are_answered_alike_whatever_the_reason() throws Exception {
        var revoked = link();
        var id = rig.get("/api/shares").body().at("/shares/0/id").asText();
        assertThat(rig.delete("/api/shares/" + id).status()).isEqualTo(204);
        var over = link();
        rig.clock.pass(Duration.ofHours(2));
        var unknown = rig.text("/shared/" + "A".repeat(43));
        assertThat(unknown.statusCode()).isEqualTo(404);
        for (var path : List.of(revoked, over, "/shared/x", "/shared/" + id, "/shared/a.b", "/shared/%C3%BC")) {
            var answer = rig.text(path);
            assertThat(answer.statusCode()).as(path).isEqualTo(404);
            assertThat(answer.body()).as(path).isEqualTo(unknown.body());
            assertThat(headers(answer)).as(path).isEqualTo(headers(unknown));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/shared/..%2fshares.json", "/shared/%2e%2e%2fshares.json", "/shared/%00", "/shared/a%2fb.html"})
    void no_trick_with_the_path_leads_to_a_file(String path) throws Exception {
        link();
        var answer = rig.text(path);
        assertThat(answer.statusCode()).isIn(400, 404);
        assertThat(answer.body()).doesNotContain("token_sha256", "turn number");
    }

    @Test
    void links_are_listed_without_their_tokens_and_taken_back() throws Exception {
        var token = link().substring("/shared/".length());
        var list = rig.get("/api/shares");
        var one = list.body().at("/shares/0");
        assertThat(one.path("session").asText()).isEqualTo("engine_2:one");
        assertThat(one.path("expires_at").asText()).isEqualTo("2026-11-21T14:00:00.000Z");
        assertThat(list.raw().body()).doesNotContain(token);
        assertThat(rig.delete("/api/shares/" + one.path("id").asText()).status())
                .isEqualTo(204);
        assertThat(rig.delete("/api/shares/" + one.path("id").asText()).status())
                .isEqualTo(404);
        var audit = rig.get("/api/audit").raw().body();
        assertThat(audit).contains("\"shared\"", "\"share_revoked\"").doesNotContain(token);
    }

    @Test
    void what_has_changed_since_it_was_shown_is_not_shared() throws Exception {
        var seen = rig.get(ONE + "?from=0&to=1").body().path("seen").asText();
        var wish = "{\"turns\":[0,1],\"link\":true,\"seen\":\"" + seen + "\"}";
        assertThat(rig.post(ONE, wish).status()).isEqualTo(201);
        rig.talk.turns.set(1, FakeTurns.said(Role.USER, "a result that came meanwhile"));
        var refused = rig.post(ONE, wish);
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.raw().body()).contains("look at it again");
    }

    private void wrote(int turn, String text) {
        rig.talk.edits.add(new Edit(turn, null, new Deed.Wrote("/home/alex/shop/src/cart.ts", Was.NOTHING, text)));
    }

    @Test
    void what_the_turns_changed_is_part_of_the_page_where_that_is_wanted() throws Exception {
        wrote(1, "const key = 'ghp_CANARYcanary0123456789';\n");
        rig.talk.edits.add(new Edit(2, null, new Deed.Wrote("/later.ts", Was.NOTHING, "later\n")));
        assertThat(rig.get(ONE + "?from=0&to=1").body().path("changes").isNull())
                .isTrue();
        var changes = rig.get(ONE + "?from=0&to=1&changes=1").body().path("changes");
        assertThat(changes.at("/files/0/path").asText()).endsWith("src/cart.ts");
        assertThat(changes.at("/files/0/hunks/0/lines/0/text").asText()).isEqualTo("const key = '[masked]';");
        assertThat(changes.path("files")).hasSize(1);
        assertThat(rig.postText(ONE, "{\"turns\":[0,1]}").body()).doesNotContain("cart.ts");
        assertThat(rig.postText(ONE, "{\"turns\":[0,1],\"changes\":true}").body())
                .contains("cart.ts", "<ins>+const key = &#39;[masked]&#39;;")
                .doesNotContain("CANARY", "later.ts");
        var event = rig.get("/api/sessions/codex:one/events").body().at("/events/0");
        assertThat(event.at("/data/changes").asText()).isEqualTo("shared");
        assertThat(rig.get(ONE + "?changes=2").status()).isEqualTo(400);
    }

    @Test
    void an_edit_that_came_since_the_page_was_shown_and_a_page_without_the_changes_are_not_what_was_seen()
            throws Exception {
        wrote(1, "one\n");
        var seen = rig.get(ONE + "?from=0&to=1&changes=1").body().path("seen").asText();
        var wish = "{\"turns\":[0,1],\"changes\":true,\"link\":true,\"seen\":\"" + seen + "\"}";
        assertThat(rig.post(ONE, wish.replace("true,\"link", "false,\"link")).status())
                .isEqualTo(409);
        assertThat(rig.post(ONE, wish).status()).isEqualTo(201);
        wrote(1, "two\n");
        rig.talk.generation++;
        assertThat(rig.post(ONE, wish).status()).isEqualTo(409);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"turns\":[0,9]}; 422; from 0 to 3",
                "{\"turns\":[2,1]}; 422; from 0 to 3",
                "{\"turns\":[-1,1]}; 422; from 0 to 3",
                "{\"turns\":[1]}; 422; two numbers",
                "{\"turns\":[null,1]}; 422; two numbers",
                "{}; 422; two numbers",
                "{\"turns\":[0,1],\"changes\":\"all\"}; 400; JSON",
                "{\"turns\":[0,1],\"expires_hours\":0}; 422; 1 hour to 720",
                "{\"turns\":[0,1],\"expires_hours\":721}; 422; 1 hour to 720",
                "{\"turns\":\"all\"}; 400; JSON",
                "{\"turns\":[0,1],\"to\":\"x\"}; 400; JSON",
                "[]; 400; JSON"
            })
    void what_cannot_be_shared_is_refused_with_a_sentence(String body, int status, String sentence) throws Exception {
        var answer = rig.post(ONE, body);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.raw().body()).contains(sentence);
        assertThat(rig.get("/api/shares").body().path("shares")).isEmpty();
    }

    @Test
    void a_session_that_is_not_there_shares_nothing() throws Exception {
        assertThat(rig.get("/api/sessions/codex:none/share").status()).isEqualTo(404);
        assertThat(rig.post("/api/sessions/codex:none/share", LINK).status()).isEqualTo(404);
    }
}
