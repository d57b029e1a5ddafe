package dev.svc.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.catalog.Running;
import dev.svc.server.session.Elsewhere;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CatalogApiIT {
    @TempDir
    private Path folder;

    private ApiRig rig;

    @BeforeEach
    void three_sessions_of_two_programs() throws Exception {
        ApiRig.session(folder, "one", "Fix the cart", 1);
        ApiRig.session(folder, "two", "Write the docs", 20);
        ApiRig.line(folder.resolve("kimi/p/three.jsonl"), "Résumé of the week", 40);
        rig = new ApiRig(folder);
    }

    @AfterEach
    void stop() {
        rig.close();
    }

    @Test
    void the_list_is_newest_first_with_facets_over_everything() throws Exception {
        var answer = rig.get("/api/sessions?limit=2");
        assertThat(ids(answer.body())).containsExactly("engine_2:one", "engine_2:two");
        assertThat(answer.body().path("next_offset").asInt()).isEqualTo(2);
        assertThat(answer.body().path("total").asInt()).isEqualTo(3);
        assertThat(answer.body().at("/facets/engines/1/label").asText()).isEqualTo("Kimi Code");
        assertThat(answer.body().at("/facets/projects/0/count").asInt()).isEqualTo(3);
        assertThat(ids(rig.get("/api/sessions?limit=2&offset=2").body())).containsExactly("engine_6:three");
    }

    @Test
    void facets_that_cost_something_are_there_when_they_are_asked_for() throws Exception {
        var plain = rig.get("/api/sessions").body().path("facets");
        assertThat(plain.path("times").isNull() && plain.path("folders").isNull())
                .isTrue();
        var asked = rig.get("/api/sessions?zone=Europe/Berlin&folder_q=&limit=1")
                .body()
                .path("facets");
        assertThat(asked.at("/times/counts/0/count").asInt()).isPositive();
        var folder = asked.at("/folders/0/path").asText();
        var within =
                rig.get("/api/sessions?folder=/nowhere&folder=" + URLEncoder.encode(folder, StandardCharsets.UTF_8));
        assertThat(within.body().path("total").asInt())
                .isEqualTo(asked.at("/folders/0/count").asInt());
        assertThat(rig.get("/api/sessions?folder=/nowhere").body().path("total").asInt())
                .isZero();
    }

    @Test
    void a_project_of_a_folder_takes_its_sessions_along_and_one_undo_takes_all_back() throws Exception {
        Files.createDirectories(folder.resolve("here"));
        var made = rig.post("/api/projects", "{\"name\":\"Shop\",\"folders\":[\"/\"],\"gather\":true}");
        assertThat(made.status()).isEqualTo(201);
        assertThat(made.body().path("session_count").asInt()).isEqualTo(3);
        var batch = rig.get("/api/audit?limit=1").body().at("/events/0/batch").asText();
        rig.post("/api/metadata/undo", "{\"batch\":\"" + batch + "\"}");
        assertThat(rig.get("/api/projects").body().path("projects")).isEmpty();
        assertThat(rig.get("/api/sessions?project=none").body().path("total").asInt())
                .isEqualTo(3);
    }

    @ParameterizedTest
    @CsvSource({
        "q=resume, engine_6:three",
        "q=CART+fix, engine_2:one",
        "engine=kimi, engine_6:three",
        "'engine=engine_6,codex&q=docs', engine_2:two",
        "'sort=title&limit=1', engine_2:one",
        "'sort=created&limit=1&engine=engine_2', engine_2:one",
    })
    void filters_find(String query, String id) throws Exception {
        assertThat(ids(rig.get("/api/sessions?" + query).body())).containsExactly(id);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit=0",
                "limit=501",
                "zone=Mars/Olympus",
                "zone=",
                "limit=x",
                "limit=",
                "limit=99999999999",
                "offset=-1",
                "archived=2",
                "archived=",
                "engine=",
                "engine=engine_98",
                "engine=codex,,kimi",
                "live=yes",
                "sort=size",
                "project=a%2Fb",
                "subagents=2"
            })
    void a_parameter_out_of_bounds_is_a_400_that_says_what_it_takes(String query) throws Exception {
        var answer = rig.get("/api/sessions?" + query);
        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().path("code").asText()).isEqualTo("bad_request");
        assertThat(answer.body().path("detail").asText()).contains(" takes ");
    }

    @Test
    void words_beyond_all_measure_are_refused() throws Exception {
        assertThat(rig.get("/api/sessions?q=" + "a".repeat(501)).status()).isEqualTo(400);
    }

    @Test
    void an_unchanged_list_is_not_sent_again() throws Exception {
        var tag = rig.get("/api/sessions").raw().headers().firstValue("ETag").orElseThrow();
        var again = rig.get("/api/sessions", "If-None-Match", "\"other\", W/" + tag);
        assertThat(again.status()).isEqualTo(304);
        rig.post("/api/sessions/engine_2:one/favorite", "");
        assertThat(rig.get("/api/sessions", "If-None-Match", tag).status()).isEqualTo(200);
    }

    @ParameterizedTest
    @ValueSource(strings = {"engine_2:one", "codex:one", "engine_2%3Aone"})
    void a_session_is_found_by_its_id_encoded_or_plain_or_with_an_alias(String sid) throws Exception {
        assertThat(rig.get("/api/sessions/" + sid).body().path("id").asText()).isEqualTo("engine_2:one");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "engine_2:none",
                "engine_99:one",
                "one",
                "engine_2:",
                "engine_2:..%2Fone",
                "engine_2:-one",
                "engine_2:ONE",
                "engine_1:one",
                "engine_2:one%00",
                "engine_2:new-1"
            })
    void any_other_id_is_a_404(String sid) throws Exception {
        assertThat(rig.get("/api/sessions/" + sid).status()).isIn(400, 404);
        assertThat(rig.post("/api/sessions/" + sid + "/favorite", "").status()).isIn(400, 404);
    }

    @Test
    void a_title_is_given_and_taken_away() throws Exception {
        var path = "/api/sessions/engine_2:one/rename";
        assertThat(rig.post(path, "{\"title\":\"  New\\u0007 title \"}")
                        .body()
                        .path("title")
                        .asText())
                .isEqualTo("New title");
        assertThat(ids(rig.get("/api/sessions?q=new+title").body())).containsExactly("engine_2:one");
        long seq = rig.journal.head().seq();
        rig.post(path, "{\"title\":\"New title\"}");
        assertThat(rig.journal.head().seq()).isEqualTo(seq);
        var cleared = rig.post(path, "{\"title\":\"\"}").body();
        assertThat(cleared.path("title").asText()).isEqualTo("Fix the cart");
        assertThat(cleared.path("title_source").asText()).isEqualTo("first_message");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"title\":5}|400",
                "{}|400",
                "[]|400",
                "no json|400",
                "''|400",
                "{\"title\":null}|400",
                "{\"title\":\"a\",\"more\":1}|400",
                "{\"title\":\"a\"} x|400",
                "{\"title\":\"a\",\"title\":\"b\"}|400"
            })
    void a_body_that_is_not_what_is_expected_is_a_400(String body, int status) throws Exception {
        assertThat(rig.post("/api/sessions/engine_2:one/rename", body).status()).isEqualTo(status);
    }

    @Test
    void a_title_that_is_too_long_is_a_422() throws Exception {
        var answer = rig.post("/api/sessions/engine_2:one/rename", "{\"title\":\"" + "x".repeat(201) + "\"}");
        assertThat(answer.status()).isEqualTo(422);
        assertThat(answer.body().path("code").asText()).isEqualTo("invalid");
    }

    @Test
    void a_favourite_is_first_until_it_is_none() throws Exception {
        assertThat(rig.post("/api/sessions/kimi:three/favorite", "")
                        .body()
                        .path("sticky")
                        .asBoolean())
                .isTrue();
        assertThat(ids(rig.get("/api/sessions?limit=1").body())).containsExactly("engine_6:three");
        assertThat(rig.post("/api/sessions/kimi:three/unfavorite", "")
                        .body()
                        .path("sticky")
                        .asBoolean())
                .isFalse();
        assertThat(ids(rig.get("/api/sessions?limit=1").body())).containsExactly("engine_2:one");
    }

    @Test
    void an_archived_session_leaves_the_list_and_comes_back() throws Exception {
        rig.post("/api/sessions/engine_2:one/archive", "");
        rig.post("/api/sessions/engine_2:one/archive", "");
        assertThat(ids(rig.get("/api/sessions").body())).doesNotContain("engine_2:one");
        assertThat(ids(rig.get("/api/sessions?archived=1").body())).containsExactly("engine_2:one");
        assertThat(ids(rig.get("/api/sessions?archived=all").body())).hasSize(3);
        rig.post("/api/sessions/engine_2:one/unarchive", "");
        assertThat(ids(rig.get("/api/sessions").body())).contains("engine_2:one");
        assertThat(rig.journal.head().seq()).isEqualTo(2);
    }

    @Test
    void projects_are_made_changed_filled_and_deleted() throws Exception {
        var made = rig.post("/api/projects", "{\"name\":\"Shop\",\"folders\":[\"" + folder + "\"]}");
        assertThat(made.status()).isEqualTo(201);
        var id = made.body().path("id").asText();
        var assigned = rig.patch("/api/sessions/engine_2:one/metadata", "{\"project_id\":\"" + id + "\"}");
        assertThat(assigned.body().path("project_id").asText()).isEqualTo(id);
        assertThat(ids(rig.get("/api/sessions?project=" + id).body())).containsExactly("engine_2:one");
        assertThat(ids(rig.get("/api/sessions?project=none").body())).hasSize(2);
        assertThat(ids(rig.get("/api/sessions?q=shop&engine=codex&limit=1").body()))
                .containsExactly("engine_2:one");
        assertThat(rig.get("/api/projects")
                        .body()
                        .at("/projects/0/session_count")
                        .asInt())
                .isEqualTo(1);
        assertThat(rig.patch("/api/projects/" + id, "{\"color\":\"#AABBCC\",\"archived\":true}")
                        .body()
                        .path("color")
                        .asText())
                .isEqualTo("#aabbcc");
        assertThat(rig.get("/api/projects").body().path("projects")).isEmpty();
        assertThat(rig.get("/api/projects?include_archived=1").body().path("projects"))
                .hasSize(1);
        assertThat(rig.delete("/api/projects/" + id).status()).isEqualTo(204);
        assertThat(rig.delete("/api/projects/" + id).status()).isEqualTo(404);
        assertThat(rig.get("/api/sessions/engine_2:one")
                        .body()
                        .path("project_id")
                        .isNull())
                .isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\":\"\"}|422",
                "{\"name\":\"SHOP\"}|409",
                "{\"name\":\"x\",\"color\":\"red\"}|422",
                "{\"name\":\"x\",\"folders\":[\"relative\"]}|422",
                "{\"name\":\"x\",\"folders\":[\"/no/such/folder\"]}|422",
                "{\"name\":\"x\",\"folders\":\"/\"}|400",
                "{\"name\":7}|400",
                "{}|400"
            })
    void a_project_that_cannot_be_is_refused(String body, int status) throws Exception {
        rig.post("/api/projects", "{\"name\":\"Shop\"}");
        assertThat(rig.post("/api/projects", body).status()).isEqualTo(status);
        assertThat(rig.get("/api/projects").body().path("projects")).hasSize(1);
    }

    @Test
    void an_unknown_project_is_a_422_and_a_missing_one_a_400() throws Exception {
        var path = "/api/sessions/engine_2:one/metadata";
        assertThat(rig.patch(path, "{\"project_id\":\"nobody\"}").status()).isEqualTo(422);
        assertThat(rig.patch(path, "{\"project_id\":\"../x\"}").status()).isEqualTo(422);
        assertThat(rig.patch(path, "{}").status()).isEqualTo(400);
        assertThat(rig.patch(path, "{\"project_id\":null}").status()).isEqualTo(200);
    }

    @Test
    void a_session_that_runs_is_archived_only_by_somebody_who_wants_its_program_ended() throws Exception {
        rig.running.add(new Running(new SessionId(EngineKey.CODEX, "two"), "/x", ApiRig.NOW, Status.WORKING));
        var path = "/api/sessions/engine_2:two/archive";
        for (var body : List.of("", "{}", "{\"end\":false}")) {
            var refused = rig.post(path, body);
            assertThat(refused.status()).isEqualTo(409);
            assertThat(refused.body().path("detail").asText()).contains("\"end\": true");
        }
        var done = rig.post(path, "{\"end\":true}").body();
        assertThat(done.path("archived").asBoolean()).isTrue();
        assertThat(done.path("live").asBoolean()).isFalse();
    }

    @Test
    void a_program_is_ended_without_archiving_its_session_and_the_history_of_the_session_says_so() throws Exception {
        var two = new SessionId(EngineKey.CODEX, "two");
        rig.running.add(new Running(two, "/x", ApiRig.NOW, Status.WORKING));
        assertThat(rig.post("/api/sessions/engine_2:two/end", "").status()).isEqualTo(409);
        assertThat(rig.running).hasSize(1);
        var ended = rig.post("/api/sessions/engine_2:two/end", "{\"force\": true}");
        assertThat(ended.status()).isEqualTo(200);
        assertThat(rig.running).isEmpty();
        assertThat(ended.body().path("archived").asBoolean()).isFalse();
        var history = rig.get("/api/sessions/engine_2:two/events").body().path("events");
        assertThat(history.findValuesAsText("type")).containsExactly("program_ended");
        assertThat(rig.get("/api/sessions/engine_2:one/events").body().path("events"))
                .isEmpty();
        assertThat(rig.post("/api/sessions/engine_2:two/end", "").status()).isEqualTo(409);
    }

    @Test
    void old_sessions_that_run_are_ended_and_archived_where_that_is_asked_for() throws Exception {
        rig.running.add(new Running(new SessionId(EngineKey.CODEX, "two"), "/x", ApiRig.NOW, Status.IDLE));
        var done = rig.post("/api/sessions/archive-older", "{\"older_than_days\":0,\"engine\":\"codex\",\"end\":true}");
        assertThat(done.body().at("/skipped/live").asInt()).isZero();
        assertThat(done.body().path("ids").valueStream().map(JsonNode::asText)).contains("engine_2:two");
    }

    private static Running outside(String nativeId, Status status) {
        var elsewhere = new Elsewhere(Elsewhere.Where.TMUX, "main:2.1", ApiRig.NOW, true, true, false);
        return new Running(
                new SessionId(EngineKey.CODEX, nativeId), "", ApiRig.NOW, status, null, elsewhere, List.of("shell"));
    }

    @Test
    void a_session_that_waits_outside_says_so_with_the_word_that_all_have() throws Exception {
        rig.running.add(outside("two", Status.WAITING));
        var row = rig.get("/api/sessions/engine_2:two").body();
        assertThat(row.path("live").asText()).isEqualTo("elsewhere");
        assertThat(row.path("status").asText()).isEqualTo("waiting");
        assertThat(row.at("/elsewhere/status").asText()).isEqualTo("waiting");
        assertThat(row.at("/background/0").asText()).isEqualTo("shell");
    }

    @Test
    void bringing_here_needs_a_yes_and_something_that_runs_outside() throws Exception {
        var path = "/api/sessions/engine_2:two/bring-here";
        assertThat(rig.post(path, "{}").status()).isEqualTo(422);
        assertThat(rig.post(path, "{\"confirm\":true}").status()).isEqualTo(409);
        rig.running.add(outside("two", Status.WAITING));
        assertThat(rig.post(path, "{\"confirm\":false}").status()).isEqualTo(422);
        assertThat(rig.post(path, "{\"confirm\":true}").status()).isEqualTo(200);
        assertThat(rig.endedOutside).containsExactly(new SessionId(EngineKey.CODEX, "two"));
    }

    @Test
    void what_does_not_end_outside_is_not_brought_here() throws Exception {
        rig.running.add(outside("two", Status.WAITING));
        rig.staysOutside = "It was asked to end and has not.";
        var answer = rig.post("/api/sessions/engine_2:two/bring-here", "{\"confirm\":true}");
        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.body().toString()).contains("It was asked to end and has not.");
    }

    @Test
    void a_session_that_a_program_outside_works_on_says_so() throws Exception {
        rig.running.add(outside("two", Status.ELSEWHERE));
        rig.running.add(outside("unheard-of", Status.ELSEWHERE));
        var row = rig.get("/api/sessions/engine_2:two").body();
        assertThat(row.path("live").asText()).isEqualTo("elsewhere");
        assertThat(row.path("status").asText()).isEqualTo("off");
        assertThat(row.at("/elsewhere/status").asText()).isEqualTo("unknown");
        assertThat(row.at("/elsewhere/where").asText()).isEqualTo("tmux");
        assertThat(row.at("/elsewhere/place").asText()).isEqualTo("main:2.1");
        assertThat(ids(rig.get("/api/sessions?live=1").body())).containsExactly("engine_2:two");
        assertThat(rig.get("/api/sessions/engine_2:unheard-of").status()).isEqualTo(404);
    }

    @Test
    void what_is_old_is_archived_as_one_batch_but_no_favourite_and_nothing_that_runs() throws Exception {
        ApiRig.session(folder, "four", "Runs", 30);
        rig.running.add(new Running(new SessionId(EngineKey.CODEX, "two"), "/x", ApiRig.NOW, Status.IDLE));
        rig.post("/api/sessions/kimi:three/favorite", "");
        until("/api/sessions/engine_2:four");
        var path = "/api/sessions/archive-older";
        var dry = rig.post(path, "{\"older_than_days\":10,\"dry_run\":true}").body();
        assertThat(dry.path("ids").path(0).asText()).isEqualTo("engine_2:four");
        assertThat(ids(rig.get("/api/sessions").body())).hasSize(4);
        var done = rig.post(path, "{\"older_than_days\":10}").body();
        assertThat(done.path("archived").asInt()).isEqualTo(1);
        assertThat(done.at("/skipped/sticky").asInt()).isEqualTo(1);
        assertThat(done.at("/skipped/live").asInt()).isEqualTo(1);
        var all = rig.post(path, "{\"before\":\"2026-11-21T00:00:00Z\",\"include_sticky\":true,\"engine\":\"kimi\"}")
                .body();
        assertThat(all.path("ids").path(0).asText()).isEqualTo("engine_6:three");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}", "{\"older_than_days\":1,\"before\":\"2026-11-21T00:00:00Z\"}", "{\"older_than_days\":-1}",
                "{\"older_than_days\":1.5}", "{\"before\":\"yesterday\"}", "{\"older_than_days\":1,\"engine\":\"x\"}"
            })
    void a_cutoff_that_says_nothing_is_a_400(String body) throws Exception {
        assertThat(rig.post("/api/sessions/archive-older", body).status()).isEqualTo(400);
    }

    @Test
    void folders_come_from_sessions_projects_and_roots() throws Exception {
        rig.post("/api/projects", "{\"name\":\"Shop\",\"folders\":[\"" + folder + "\"]}");
        var body = rig.get("/api/folders").body();
        assertThat(body.at("/folders/0/path").asText()).isEqualTo("/home/alex/shop");
        assertThat(body.at("/folders/0/sessions").asInt()).isEqualTo(3);
        assertThat(body.findValuesAsText("source")).containsExactly("scan", "project", "root");
        assertThat(body.path("mkdir_enabled").asBoolean()).isTrue();
    }

    @Test
    void the_home_folder_is_offered_after_all_others() throws Exception {
        var body = rig.get("/api/folders").body();
        assertThat(body.findValuesAsText("source")).containsExactly("scan", "root", "home");
        assertThat(body.at("/folders/2/path").asText()).isEqualTo(folder.toString());
    }

    @Test
    void a_folder_is_made_below_a_root() throws Exception {
        var made = rig.post("/api/folders/mkdir", wish(rig.roots.toString(), "neu & gut"));
        assertThat(made.status()).isEqualTo(201);
        assertThat(Path.of(made.body().path("path").asText())).isDirectory().hasFileName("neu & gut");
        assertThat(rig.post("/api/folders/mkdir", wish(rig.roots.toString(), "neu & gut"))
                        .status())
                .isEqualTo(422);
        assertThat(rig.post("/api/folders/mkdir", wish(rig.roots + "/neu & gut", "below"))
                        .status())
                .isEqualTo(201);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "..",
                ".",
                "a/b",
                "../x",
                "a\\\\b",
                "-rf",
                ".hidden",
                "",
                " ",
                " x",
                "x ",
                "CON",
                "nul.txt",
                "a\\u0000b",
                "a\\nb",
                "a\\u202eb",
                "x.",
                "a:b"
            })
    void a_folders_name_that_is_no_plain_segment_is_refused(String name) throws Exception {
        assertThat(rig.post("/api/folders/mkdir", wish(rig.roots.toString(), name))
                        .status())
                .isEqualTo(422);
        assertThat(rig.roots).isEmptyDirectory();
    }

    @Test
    void no_folder_is_made_outside_the_roots_whatever_leads_there() throws Exception {
        var outside = Files.createDirectories(folder.resolve("outside"));
        Files.createSymbolicLink(rig.roots.resolve("link"), outside);
        for (var parent : List.of(
                outside.toString(),
                rig.roots + "/link",
                rig.roots + "/../outside",
                "roots",
                "/",
                "",
                rig.roots + "/none")) {
            assertThat(rig.post("/api/folders/mkdir", wish(parent, "x")).status())
                    .as(parent)
                    .isEqualTo(422);
        }
        assertThat(rig.post("/api/folders/mkdir", wish(rig.roots.toString(), "y".repeat(256)))
                        .status())
                .isEqualTo(422);
        assertThat(outside).isEmptyDirectory();
    }

    @Test
    void the_folder_of_a_session_is_made_again_with_those_above_it() throws Exception {
        var session = beganIn("moved", rig.roots.resolve("gone/deep"));
        assertThat(rig.post("/api/sessions/" + session + "/folder", "{}").status())
                .isEqualTo(201);
        assertThat(rig.roots.resolve("gone/deep")).isDirectory();
        assertThat(rig.post("/api/sessions/" + session + "/folder", "{}").status())
                .isEqualTo(422);
    }

    @Test
    void a_sessions_folder_outside_the_roots_is_not_made_again() throws Exception {
        var outside = Files.createDirectories(folder.resolve("outside"));
        Files.createSymbolicLink(rig.roots.resolve("link"), outside);
        var number = 0;
        for (var gone : List.of("../outside/x", "link/x", "fine/.hidden", "none/../../outside/x")) {
            var session = beganIn("moved" + number++, rig.roots.resolve(gone));
            assertThat(rig.post("/api/sessions/" + session + "/folder", "{}").status())
                    .as(gone)
                    .isEqualTo(422);
        }
        assertThat(outside).isEmptyDirectory();
        assertThat(rig.roots.resolve("fine")).doesNotExist();
    }

    /// A session of Codex in a folder that may be gone.
    private String beganIn(String name, Path cwd) throws IOException {
        Files.writeString(
                Files.createDirectories(folder.resolve("codex/p")).resolve(name + ".jsonl"),
                "{\"text\":\"Hello\",\"cwd\":\"%s\",\"at\":\"2026-01-01T00:00:00Z\"}\n".formatted(cwd));
        return "engine_2:" + name;
    }

    @Test
    void an_upload_is_kept_for_its_owner_under_a_safe_name_of_its_own() throws Exception {
        for (var kept : List.of("evil-name.png", "evil-name-2.png")) {
            var answer = rig.form("/api/upload", "b", form("../../etc/-evil; name.png", "bytes\r\n--not the end"));
            assertThat(answer.status()).isEqualTo(201);
            assertThat(answer.body().path("name").asText()).isEqualTo(kept);
            var path = Path.of(answer.body().path("path").asText());
            assertThat(path).hasParent(folder.resolve("uploads")).hasContent("bytes\r\n--not the end");
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path)))
                    .isEqualTo("rw-------");
        }
    }

    @Test
    void an_upload_over_the_limit_leaves_nothing_behind() throws Exception {
        assertThat(rig.form("/api/upload", "b", form("big", "x".repeat(100_001)))
                        .status())
                .isEqualTo(413);
        assertThat(rig.form("/api/upload", "b", form("fits", "x".repeat(100_000)))
                        .status())
                .isEqualTo(201);
        try (var files = Files.list(folder.resolve("uploads"))) {
            assertThat(files).hasSize(1);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "--b--\r\n",
                "--b\r\n",
                "no form",
                "--b\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\ncut off",
                "--b\r\nContent-Disposition: form-data; name=\"other\"\r\n\r\nx\r\n--b--\r\n"
            })
    void a_form_that_is_none_is_a_400(String body) throws Exception {
        assertThat(rig.form("/api/upload", "b", BodyPublishers.ofString(body)).status())
                .isEqualTo(400);
    }

    @Test
    void an_upload_without_a_form_is_a_400_and_for_an_unknown_session_a_404() throws Exception {
        assertThat(rig.post("/api/upload", "{}").status()).isEqualTo(400);
        var sid = "--b\r\nContent-Disposition: form-data; name=\"sid\"\r\n\r\n../x\r\n--b--\r\n";
        assertThat(rig.form("/api/upload", "b", BodyPublishers.ofString(sid)).status())
                .isEqualTo(404);
    }

    @Test
    void the_programs_are_shown_with_their_stores_and_how_far_they_are_read() throws Exception {
        var body = rig.get("/api/engines").body();
        assertThat(body.at("/engines/0/engine").asText()).isEqualTo("engine_2");
        assertThat(body.at("/engines/0/present").asBoolean()).isTrue();
        assertThat(body.at("/engines/0/sessions").asInt()).isEqualTo(2);
        assertThat(body.at("/engines/1/alias").asText()).isEqualTo("kimi");
    }

    @Test
    void only_roots_that_can_take_a_folder_are_offered() throws Exception {
        assertThat(rig.get("/api/folders").body().at("/roots").toString())
                .isEqualTo("[\"" + folder.resolve("roots") + "\"]");
        assertThat(rig.get("/api/folders").body().at("/mkdir_enabled").asBoolean())
                .isTrue();
        assertThat(rig.get("/api/config").body().at("/mkdir_enabled").asBoolean())
                .isTrue();
        Files.move(folder.resolve("roots"), folder.resolve("moved"));
        assertThat(rig.get("/api/folders").body().at("/roots")).isEmpty();
        assertThat(rig.get("/api/folders").body().at("/mkdir_enabled").asBoolean())
                .isFalse();
        assertThat(rig.get("/api/config").body().at("/mkdir_enabled").asBoolean())
                .isFalse();
    }

    @Test
    void a_program_that_is_not_here_starts_no_session() throws Exception {
        var engines = rig.get("/api/engines").body().path("engines");
        for (var engine : engines) {
            assertThat(engine.path("supports_new").asBoolean())
                    .isEqualTo(!engine.path("bin").isNull());
        }
        assertThat(engines).anyMatch(engine -> engine.path("bin").isNull());
    }

    @Test
    void the_page_is_told_what_it_needs_and_the_theme_is_kept() throws Exception {
        assertThat(rig.get("/api/config").body().path("theme").asText()).isEqualTo("system");
        assertThat(rig.post("/api/prefs", "{\"theme\":\"dark\"}")
                        .body()
                        .path("theme")
                        .asText())
                .isEqualTo("dark");
        assertThat(rig.post("/api/prefs", "{\"theme\":\"pink\"}").status()).isEqualTo(400);
        assertThat(rig.get("/api/config").body().path("theme").asText()).isEqualTo("dark");
        assertThat(rig.get("/api/prefs").body().path("theme").asText()).isEqualTo("dark");
        assertThat(rig.get("/api/config").body().at("/labels/engine_2").asText())
                .isEqualTo("Codex");
    }

    @Test
    void the_description_is_served_as_it_was_written() throws Exception {
        assertThat(rig.get("/api/openapi.json").body())
                .isEqualTo(Description.read().root());
    }

    private void until(String path) throws IOException, InterruptedException {
        Waiting.until(() -> path + " answers", () -> rig.get(path).status() == 200);
    }

    private static List<String> ids(JsonNode list) {
        var ids = new ArrayList<String>();
        list.path("sessions").forEach(row -> ids.add(row.path("id").asText()));
        return ids;
    }

    private static String wish(String parent, String name) {
        return "{\"parent\":\"" + parent + "\",\"name\":\"" + name + "\"}";
    }

    private static java.net.http.HttpRequest.BodyPublisher form(String fileName, String content) {
        return BodyPublishers.ofString(
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"" + fileName
                        + "\"\r\nContent-Type: image/png\r\n\r\n" + content + "\r\n--b--\r\n",
                StandardCharsets.UTF_8);
    }
}
