package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.catalog.Running;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.waiting.Waiting;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SnoozeApiIT {
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");
    private static final String IN_AN_HOUR = "{\"until\":\"2026-11-21T13:00:00Z\"}";

    @TempDir
    private Path folder;

    private ApiRig rig;

    @BeforeEach
    void two_sessions() throws Exception {
        ApiRig.session(folder, "one", "Fix the cart", 1);
        ApiRig.session(folder, "two", "Write the docs", 20);
        rig = new ApiRig(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private JsonNode snooze(String body) throws Exception {
        var answer = rig.post("/api/sessions/codex:one/snooze", body);
        assertThat(answer.status()).isEqualTo(200);
        return answer.body();
    }

    private List<String> ids(String query) throws Exception {
        var ids = new ArrayList<String>();
        rig.get("/api/sessions" + query)
                .body()
                .path("sessions")
                .forEach(row -> ids.add(row.path("native_id").asText()));
        return ids;
    }

    @Test
    void a_snoozed_session_is_out_of_the_daily_list_and_its_counts() throws Exception {
        var row = snooze(IN_AN_HOUR);
        assertThat(row.path("snoozed").asBoolean()).isTrue();
        assertThat(row.path("snoozed_until").asText()).isEqualTo("2026-11-21T13:00:00.000Z");
        assertThat(ids("")).containsExactly("two");
        assertThat(ids("?snoozed=1")).containsExactly("one");
        assertThat(ids("?snoozed=all")).containsExactly("one", "two");
        var list = rig.get("/api/sessions").body();
        assertThat(list.path("total").asInt()).isOne();
        assertThat(list.at("/facets/engines/0/count").asInt()).isOne();
        assertThat(rig.get("/api/sessions?snoozed=maybe").status()).isEqualTo(400);
    }

    @Test
    void words_find_it_and_say_that_it_is_snoozed() throws Exception {
        snooze("{}");
        var found = rig.get("/api/sessions?q=cart").body().path("sessions");
        assertThat(found).hasSize(1);
        assertThat(found.at("/0/snoozed").asBoolean()).isTrue();
        assertThat(found.at("/0/snoozed_until").isNull()).isTrue();
        assertThat(ids("?q=cart&snoozed=0")).isEmpty();
    }

    @Test
    void it_is_back_at_its_time_and_nothing_is_journaled_for_that() throws Exception {
        snooze(IN_AN_HOUR);
        var etag = rig.get("/api/sessions").raw().headers().firstValue("ETag").orElseThrow();
        rig.clock.pass(Duration.ofMinutes(59));
        assertThat(ids("")).containsExactly("two");
        rig.clock.pass(Duration.ofMinutes(1));
        assertThat(ids("")).containsExactly("one", "two");
        assertThat(rig.get("/api/sessions", "If-None-Match", etag).status()).isEqualTo(200);
        assertThat(rig.get("/api/sessions/codex:one").body().path("snoozed").asBoolean())
                .isFalse();
        assertThat(rig.journal.head().seq()).isOne();
    }

    @Test
    void it_is_back_when_it_needs_somebody_and_stays_when_it_was_answered() throws Exception {
        snooze(IN_AN_HOUR);
        rig.running.add(new Running(ONE, "/x", ApiRig.NOW, Status.WAITING));
        rig.waking.needed(ONE);
        Waiting.until(() -> rig.journal.head().seq() == 2);
        assertThat(ids("?needs_you=1")).containsExactly("one");
        rig.running.clear();
        assertThat(ids("")).containsExactly("one", "two");
        var last = rig.get("/api/audit?limit=1").body().at("/events/0");
        assertThat(last.path("type").asText()).isEqualTo("woken");
        assertThat(last.path("actor").asText()).isEqualTo("system");
    }

    @Test
    void one_that_waits_already_can_be_snoozed_and_is_out_of_what_needs_somebody() throws Exception {
        rig.running.add(new Running(ONE, "/x", ApiRig.NOW, Status.WAITING));
        assertThat(ids("?needs_you=1")).containsExactly("one");
        snooze("{}");
        assertThat(ids("?needs_you=1")).isEmpty();
        assertThat(ids("?live=1")).isEmpty();
    }

    @Test
    void waking_and_undoing_are_changes_like_any_other() throws Exception {
        snooze(IN_AN_HOUR);
        var awake = rig.post("/api/sessions/codex:one/wake", "");
        assertThat(awake.body().path("snoozed").asBoolean()).isFalse();
        assertThat(ids("")).containsExactly("one", "two");
        assertThat(rig.post("/api/metadata/undo", "{\"seq\":2}").status()).isEqualTo(200);
        assertThat(ids("")).containsExactly("two");
        assertThat(rig.post("/api/sessions/codex:none/wake", "").status()).isEqualTo(404);
    }

    @Test
    void the_past_says_how_it_was_snoozed() throws Exception {
        snooze(IN_AN_HOUR);
        rig.metadata.wake(ONE, Actor.SYSTEM);
        var then = rig.get("/api/metadata?seq=1").body().at("/sessions/engine_2:one");
        assertThat(then.path("snoozed").asBoolean()).isTrue();
        assertThat(then.path("snoozed_until").asText()).isEqualTo("2026-11-21T13:00:00.000Z");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "{\"until\":\"2026-11-21T12:00:00Z\"}; 422; choose a later one",
                "{\"until\":\"2036-11-21T12:00:00Z\"}; 422; five years at most",
                "{\"until\":\"+1000000000-01-01T00:00:00Z\"}; 400; such as",
                "{\"until\":\"tomorrow\"}; 400; such as",
                "{\"until\":7}; 400; until",
                "{\"note\":\"x\"}; 400; note"
            })
    void a_time_that_makes_no_sense_is_refused_with_a_sentence(String body, int status, String sentence)
            throws Exception {
        var answer = rig.post("/api/sessions/codex:one/snooze", body);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.raw().body()).contains(sentence);
        assertThat(ids("")).containsExactly("one", "two");
    }
}
