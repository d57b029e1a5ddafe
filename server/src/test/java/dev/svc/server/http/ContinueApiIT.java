package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.metadata.event.ContinueResult;
import dev.svc.server.metadata.event.Continuing;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContinueApiIT {
    private static final String ONE = "/api/sessions/codex:one";
    private static final SessionId ID = new SessionId(EngineKey.CODEX, "one");
    private static final String IN_AN_HOUR = "{\"at\":\"2026-11-21T14:00:00+01:00\"}";

    @TempDir
    private Path folder;

    private ApiRig rig;

    @BeforeEach
    void a_session() throws Exception {
        ApiRig.session(folder, "one", "Fix the cart", 1);
        rig = new ApiRig(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void the_row_says_when_it_goes_on_and_with_what() throws Exception {
        assertThat(rig.get(ONE).body().path("continue_at").isNull()).isTrue();
        var row = rig.post(ONE + "/continue-at", IN_AN_HOUR);
        assertThat(row.status()).isEqualTo(200);
        assertThat(row.body().at("/continue_at/at").asText()).isEqualTo("2026-11-21T13:00:00.000Z");
        assertThat(row.body().at("/continue_at/text").asText()).isEqualTo("continue");
        var listed = rig.get("/api/sessions").body().at("/sessions/0/continue_at");
        assertThat(listed).isEqualTo(row.body().path("continue_at"));
        var then = rig.get("/api/metadata").body().at("/sessions/engine_2:one");
        assertThat(then.path("continue_text").asText()).isEqualTo("continue");
    }

    @Test
    void it_is_taken_back_as_often_as_somebody_says_so() throws Exception {
        rig.post(ONE + "/continue-at", IN_AN_HOUR);
        assertThat(rig.delete(ONE + "/continue-at").body().path("continue_at").isNull())
                .isTrue();
        assertThat(rig.delete(ONE + "/continue-at").status()).isEqualTo(200);
        assertThat(rig.journal.head().seq()).isEqualTo(2);
        assertThat(rig.post("/api/metadata/undo", "{\"seq\":2}").status()).isEqualTo(200);
        assertThat(rig.get(ONE).body().at("/continue_at/text").asText()).isEqualTo("continue");
    }

    @Test
    void the_history_says_what_became_of_it_and_that_cannot_be_undone() throws Exception {
        rig.post(ONE + "/continue-at", IN_AN_HOUR);
        rig.metadata.endContinuing(
                ID,
                new Continuing(Instant.parse("2026-11-21T13:00:00Z"), "continue"),
                ContinueResult.NOT_STARTED,
                "The folder is gone.");
        var event = rig.get(ONE + "/events").body().at("/events/0");
        assertThat(event.path("type").asText()).isEqualTo("continue_ended");
        assertThat(event.at("/data/continue_result").asText()).isEqualTo("not_started");
        assertThat(event.at("/data/why").asText()).isEqualTo("The folder is gone.");
        assertThat(rig.get(ONE).body().path("continue_at").isNull()).isTrue();
        assertThat(rig.post("/api/metadata/undo", "{\"seq\":2}").status()).isEqualTo(422);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"at\":\"2026-11-21T12:00:00Z\"}; 422; choose a later one",
                "{\"at\":\"2026-12-21T12:00:01Z\"}; 422; 30 days at most",
                "{\"at\":\"2026-11-21T13:00:00Z\",\"text\":\" \\u0007 \"}; 422; nothing in this text",
                "{\"at\":\"tomorrow\"}; 400; such as",
                "{\"at\":null}; 400; at is missing",
                "{\"at\":\"2026-11-21T13:00:00Z\",\"text\":7}; 400; text",
                "{\"at\":\"2026-11-21T13:00:00Z\",\"bypass\":true}; 400; bypass"
            })
    void what_makes_no_sense_is_refused_with_a_sentence(String body, int status, String sentence) throws Exception {
        var answer = rig.post(ONE + "/continue-at", body);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.raw().body()).contains(sentence);
        assertThat(rig.journal.head().seq()).isZero();
    }

    @Test
    void a_text_that_is_too_long_and_a_session_that_is_not_there_are_refused() throws Exception {
        var body = "{\"at\":\"2026-11-21T13:00:00Z\",\"text\":\"%s\"}".formatted("x".repeat(4_001));
        assertThat(rig.post(ONE + "/continue-at", body).status()).isEqualTo(422);
        assertThat(rig.post("/api/sessions/codex:none/continue-at", IN_AN_HOUR).status())
                .isEqualTo(404);
    }
}
