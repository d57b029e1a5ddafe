package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.http.ApiRig.Answer;
import dev.svc.server.review.ModelEndpoint;
import dev.svc.server.session.SessionId;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The review over HTTP, every answer held against the description.
class ReviewApiIT {
    private static final String ASKS =
            "{\"summary\": \"Asks.\", \"needs_you\": true, \"reason\": \"May it?\", \"title\": \"Cart\", \"project\": \"shop\"}";

    @TempDir
    Path folder = Path.of("");

    private ApiRig rig;
    private ModelEndpoint endpoint;

    @BeforeEach
    void start() throws Exception {
        ApiRig.session(folder, "one", "Fix the cart", 1);
        ApiRig.session(folder, "two", "Write the docs", 2);
        rig = new ApiRig(folder);
        endpoint = ModelEndpoint.saying(ASKS);
        for (var name : List.of("one", "two")) {
            rig.transcripts.put(SessionId.find("engine_2:" + name).orElseThrow(), "It says " + name);
        }
    }

    @AfterEach
    void stop() {
        endpoint.close();
        rig.close();
    }

    private Answer turnOn() throws Exception {
        return rig.patch("/api/settings", """
                {"ai_review": {"enabled": true, "base_url": "%s", "model": "small", "api_key": "key-one"}}
                """.formatted(endpoint.baseUrl()));
    }

    /// Runs a review and waits for its end on the stream of events.
    private void run(String body) throws Exception {
        try (var stream = rig.events(null);
                var lines = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            awaitEvent(lines, "heartbeat");
            assertThat(rig.post("/api/ai-review/run", body).status()).isEqualTo(202);
            awaitEvent(lines, "review"); // it begins
            awaitEvent(lines, "review"); // it is over
        }
    }

    /// One of this type that is about no session.
    private static void awaitEvent(BufferedReader lines, String type) throws IOException {
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.replace(": ", ":").equals("event:" + type)
                    && String.valueOf(lines.readLine()).replace(": ", ":").equals("data:{}")) {
                return;
            }
        }
        throw new AssertionError(type + " never came");
    }

    private JsonNode row(String name) throws Exception {
        return rig.get("/api/sessions/codex:" + name).body();
    }

    @Test
    void a_key_is_taken_and_never_told() throws Exception {
        var answer = turnOn();
        assertThat(answer.body().at("/ai_review/api_key").asText()).isEqualTo("set");
        for (var path : List.of("/api/settings", "/api/ai-review", "/api/audit")) {
            assertThat(rig.get(path).raw().body()).doesNotContain("key-one");
        }
        assertThat(Files.readString(folder.resolve("ai-review.key"))).contains("key-one");
    }

    @Test
    void another_endpoint_begins_without_a_key() throws Exception {
        var _ = turnOn();
        var answer = rig.patch("/api/settings", "{\"ai_review\": {\"base_url\": \"https://other.example.com/v1\"}}");
        assertThat(answer.body().at("/ai_review/api_key").asText()).isEqualTo("unset");
        var back = rig.patch("/api/settings", "{\"ai_review\": {\"base_url\": \"%s\"}}".formatted(endpoint.baseUrl()));
        assertThat(back.body().at("/ai_review/api_key").asText()).isEqualTo("unset");
    }

    @Test
    void a_key_without_an_endpoint_is_refused_and_nothing_beside_it_is_changed() throws Exception {
        var refused = rig.patch(
                "/api/settings",
                "{\"ai_review\": {\"api_key\": \"k\", \"interval_minutes\": 60}, \"reaper\": {\"dry_run\": true}}");
        assertThat(refused.status()).isEqualTo(422);
        assertThat(refused.body().at("/errors/0/field").asText()).isEqualTo("ai_review.api_key");
        assertThat(rig.get("/api/settings")
                        .body()
                        .at("/ai_review/interval_minutes")
                        .asInt())
                .isEqualTo(30);
        assertThat(rig.get("/api/audit?type=settings_changed").body().path("events"))
                .isEmpty();
    }

    @Test
    void a_key_goes_with_the_endpoint_of_the_same_change() throws Exception {
        var _ = turnOn();
        assertThat(rig.patch("/api/settings", "{\"ai_review\": {\"base_url\": null, \"api_key\": \"k\"}}")
                        .status())
                .isEqualTo(422);
        assertThat(rig.get("/api/settings").body().at("/ai_review/api_key").asText())
                .isEqualTo("set");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"ai_review":{"interval_minutes":4}}                | 422
            {"ai_review":{"interval_minutes":1441}}             | 422
            {"ai_review":{"request_timeout":9}}                 | 422
            {"ai_review":{"request_timeout":601}}               | 422
            {"ai_review":{"max_sessions_per_run":0}}            | 422
            {"ai_review":{"base_url":"javascript:alert(1)"}}    | 422
            {"ai_review":{"base_url":"http://a:b@host/v1"}}     | 422
            {"ai_review":{"model":""}}                          | 422
            {"ai_review":{"secret":"x"}}                        | 422
            {"ai_review":{"enabled":"yes"}}                     | 400
            """)
    void what_cannot_be_set_is_refused(String patch, int status) throws Exception {
        assertThat(rig.patch("/api/settings", patch).status()).isEqualTo(status);
    }

    @Test
    void without_being_turned_on_nothing_can_be_reviewed() throws Exception {
        var answer = rig.post("/api/ai-review/run", "{}");
        assertThat(answer.status()).isEqualTo(403);
        assertThat(answer.body().path("code").asText()).isEqualTo("disabled");
        assertThat(rig.get("/api/ai-review").body().path("state").asText()).isEqualTo("off");
    }

    @Test
    void without_an_endpoint_neither() throws Exception {
        var _ = rig.patch("/api/settings", "{\"ai_review\": {\"enabled\": true}}");
        assertThat(rig.post("/api/ai-review/run", "{}").status()).isEqualTo(409);
    }

    @Test
    void a_review_is_on_its_row_and_on_the_worklist() throws Exception {
        var _ = turnOn();
        var project = rig.post("/api/projects", "{\"name\": \"Shop\"}").body().path("id");
        assertThat(rig.get("/api/sessions?needs_you=1").body().path("total").asInt())
                .isZero();
        run("{\"sids\": [\"codex:one\"]}");
        var review = row("one").path("review");
        assertThat(review.path("summary").asText()).isEqualTo("Asks.");
        assertThat(review.path("reason").asText()).isEqualTo("May it?");
        assertThat(review.path("needs_you").asBoolean()).isTrue();
        assertThat(review.path("project_id")).isEqualTo(project);
        assertThat(row("two").path("review").isNull()).isTrue();
        assertThat(rig.get("/api/sessions?needs_you=1")
                        .body()
                        .at("/sessions/0/id")
                        .asText())
                .isEqualTo("engine_2:one");
        assertThat(rig.get("/api/sessions?needs_you=1").body().path("total").asInt())
                .isEqualTo(1);
        var last = rig.get("/api/ai-review").body().path("last_run");
        assertThat(last.path("reviewed").asInt()).isEqualTo(1);
        assertThat(last.path("failure").isNull()).isTrue();
    }

    @Test
    void without_names_every_active_session_is_reviewed() throws Exception {
        var _ = turnOn();
        run("{}");
        assertThat(row("one").at("/review/summary").asText()).isEqualTo("Asks.");
        assertThat(row("two").at("/review/summary").asText()).isEqualTo("Asks.");
    }

    @Test
    void a_suggested_title_is_an_event_of_the_review_that_can_be_undone_and_never_comes_back() throws Exception {
        var _ = turnOn();
        run("{\"sids\": [\"codex:one\"]}");
        assertThat(row("one").path("title").asText()).isEqualTo("Cart");
        assertThat(row("one").at("/review/title_applied").asBoolean()).isTrue();
        var event = rig.get("/api/sessions/codex:one/events").body().at("/events/0");
        assertThat(event.path("type").asText()).isEqualTo("renamed");
        assertThat(event.path("actor").asText() + event.at("/actor/name").asText())
                .isEqualTo("review");
        assertThat(rig.post(
                                "/api/metadata/undo",
                                "{\"seq\": %d}".formatted(event.path("seq").asInt()))
                        .status())
                .isEqualTo(200);
        assertThat(row("one").path("title").asText()).isEqualTo("Fix the cart");
        run("{\"sids\": [\"codex:one\"]}");
        assertThat(row("one").path("title").asText()).isEqualTo("Fix the cart");
    }

    @Test
    void a_title_that_a_person_gives_while_the_model_thinks_wins() throws Exception {
        var _ = turnOn();
        endpoint.now((exchange, request) -> {
            try {
                assertThat(rig.post("/api/sessions/codex:one/rename", "{\"title\": \"Mine\"}")
                                .status())
                        .isEqualTo(200);
            } finally {
                ModelEndpoint.says(ASKS).answer(exchange, request);
            }
        });
        run("{\"sids\": [\"codex:one\"]}");
        assertThat(row("one").path("title").asText()).isEqualTo("Mine");
        assertThat(row("one").at("/review/title_applied").asBoolean()).isFalse();
    }

    @Test
    void a_session_that_is_kept_out_is_not_sent_until_it_is_let_in_again() throws Exception {
        var _ = turnOn();
        assertThat(rig.post("/api/sessions/codex:one/review-off", "")
                        .body()
                        .path("review_off")
                        .asBoolean())
                .isTrue();
        assertThat(rig.post("/api/ai-review/run", "{\"sids\": [\"codex:one\"]}").status())
                .isEqualTo(409);
        run("{}");
        assertThat(endpoint.received()).hasSize(1);
        assertThat(rig.post("/api/sessions/codex:one/review-on", "")
                        .body()
                        .path("review_off")
                        .asBoolean())
                .isFalse();
        run("{\"sids\": [\"codex:one\"]}");
        assertThat(row("one").at("/review/summary").asText()).isEqualTo("Asks.");
    }

    @Test
    void what_was_seen_to_leaves_the_worklist_can_be_undone_and_comes_back_with_the_next_review() throws Exception {
        var _ = turnOn();
        assertThat(rig.post("/api/sessions/codex:one/review-seen", "").status()).isEqualTo(409);
        run("{\"sids\": [\"codex:one\"]}");
        var review = rig.post("/api/sessions/codex:one/review-seen", "").body().path("review");
        assertThat(review.path("needs_you").asBoolean()).isFalse();
        assertThat(review.path("seen").asBoolean()).isTrue();
        assertThat(review.path("summary").asText()).isEqualTo("Asks.");
        assertThat(waiting()).isZero();
        var event = rig.get("/api/audit?type=settings_changed").body().at("/events/0");
        assertThat(event.path("actor").asText() + event.at("/actor/name").asText())
                .isEqualTo("admin");
        assertThat(rig.post(
                                "/api/metadata/undo",
                                "{\"seq\": %d}".formatted(event.path("seq").asInt()))
                        .status())
                .isEqualTo(200);
        assertThat(waiting()).isEqualTo(1);
        var _ = rig.post("/api/sessions/codex:one/review-seen", "");
        assertThat(rig.post("/api/sessions/codex:one/review-unseen", "")
                        .body()
                        .at("/review/needs_you")
                        .asBoolean())
                .isTrue();
        var _ = rig.post("/api/sessions/codex:one/review-seen", "");
        run("{\"sids\": [\"codex:one\"]}");
        assertThat(waiting()).isEqualTo(1);
    }

    private int waiting() throws Exception {
        return rig.get("/api/sessions?needs_you=1").body().path("total").asInt();
    }

    @Test
    void what_would_be_sent_can_be_seen() throws Exception {
        var seen = rig.get("/api/ai-review/preview?sid=codex:one").body();
        assertThat(seen.path("material").asText()).contains("It says one");
        assertThat(seen.path("rules").asText()).contains("JSON");
    }

    @Test
    void models_are_listed_for_a_draft_and_for_what_is_kept() throws Exception {
        endpoint.now((exchange, request) -> ModelEndpoint.send(
                exchange, 200, "application/json", "{\"data\": [{\"id\": \"small\"}, {\"id\": \"large\"}]}"));
        var draft = rig.post("/api/ai-review/models", "{\"base_url\": \"%s\"}".formatted(endpoint.baseUrl()));
        assertThat(draft.body().path("models")).hasSize(2);
        assertThat(rig.get("/api/ai-review/models").status()).isEqualTo(422);
        var _ = turnOn();
        assertThat(rig.get("/api/ai-review/models").body().path("models")).hasSize(2);
    }

    @Test
    void a_failing_listing_says_why() throws Exception {
        endpoint.now(ModelEndpoint.refuses(401));
        var answer = rig.post("/api/ai-review/models", "{\"base_url\": \"%s\"}".formatted(endpoint.baseUrl()));
        assertThat(answer.status()).isEqualTo(502);
        assertThat(answer.body().path("code").asText()).isEqualTo("unauthorized");
        assertThat(answer.body().path("detail").asText()).endsWith(".");
    }

    @Test
    void a_draft_is_tried_without_being_kept() throws Exception {
        var trial = rig.post(
                "/api/ai-review/test",
                "{\"base_url\": \"%s\", \"model\": \"small\", \"api_key\": \"draft-key\"}"
                        .formatted(endpoint.baseUrl()));
        assertThat(trial.body().path("ok").asBoolean()).isTrue();
        assertThat(trial.body().at("/answer/summary").asText()).isEqualTo("Asks.");
        assertThat(rig.get("/api/settings").body().at("/ai_review/base_url").isNull())
                .isTrue();
        assertThat(folder.resolve("ai-review.key")).doesNotExist();
        assertThat(endpoint.received().getFirst().body()).doesNotContain("It says");
    }

    @Test
    void a_draft_that_fails_says_why() throws Exception {
        endpoint.now(ModelEndpoint.says("Hello!"));
        var trial = rig.post(
                "/api/ai-review/test", "{\"base_url\": \"%s\", \"model\": \"small\"}".formatted(endpoint.baseUrl()));
        assertThat(trial.status()).isEqualTo(200);
        assertThat(trial.body().path("ok").asBoolean()).isFalse();
        assertThat(trial.body().path("code").asText()).isEqualTo("no_review");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"sids\": []}",
                "{\"sids\": \"codex:one\"}",
                "{\"sids\": [1]}",
                "{\"all\": true}",
                "[]",
                "nonsense"
            })
    void what_is_no_wish_is_refused(String body) throws Exception {
        var _ = turnOn();
        assertThat(rig.post("/api/ai-review/run", body).status()).isEqualTo(400);
    }

    @Test
    void an_unknown_session_cannot_be_reviewed() throws Exception {
        var _ = turnOn();
        assertThat(rig.post("/api/ai-review/run", "{\"sids\": [\"codex:nobody\"]}")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void stopping_what_does_not_run_does_no_harm() throws Exception {
        assertThat(rig.post("/api/ai-review/stop", "").status()).isEqualTo(202);
    }
}
