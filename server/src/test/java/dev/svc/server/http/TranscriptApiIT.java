package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.Turn.Role;
import dev.svc.server.transcript.FakeTurns;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TranscriptApiIT {
    private static final String SESSION = "/api/sessions/engine_2:one";

    @TempDir
    private Path folder;

    private ApiRig rig;

    @BeforeEach
    void a_session_of_some_turns() throws Exception {
        ApiRig.session(folder, "one", "Fix the cart", 1);
        rig = new ApiRig(folder);
        rig.talk.say(119);
        rig.talk.turns.add(FakeTurns.used("Bash", "ls", "a", true, List.of(FakeTurns.said(Role.USER, "inner"))));
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void the_history_goes_back_page_by_page() throws Exception {
        var first = rig.get(SESSION + "/history?format=json").body();
        assertThat(first.path("turns_from").asInt()).isEqualTo(70);
        assertThat(first.path("turns_to").asInt()).isEqualTo(120);
        assertThat(first.path("total_turns").asInt()).isEqualTo(120);
        assertThat(first.path("turns")).hasSize(50);
        assertThat(first.at("/turns/49/tool/input_summary").asText()).isEqualTo("ls");
        assertThat(first.at("/turns/49/inner/0/text").asText()).isEqualTo("inner");
        assertThat(first.has("text")).isFalse();
        var cursor = first.path("next_cursor").asText();
        var second = rig.get(SESSION + "/history?cols=40&cursor=" + cursor).body();
        assertThat(second.path("turns_to").asInt()).isEqualTo(70);
        assertThat(second.path("text").asText()).contains("turn number 20", "turn number 69");
        assertThat(second.path("truncated").asBoolean()).isFalse();
        var last = rig.get(SESSION + "/history?cursor="
                        + second.path("next_cursor").asText())
                .body();
        assertThat(last.path("turns_from").asInt()).isZero();
        assertThat(last.path("next_cursor").isNull()).isTrue();
    }

    @Test
    void however_many_ask_for_a_hostile_text_others_are_answered() throws Exception {
        for (int i = 0; i < 20; i++) {
            rig.talk.turns.add(FakeTurns.said(Role.ASSISTANT, "<".repeat(40 << 10)));
            rig.talk.turns.add(FakeTurns.said(Role.ASSISTANT, "<a x=".repeat(6 << 10)));
        }
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var asked = new ArrayList<Future<Integer>>();
            for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
                asked.add(clients.submit(
                        () -> rig.get(SESSION + "/transcript?cols=80").status()));
            }
            assertThat(rig.get("/api/sessions").status()).isEqualTo(200);
            for (var answer : asked) {
                assertThat(answer.get()).isEqualTo(200);
            }
        }
    }

    @Test
    void a_page_can_end_before_a_turn() throws Exception {
        var page = rig.get(SESSION + "/history?before=10&format=json").body();
        assertThat(page.path("turns")).hasSize(10);
    }

    @ParameterizedTest
    @CsvSource({"0, 0, 50", "24, 0, 50", "25, 0, 50", "60, 35, 85", "95, 70, 120", "119, 70, 120", "5000, 70, 120"})
    void a_page_can_hold_a_turn(int turn, int from, int to) throws Exception {
        for (var format : List.of("json", "ansi")) {
            var page = rig.get(SESSION + "/history?format=" + format + "&turn=" + turn)
                    .body();
            assertThat(page.path("turns_from").asInt()).isEqualTo(from);
            assertThat(page.path("turns_to").asInt()).isEqualTo(to);
            assertThat(page.path("total_turns").asInt()).isEqualTo(120);
        }
    }

    @Test
    void older_and_newer_pages_meet_the_one_that_holds_a_turn() throws Exception {
        var middle = rig.get(SESSION + "/history?format=json&turn=60").body();
        var older = rig.get(SESSION + "/history?format=json&cursor="
                        + middle.path("next_cursor").asText())
                .body();
        assertThat(older.path("turns_to").asInt())
                .isEqualTo(middle.path("turns_from").asInt());
        int end = middle.path("turns_to").asInt() + 35;
        var newer = rig.get(SESSION + "/history?format=json&before=" + end).body();
        assertThat(newer.path("turns_from").asInt())
                .isLessThanOrEqualTo(middle.path("turns_to").asInt());
        assertThat(newer.path("turns_to").asInt()).isEqualTo(end);
    }

    @Test
    void a_page_of_few_turns_is_the_newest_of_them_and_never_more_than_a_page() throws Exception {
        var few = rig.get(SESSION + "/history?format=json&limit=3").body();
        assertThat(few.path("turns")).hasSize(3);
        assertThat(few.path("turns_to").asInt()).isEqualTo(120);
        assertThat(rig.get(SESSION + "/history?format=json&limit=100").body().path("turns"))
                .hasSize(50);
    }

    @Test
    void a_page_without_turns_holds_none() throws Exception {
        rig.talk.turns.clear();
        assertThat(rig.get(SESSION + "/history?format=json&turn=3").body().path("turns"))
                .isEmpty();
    }

    @Test
    void a_cursor_of_a_conversation_that_was_rewritten_is_a_conflict() throws Exception {
        var cursor = rig.get(SESSION + "/history").body().path("next_cursor").asText();
        rig.talk.generation++;
        var answer = rig.get(SESSION + "/history?cursor=" + cursor);
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body().path("detail").asText()).contains("rewritten");
    }

    @ParameterizedTest
    @CsvSource({
        "/history?cursor=x, 400",
        "/history?cursor=, 400",
        "/history?cursor=1.7&before=1, 400",
        "/history?before=-1, 400",
        "/history?turn=-1, 400",
        "/history?turn=x, 400",
        "/history?turn=1&before=1, 400",
        "/history?turn=1&cursor=1.7, 400",
        "/history?cols=0, 400",
        "/history?cols=1001, 400",
        "/history?cols=wide, 400",
        "/history?format=html, 400",
        "/history?limit=0, 400",
        "/history?limit=few, 400",
        "/transcript?format=, 400",
        "/export?format=pdf, 400",
        "/history?cursor=999.7, 409",
    })
    void what_cannot_be_is_refused_with_a_sentence(String address, int status) throws Exception {
        var answer = rig.get(SESSION + address);
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body().path("detail").asText()).isNotBlank();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/history", "/transcript", "/export"})
    void a_session_that_is_none_is_a_404(String route) throws Exception {
        assertThat(rig.get("/api/sessions/engine_2:none" + route).status()).isEqualTo(404);
        assertThat(rig.get("/api/sessions/engine_99:one" + route).status()).isEqualTo(404);
    }

    @Test
    void the_transcript_is_the_newest_of_all_turns() throws Exception {
        var answer = rig.get(SESSION + "/transcript?cols=60").body();
        assertThat(answer.path("turns_from").asInt()).isZero();
        assertThat(answer.path("text").asText()).contains("turn number 0", "turn number 118");
        assertThat(rig.get(SESSION + "/transcript?format=json").body().path("turns"))
                .hasSize(120);
    }

    @Test
    void a_session_without_a_log_is_an_empty_page_and_no_export() throws Exception {
        rig.talk.absent = true;
        assertThat(rig.get(SESSION + "/history?format=json")
                        .body()
                        .path("total_turns")
                        .asInt())
                .isZero();
        assertThat(rig.get(SESSION + "/export").status()).isEqualTo(404);
    }

    @ParameterizedTest
    @CsvSource({"md, text/markdown", "json, application/json", "html, text/html"})
    void an_export_is_a_file_to_keep(String format, String type) throws Exception {
        var raw = rig.text(SESSION + "/export?format=" + format);
        assertThat(raw.statusCode()).isEqualTo(200);
        assertThat(raw.headers().firstValue("Content-Type"))
                .hasValueSatisfying(it -> assertThat(it).startsWith(type));
        assertThat(raw.headers().firstValue("Content-Disposition"))
                .hasValue("attachment; filename=\"fix-the-cart-engine-2-one." + format + "\"");
        assertThat(raw.body()).contains("turn number 0", "turn number 118");
    }
}
