package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.catalog.Running;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.search.SearchStatus.Phase;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.waiting.Waiting;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SearchApiIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Actor ADMIN = Actor.admin("login-1", "127.0.0.1");
    private static final SessionId ONE = new SessionId(EngineKey.CODEX, "one");
    private static final SessionId TWO = new SessionId(EngineKey.CODEX, "two");

    @TempDir
    Path folder = Path.of("");

    private ApiRig rig;

    @BeforeEach
    void start() throws Exception {
        line("codex/one.jsonl", "a deadlock in the shop", "USER", "", 3);
        line("codex/one.jsonl", "the deadlock has an end", "ASSISTANT", "", 3);
        line("codex/one.jsonl", "ls deadlock", "TOOL", "Bash", 3);
        line("codex/two.jsonl", "another deadlock", "USER", "", 2);
        line("kimi/three.jsonl", "deadlock of Kimi", "USER", "", 1);
        line("kimi/four.jsonl", "nothing of it", "USER", "", 1);
        rig = new ApiRig(folder);
        awaitIndexed(4);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private ObjectNode record(String text, String role, String tool, int daysAgo) {
        return JSON.createObjectNode()
                .put("text", text)
                .put("role", role)
                .put("tool", tool)
                .put("output", "done")
                .put("cwd", "/home/alex/shop")
                .put("at", ApiRig.NOW.minus(Duration.ofDays(daysAgo)).toString());
    }

    private void line(String file, String text, String role, String tool, int daysAgo) throws IOException {
        write(file, record(text, role, tool, daysAgo));
    }

    private void write(String file, ObjectNode line) throws IOException {
        var path = folder.resolve(file);
        Files.createDirectories(path.resolveSibling(""));
        Files.writeString(path, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private void awaitIndexed(int sessions) {
        Waiting.until(() -> String.valueOf(rig.search.status()), () -> {
            var status = rig.search.status();
            return status.phase() == Phase.READY && status.indexed() == sessions && status.of() == sessions;
        });
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private JsonNode find(String typed, String more) throws Exception {
        var answer = rig.get("/api/search?q=" + encoded(typed) + more);
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(200);
        return answer.body();
    }

    private List<String> ids(String typed) throws Exception {
        return ids(find(typed, ""));
    }

    private List<String> ids(String typed, String more) throws Exception {
        return ids(find(typed, more));
    }

    private static List<String> ids(JsonNode body) {
        var ids = new ArrayList<String>();
        body.path("groups").forEach(it -> ids.add(it.at("/session/id").asText()));
        return ids;
    }

    @Test
    void an_answer_has_groups_counts_facets_and_how_far_the_index_is() throws Exception {
        var body = find("deadlock", "");
        assertThat(ids(body)).containsExactlyInAnyOrder("engine_2:one", "engine_2:two", "engine_6:three");
        assertThat(body.path("sessions").asInt()).isEqualTo(3);
        assertThat(body.path("hits").asInt()).isEqualTo(5);
        assertThat(body.path("kinds"))
                .isEqualTo(JSON.readTree("{\"user\":3,\"assistant\":1,\"tool\":1,\"edit\":0,\"system\":0}"));
        assertThat(body.path("complete").asBoolean()).isTrue();
        assertThat(body.path("pending").asInt()).isZero();
        assertThat(body.path("indexed").asInt()).isEqualTo(4);
        assertThat(body.path("of").asInt()).isEqualTo(4);
        assertThat(body.path("next_cursor").isNull()).isTrue();
        assertThat(body.path("bounded").isNull()).isTrue();
        assertThat(body.at("/facets/engines").findValuesAsText("count")).containsExactly("2", "1");
        assertThat(body.at("/facets/projects").findValuesAsText("count")).containsExactly("3");
    }

    @Test
    void a_hit_says_its_turn_its_kind_its_time_its_tool_and_where_the_word_stands() throws Exception {
        var hit = find("deadlock role:tool", "").at("/groups/0/hits/0");
        assertThat(hit.path("turn").asInt()).isEqualTo(2);
        assertThat(hit.path("role").asText()).isEqualTo("tool");
        assertThat(hit.path("tool").asText()).isEqualTo("Bash");
        assertThat(hit.path("at").asText()).isEqualTo("2026-11-18T12:00:00.000Z");
        assertThat(hit.path("snippet").asText()).isEqualTo("Bash ls deadlock done");
        assertThat(hit.path("ranges")).isEqualTo(JSON.readTree("[[8,16]]"));
        assertThat(find("deadlock role:user", "").at("/groups/0/hits/0/tool").isNull())
                .isTrue();
    }

    @Test
    void kinds_beside_the_query_narrow_the_hits_and_not_their_counts() throws Exception {
        var body = find("deadlock", "&role=assistant,tool");
        assertThat(ids(body)).containsExactly("engine_2:one");
        assertThat(body.path("hits").asInt()).isEqualTo(2);
        assertThat(body.at("/kinds/user").asInt()).isEqualTo(3);
        assertThat(find("deadlock", "&role=assistant&role=tool").path("hits").asInt())
                .isEqualTo(2);
    }

    @Test
    void what_is_said_in_a_query_and_beside_it_both_holds() throws Exception {
        assertThat(find("deadlock role:user,tool", "&role=assistant,tool")
                        .path("hits")
                        .asInt())
                .isEqualTo(1);
        assertThat(find("deadlock -role:tool", "&role=assistant,tool")
                        .path("hits")
                        .asInt())
                .isEqualTo(1);
        var none = find("deadlock role:user", "&role=tool");
        assertThat(none.path("hits").asInt()).isZero();
        assertThat(none.at("/kinds/user").asInt()).isEqualTo(3);
        assertThat(ids("deadlock engine:engine_2", "&engine=engine_6")).isEmpty();
        assertThat(ids("deadlock after:2026-01-01", "&after=2030-01-01")).isEmpty();
        assertThat(ids("deadlock after:2030-01-01", "&after=2026-01-01")).isEmpty();
        assertThat(ids("deadlock before:2030-01-01", "&before=2020-01-01")).isEmpty();
        assertThat(ids("deadlock before:2020-01-01", "&before=2030-01-01")).isEmpty();
    }

    @Test
    void a_cursor_pages_through_the_groups() throws Exception {
        var paged = new ArrayList<String>();
        var cursor = "";
        do {
            var body = find("deadlock", "&limit=1" + cursor);
            paged.addAll(ids(body));
            cursor = body.path("next_cursor").isNull()
                    ? ""
                    : "&cursor=" + body.path("next_cursor").asText();
        } while (!cursor.isEmpty());
        assertThat(paged).isEqualTo(ids("deadlock")).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "no end     | 0
            role:nobody | 5
            engine:none | 7
            a is:       | 5
            before:when | 7
            a /(/       | 4
            -a          | 0
            """)
    void a_query_that_cannot_be_read_is_answered_with_where_and_why(String typed, int position) throws Exception {
        for (var path : List.of("/api/search?q=", "/api/search/hits?sid=engine_2:one&q=")) {
            var answer = rig.get(path + encoded(typed));
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.body().path("code").asText()).isEqualTo("bad_query");
            assertThat(answer.body().path("position").asInt()).isEqualTo(position);
            assertThat(answer.body().path("detail").asText()).endsWith(".");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "?q=",
                "?q=%20",
                "?q=a&limit=0",
                "?q=a&limit=101",
                "?q=a&limit=x",
                "?q=a&cursor=x",
                "?q=a&cursor=-1",
                "?q=a&cursor=99999999999",
                "?q=a&role=nobody",
                "?q=a&role=",
                "?q=a&engine=nothing",
                "?q=a&before=then",
                "?q=a&before=",
                "?q=a&before=2026-11-01%20deadlock",
                "?q=a&after=%222026-11-01%22",
                "?q=a&archived=2",
                "?q=a&snoozed=x"
            })
    void a_request_that_makes_no_sense_is_refused(String query) throws Exception {
        var answer = rig.get("/api/search" + query);
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(400);
        assertThat(answer.body().path("code").asText()).isEqualTo("bad_request");
    }

    @Test
    void a_query_has_2000_characters_at_most() throws Exception {
        assertThat(rig.get("/api/search?q=" + "x".repeat(2_000)).status()).isEqualTo(200);
        var answer = rig.get("/api/search?q=" + "x".repeat(2_001));
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().path("code").asText()).isEqualTo("bad_request");
    }

    @Test
    void times_beside_the_query_and_in_it_hold_all() throws Exception {
        assertThat(ids("deadlock", "&after=2026-11-19")).containsExactlyInAnyOrder("engine_2:two", "engine_6:three");
        assertThat(ids("deadlock before:2026-11-20", "&after=2026-11-19")).containsExactly("engine_2:two");
        assertThat(ids("deadlock after:2026-11-20", "&after=2026-11-01")).containsExactly("engine_6:three");
        assertThat(ids("deadlock before:2026-11-19", "&before=2026-11-30T00:00:00Z"))
                .containsExactly("engine_2:one");
    }

    @Test
    void what_people_organise_counts_at_once() throws Exception {
        assertThat(ids("deadlock is:archived")).isEmpty();
        rig.metadata.archive(List.of(ONE), ADMIN);
        assertThat(ids("deadlock")).containsExactlyInAnyOrder("engine_2:two", "engine_6:three");
        assertThat(ids("deadlock", "&archived=1")).containsExactly("engine_2:one");
        assertThat(ids("deadlock", "&archived=all")).hasSize(3);
        assertThat(ids("deadlock is:archived")).containsExactly("engine_2:one");
        rig.metadata.favourite(TWO, ADMIN);
        assertThat(ids("deadlock is:favourite")).containsExactly("engine_2:two");
        assertThat(ids("deadlock is:favourite,archived")).containsExactlyInAnyOrder("engine_2:one", "engine_2:two");
        assertThat(ids("deadlock -is:favourite")).containsExactly("engine_6:three");
        rig.metadata.unarchive(List.of(ONE), ADMIN);
        var shop = rig.metadata.createProject("My Shop", null, List.of(), ADMIN);
        rig.metadata.assign(ONE, shop.id(), ADMIN);
        assertThat(ids("deadlock project:shop")).containsExactly("engine_2:one");
        assertThat(ids("deadlock project:\"my shop\"")).containsExactly("engine_2:one");
        assertThat(ids("deadlock -project:shop")).hasSize(2);
        assertThat(ids("deadlock", "&project=" + shop.id().value())).containsExactly("engine_2:one");
        assertThat(ids("deadlock", "&project=none")).hasSize(2);
        var facets = find("deadlock", "").at("/facets/projects");
        assertThat(facets.findValuesAsText("count")).containsExactly("1", "2");
        rig.metadata.rename(ONE, "another name", ADMIN);
        assertThat(find("deadlock project:shop", "")
                        .at("/groups/0/session/title")
                        .asText())
                .isEqualTo("another name");
    }

    @Test
    void what_is_snoozed_is_found_and_can_be_asked_for() throws Exception {
        rig.metadata.snooze(TWO, ApiRig.NOW.plusSeconds(600), ADMIN);
        assertThat(ids("deadlock")).hasSize(3);
        assertThat(ids("deadlock is:snoozed")).containsExactly("engine_2:two");
        assertThat(ids("deadlock", "&snoozed=1")).containsExactly("engine_2:two");
        assertThat(ids("deadlock", "&snoozed=0")).hasSize(2);
    }

    @Test
    void a_session_that_runs_is_live_and_one_that_asks_is_waiting() throws Exception {
        rig.running.add(new Running(ONE, "/home/alex/shop", ApiRig.NOW, Status.WORKING));
        rig.running.add(new Running(TWO, "/home/alex/shop", ApiRig.NOW, Status.WAITING));
        assertThat(ids("deadlock is:live")).containsExactlyInAnyOrder("engine_2:one", "engine_2:two");
        assertThat(ids("deadlock is:waiting")).containsExactly("engine_2:two");
        assertThat(ids("deadlock -is:live")).containsExactly("engine_6:three");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            folder:/home/alex/shop  | 3
            folder:/home/alex/shop/ | 3
            folder:/home            | 3
            folder:/                | 3
            folder:/home/al         | 0
            folder:ALEX/sh          | 3
            folder:~/nowhere        | 0
            branch:main             | 3
            branch:MAI,other        | 3
            branch:other            | 0
            model:fake              | 3
            -model:fake             | 0
            engine:codex            | 2
            engine:engine_6         | 1
            -engine:codex           | 1
            project:none            | 3
            project:anything        | 0
            """)
    void sessions_are_narrowed_by_what_their_stores_say(String filter, int sessions) throws Exception {
        assertThat(ids("deadlock " + filter)).hasSize(sessions);
    }

    @Test
    void the_parameters_of_the_list_narrow_as_well() throws Exception {
        assertThat(ids("deadlock", "&engine=codex")).hasSize(2);
        assertThat(ids("deadlock", "&engine=engine_6,codex")).hasSize(3);
        assertThat(ids("deadlock", "&folder=/home/alex")).hasSize(3);
        assertThat(ids("deadlock", "&folder=/srv")).isEmpty();
    }

    @Test
    void what_is_added_is_found_and_a_session_that_is_gone_is_not() throws Exception {
        line("codex/two.jsonl", "a livelock", "USER", "", 0);
        Waiting.until(() -> !ids("livelock").isEmpty());
        assertThat(ids("livelock")).containsExactly("engine_2:two");
        Files.delete(folder.resolve("codex/two.jsonl"));
        Waiting.until(() -> ids("livelock").isEmpty());
        awaitIndexed(3);
        assertThat(rig.get("/api/search/hits?q=a&sid=engine_2:two").status()).isEqualTo(404);
        assertThat(rig.get("/api/sessions/engine_2:two/similar").status()).isEqualTo(404);
    }

    @Test
    void the_hits_of_one_session_are_in_the_order_of_its_turns() throws Exception {
        var body = rig.get("/api/search/hits?sid=engine_2:one&q=deadlock").body();
        assertThat(body.path("hits").findValuesAsText("turn")).containsExactly("0", "1", "2");
        assertThat(body.path("total").asInt()).isEqualTo(3);
        assertThat(body.path("bounded").isNull()).isTrue();
        var tools = rig.get("/api/search/hits?sid=engine_2:one&q=deadlock&role=tool")
                .body();
        assertThat(tools.path("hits").findValuesAsText("turn")).containsExactly("2");
        assertThat(tools.path("total").asInt()).isEqualTo(1);
        assertThat(rig.get("/api/search/hits?q=deadlock").status()).isEqualTo(400);
        assertThat(rig.get("/api/search/hits?sid=engine_2:one").status()).isEqualTo(400);
        assertThat(rig.get("/api/search/hits?sid=engine_2:nobody&q=a").status()).isEqualTo(404);
    }

    @Test
    void similar_sessions_are_others_that_are_not_archived() throws Exception {
        var body = rig.get("/api/sessions/engine_2:one/similar").body();
        assertThat(ids(body)).contains("engine_2:two", "engine_6:three").doesNotContain("engine_2:one");
        assertThat(body.at("/groups/0/hits")).isEmpty();
        assertThat(ids(rig.get("/api/sessions/engine_2:one/similar?limit=1").body()))
                .hasSize(1);
        rig.metadata.archive(List.of(TWO), ADMIN);
        assertThat(ids(rig.get("/api/sessions/engine_2:one/similar").body())).doesNotContain("engine_2:two");
        assertThat(rig.get("/api/sessions/engine_2:one/similar?limit=0").status())
                .isEqualTo(400);
    }

    @Test
    void while_it_is_switched_off_nothing_is_found_and_all_is_found_when_it_is_on_again() throws Exception {
        rig.patch("/api/settings", "{\"search\":{\"enabled\":false}}");
        Waiting.until(() -> rig.get("/api/search?q=deadlock").status() == 403);
        for (var path : List.of(
                "/api/search?q=deadlock",
                "/api/search/hits?sid=engine_2:one&q=deadlock",
                "/api/sessions/engine_2:one/similar")) {
            var answer = rig.get(path);
            assertThat(answer.status()).as(path).isEqualTo(403);
            assertThat(answer.body().path("code").asText()).isEqualTo("disabled");
        }
        assertThat(rig.post("/api/search/rebuild", "").status()).isEqualTo(403);
        assertThat(rig.search.status().phase()).isEqualTo(Phase.OFF);
        Waiting.until(() -> rig.search.bytes() == 0);
        rig.patch("/api/settings", "{\"search\":{\"enabled\":true}}");
        awaitIndexed(4);
        assertThat(ids("deadlock")).hasSize(3);
    }

    @Test
    void where_there_is_no_index_to_look_at_the_answer_says_why() throws Exception {
        rig.close();
        var other = folder.resolve("other");
        ApiRig.session(other, "one", "a deadlock", 1);
        Files.writeString(other.resolve("search"), "no folder");
        rig = new ApiRig(other);
        Waiting.until(() -> rig.search.status().reason() != null);
        for (var path : List.of(
                "/api/search?q=deadlock",
                "/api/search/hits?sid=engine_2:one&q=deadlock",
                "/api/sessions/engine_2:one/similar")) {
            var answer = rig.get(path);
            assertThat(answer.status()).as(path).isEqualTo(503);
            assertThat(answer.body().path("code").asText()).isEqualTo("search_unavailable");
            assertThat(answer.body().path("detail").asText())
                    .contains("search index")
                    .endsWith(".");
        }
        assertThat(rig.search.status().phase()).isEqualTo(Phase.STOPPED);
    }

    @Test
    void it_is_built_again_when_that_is_asked_for_and_when_more_or_less_is_searched() throws Exception {
        assertThat(rig.post("/api/search/rebuild", "").status()).isEqualTo(202);
        Waiting.until(() -> ids("deadlock").size() == 3);
        assertThat(ids("done")).containsExactly("engine_2:one");
        rig.patch("/api/settings", "{\"search\":{\"tool_output_bytes\":0}}");
        Waiting.until(() -> ids("done").isEmpty() && ids("deadlock").size() == 3);
        assertThat(rig.patch("/api/settings", "{\"search\":{\"tool_output_bytes\":65537}}")
                        .status())
                .isEqualTo(422);
    }

    @Test
    void the_stream_of_events_says_how_far_the_index_is() throws Exception {
        rig.announcesSearch = true;
        try (var lines = new BufferedReader(new InputStreamReader(rig.events(null), StandardCharsets.UTF_8))) {
            rig.patch("/api/settings", "{\"search\":{\"enabled\":false}}");
            assertThat(awaitState(lines, "off")).isEqualTo(JSON.readTree("{\"state\":\"off\",\"indexed\":0,\"of\":0}"));
            rig.patch("/api/settings", "{\"search\":{\"enabled\":true}}");
            assertThat(awaitState(lines, "ready").path("of").asInt()).isEqualTo(4);
        }
    }

    private static JsonNode awaitState(BufferedReader lines, String state) throws IOException {
        boolean isSearch = false;
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            if (isSearch && line.startsWith("data:")) {
                var data = JSON.readTree(line.substring(5));
                if (data.path("state").asText().equals(state)) {
                    return data;
                }
            }
            isSearch = line.startsWith("event:") ? line.endsWith("search") : isSearch;
        }
        throw new AssertionError("the stream ended");
    }
}
