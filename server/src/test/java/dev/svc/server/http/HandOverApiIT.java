package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HandOverApiIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String ONE = "/api/sessions/codex:one";

    @TempDir
    private Path folder;

    private ApiRig rig;

    @BeforeEach
    void a_conversation() throws Exception {
        ApiRig.session(folder, "one", "Fix the cart", 1);
        rig = new ApiRig(folder);
        rig.talk.say(4);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private static String body(String engine, String prompt) {
        return JSON.createObjectNode()
                .put("engine", engine)
                .put("prompt", prompt)
                .toString();
    }

    @Test
    void what_the_next_program_would_be_told_is_proposed_and_nothing_is_written() throws Exception {
        var proposal = rig.get(ONE + "/hand-over?engine=codex");
        assertThat(proposal.status()).isEqualTo(200);
        assertThat(proposal.body().path("prompt").asText())
                .contains("> turn number 0", folder.resolve("handed").toString());
        assertThat(proposal.body().path("masked").asInt()).isZero();
        assertThat(folder.resolve("handed")).doesNotExist();
        assertThat(rig.journal.head().seq()).isZero();
    }

    @Test
    void handed_over_a_session_is_begun_with_the_prompt_and_both_are_linked() throws Exception {
        rig.metadata.createProject("Shop", null, java.util.List.of(), Actor.SYSTEM);
        var project = rig.metadata.organisation().projects().iterator().next();
        rig.metadata.assign(new SessionId(EngineKey.CODEX, "one"), project.id(), Actor.SYSTEM);
        var prompt =
                rig.get(ONE + "/hand-over?engine=codex").body().path("prompt").asText() + "\nMind the tax.";
        var begun = rig.post(ONE + "/hand-over", body("codex", prompt));
        assertThat(begun.status()).isEqualTo(201);
        var next = SessionId.find(begun.body().path("sid").asText()).orElseThrow();
        assertThat(next.isPlaceholder()).isTrue();
        assertThat(rig.begun).containsEntry(next, prompt);
        assertThat(rig.get(ONE).body().path("handed_to").asText()).isEqualTo(next.toString());
        var marks = rig.metadata.organisation().marks(next);
        assertThat(marks.handedFrom()).isEqualTo(new SessionId(EngineKey.CODEX, "one"));
        assertThat(marks.project()).isEqualTo(project.id());
        assertThat(Files.readString(folder.resolve("handed/engine_2-one.md"))).contains("turn number 3");
        var then = rig.get("/api/metadata").body().at("/sessions/engine_2:one");
        assertThat(then.path("handed_to").asText()).isEqualTo(next.toString());
    }

    @Test
    void both_histories_tell_it_and_undoing_it_takes_the_links_away() throws Exception {
        ApiRig.session(folder, "two", "Go on", 0);
        var next = rig.post(ONE + "/hand-over", body("codex", "Go on."))
                .body()
                .path("sid")
                .asText();
        rig.metadata.adopt(SessionId.find(next).orElseThrow(), new SessionId(EngineKey.CODEX, "two"), Actor.SYSTEM);
        assertThat(rig.get(ONE).body().path("handed_to").asText()).isEqualTo("engine_2:two");
        assertThat(rig.get("/api/sessions/codex:two").body().path("handed_from").asText())
                .isEqualTo("engine_2:one");
        var event = rig.get(ONE + "/events").body().at("/events/0");
        assertThat(event.path("type").asText()).isEqualTo("handed_to");
        var other = rig.get("/api/sessions/codex:two/events").body().path("events");
        assertThat(other.findValuesAsText("type")).contains("handed_from");
        var batch = JSON.createObjectNode().put("batch", event.path("batch").asText());
        assertThat(rig.post("/api/metadata/undo", batch.toString()).status()).isEqualTo(200);
        assertThat(rig.get(ONE).body().path("handed_to").isNull()).isTrue();
        assertThat(rig.get("/api/sessions/codex:two").body().path("handed_from").isNull())
                .isTrue();
    }

    @Test
    void a_program_that_does_not_start_links_nothing() throws Exception {
        rig.beginsNothing = "The working folder /home/alex/shop is gone.";
        var refused = rig.post(ONE + "/hand-over", body("codex", "Go on."));
        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.raw().body()).contains("is gone");
        assertThat(rig.journal.head().seq()).isZero();
    }

    @Test
    void a_session_without_a_log_cannot_be_handed_over() throws Exception {
        rig.talk.absent = true;
        assertThat(rig.get(ONE + "/hand-over?engine=codex").status()).isEqualTo(409);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"engine\":\"codex\",\"prompt\":\" \\u0000 \"}; 422; nothing in this prompt",
                "{\"engine\":\"kimi\",\"prompt\":\"x\"}; 422; takes no first prompt",
                "{\"engine\":\"nobody\",\"prompt\":\"x\"}; 400; engine",
                "{\"engine\":\"codex\"}; 400; prompt",
                "{\"engine\":\"codex\",\"prompt\":\"x\",\"cwd\":\"/\"}; 400; cwd"
            })
    void what_cannot_be_handed_over_is_refused_with_a_sentence(String body, int status, String sentence)
            throws Exception {
        var answer = rig.post(ONE + "/hand-over", body);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.raw().body()).contains(sentence);
        assertThat(rig.begun).isEmpty();
    }

    @Test
    void a_prompt_that_is_too_long_and_a_question_without_a_program_are_refused() throws Exception {
        assertThat(rig.post(ONE + "/hand-over", body("codex", "ü".repeat((8 << 10) + 1)))
                        .status())
                .isEqualTo(422);
        assertThat(rig.get(ONE + "/hand-over").status()).isEqualTo(400);
        assertThat(rig.get("/api/sessions/codex:none/hand-over?engine=codex").status())
                .isEqualTo(404);
    }
}
