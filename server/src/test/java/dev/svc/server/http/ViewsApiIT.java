package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.journal.ChronicleJournal;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.SavedView;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ViewsApiIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder;

    private ApiRig rig;

    @BeforeEach
    void start() throws Exception {
        rig = new ApiRig(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    private static String body(String name, String query) {
        return JSON.createObjectNode().put("name", name).put("query", query).toString();
    }

    private String made(String name, String query) throws Exception {
        var answer = rig.post("/api/views", body(name, query));
        assertThat(answer.status()).as(answer.raw().body()).isEqualTo(201);
        return answer.body().path("id").asText();
    }

    private List<String> each(String field) throws Exception {
        var found = new ArrayList<String>();
        rig.get("/api/views")
                .body()
                .path("views")
                .forEach(view -> found.add(view.path(field).asText()));
        return found;
    }

    @Test
    void a_view_is_made_changed_and_deleted_and_views_keep_their_order() throws Exception {
        var first = made("What waits", "needs=1");
        var second = made("Another", "live=1");
        assertThat(each("id")).containsExactly(first, second);
        var changed = rig.patch("/api/views/" + first, body(" Zebra\n", "needs=1&archived=1"));
        assertThat(changed.body().path("name").asText()).isEqualTo("Zebra");
        assertThat(each("name")).containsExactly("Zebra", "Another");
        assertThat(each("query")).containsExactly("archived=1&needs=1", "live=1");
        assertThat(rig.delete("/api/views/" + first).status()).isEqualTo(204);
        assertThat(each("name")).containsExactly("Another");
        assertThat(rig.delete("/api/views/" + first).status()).isEqualTo(404);
        assertThat(rig.patch("/api/views/" + first, "{}").status()).isEqualTo(404);
    }

    @Test
    void each_step_can_be_undone_and_a_deleted_view_comes_back_to_its_place() throws Exception {
        var first = made("One", "live=1");
        made("Two", "needs=1");
        rig.patch("/api/views/" + first, "{\"name\":\"Uno\"}");
        rig.delete("/api/views/" + first);
        var back = rig.get("/api/audit?view=" + first + "&type=view_deleted&limit=1")
                .body()
                .at("/events/0/seq")
                .asInt();
        assertThat(rig.post("/api/metadata/undo", "{\"seq\":" + back + "}").status())
                .isEqualTo(200);
        assertThat(each("name")).containsExactly("Uno", "Two");
        assertThat(each("id").getFirst()).isEqualTo(first);
        assertThat(rig.post("/api/metadata/undo", "{\"seq\":3}").status()).isEqualTo(200);
        assertThat(each("name")).containsExactly("One", "Two");
    }

    @Test
    void the_past_holds_the_views_of_that_moment() throws Exception {
        var id = made("One", "live=1");
        rig.delete("/api/views/" + id);
        assertThat(rig.get("/api/metadata?seq=1").body().at("/views/0/name").asText())
                .isEqualTo("One");
        assertThat(rig.get("/api/metadata").body().has("views")).isFalse();
    }

    @Test
    void open_pages_hear_of_it() throws Exception {
        var id = made("One", "live=1");
        try (var lines = new BufferedReader(new InputStreamReader(rig.events(0L), StandardCharsets.UTF_8))) {
            var heard = new ArrayList<String>();
            for (var line = lines.readLine(); heard.size() < 2 && line != null; line = lines.readLine()) {
                if (!heard.isEmpty() || line.equals("event: view") || line.equals("event:view")) {
                    heard.add(line);
                }
            }
            assertThat(heard.getLast()).contains(id);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "q=%20cart%20;q=cart",
                "?live=1&q=a+b;q=a+b&live=1",
                "engine=kimi,codex,engine_2;engine=engine_2%2Cengine_6",
                "folder=/b&folder=/a&folder=/b&folder=;folder=%2Fa&folder=%2Fb",
                "archived=0&snoozed=1&q=&project=none;project=none&snoozed=1",
                "q=%F0%9F%A6%8A+%3C%26%3E;q=%F0%9F%A6%8A+%3C%26%3E"
            })
    void a_filter_is_kept_in_its_one_form(String typed, String kept) throws Exception {
        made("One", typed);
        assertThat(each("query")).containsExactly(kept);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "x;offset=3;422;and nothing else",
                "x;live=1&limit=3;422;and nothing else",
                "x;live=2;422;0 or 1",
                "x;live=1&live=1;422;once",
                "x;engine=nope;400;aliases",
                "x;project=../..;422;project",
                "x;q=%zz;422;hexadecimal",
                "x;q=a%0ab;422;one line",
                "x;q=%e2%80%ae;422;one line",
                "x;'';422;needs a filter",
                "x;q=+&live=0;422;needs a filter",
                "' ';live=1;422;1 to 80",
                "'\u202e';live=1;422;1 to 80",
                "tAKEN;live=1;409;choose another name"
            })
    void what_makes_no_view_is_refused_with_a_sentence(String name, String query, int status, String sentence)
            throws Exception {
        made("Taken", "needs=1");
        var answer = rig.post("/api/views", body(name, query));
        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.raw().body()).contains(sentence);
        assertThat(each("name")).containsExactly("Taken");
    }

    @Test
    void names_and_filters_have_bounds() throws Exception {
        var longest = "\ud83e\udd8a".repeat(SavedView.MAX_NAME / 2);
        made(longest, "live=1");
        assertThat(rig.post("/api/views", body(longest + "x", "live=1")).status())
                .isEqualTo(422);
        assertThat(rig.post("/api/views", body("x", "q=" + "x".repeat(501))).status())
                .isEqualTo(422);
        assertThat(rig.post("/api/views", body("x", "folder=/" + "x".repeat(4000)))
                        .status())
                .isEqualTo(422);
        assertThat(rig.post("/api/views", body("x", "folder=/" + "\u00fc".repeat(1000)))
                        .status())
                .isEqualTo(422);
        assertThat(rig.post("/api/views", "{\"name\":\"x\"}").status()).isEqualTo(400);
        assertThat(rig.post("/api/views", "{\"name\":\"x\",\"query\":\"live=1\",\"id\":\"y\"}")
                        .status())
                .isEqualTo(400);
    }

    @Test
    void there_are_a_hundred_at_most_also_by_undoing() throws Exception {
        var first = made("0", "live=1");
        for (int i = 1; i < 100; i++) {
            made(Integer.toString(i), "live=1");
        }
        assertThat(rig.post("/api/views", body("x", "live=1")).raw().body()).contains("delete one first");
        rig.delete("/api/views/" + first);
        made("x", "live=1");
        assertThat(rig.post("/api/metadata/undo", "{\"seq\":101}").status()).isEqualTo(409);
        assertThat(each("id")).hasSize(100);
    }

    @Test
    void names_keep_nothing_that_commands_a_terminal_and_markup_is_text() throws Exception {
        made("a\u001b[2J\u202e<b>\u0000&", "live=1");
        assertThat(each("name")).containsExactly("a[2J<b>&");
    }

    @Test
    void views_are_there_after_a_restart() throws Exception {
        var journal = folder.resolve("journal");
        try (var kept = ChronicleJournal.open(journal, Clock.systemUTC());
                var metadata = new Metadata(kept, Clock.systemUTC())) {
            var first = metadata.createView("One", "live=1", Actor.CLI);
            metadata.createView("Two", "needs=1", Actor.CLI);
            metadata.changeView(first.id(), "Uno", null, Actor.CLI);
        }
        try (var kept = ChronicleJournal.open(journal, Clock.systemUTC());
                var metadata = new Metadata(kept, Clock.systemUTC())) {
            assertThat(metadata.organisation().views())
                    .extracting(SavedView::name)
                    .containsExactly("Uno", "Two");
        }
    }
}
