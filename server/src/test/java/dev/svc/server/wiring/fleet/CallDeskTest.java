package dev.svc.server.wiring.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.auth.token.Scope;
import dev.svc.server.fleet.call.HostCall;
import dev.svc.server.fleet.call.HostDeed;
import dev.svc.server.fleet.call.Reply;
import dev.svc.server.fleet.envelope.Allowance;
import dev.svc.server.http.gate.Json;
import dev.svc.server.mcp.SvcApi;
import dev.svc.server.metadata.event.MetadataEvent.ProjectCreated;
import dev.svc.server.metadata.event.Project;
import dev.svc.server.metadata.event.ProjectId;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class CallDeskTest {
    private static final SessionId SESSION = new SessionId(EngineKey.CLAUDE_CODE, "0b0c");

    private final List<String> asked = new ArrayList<>();
    private final List<Set<Scope>> scopes = new ArrayList<>();
    private Function<String, SvcApi.Reply> answers = _ -> good("{}");
    private Organisation organisation = Organisation.EMPTY;
    private final CallDesk desk = new CallDesk(
            (author, lent, method, path, body) -> {
                assertThat(author).isEqualTo("ada@laptop-3");
                scopes.add(lent);
                asked.add(method + ' ' + path + (body == null ? "" : " " + body));
                return answers.apply(path);
            },
            (address, visitor, line) -> {
                throw new AssertionError("no terminal was asked for");
            },
            () -> organisation);

    private static JsonNode json(String text) {
        try {
            return Json.shared().readTree(text);
        } catch (IOException broken) {
            throw new AssertionError(broken);
        }
    }

    private static SvcApi.Reply good(String body) {
        return new SvcApi.Reply(200, json(body));
    }

    private Reply ask(HostDeed deed, String arguments) {
        return ask(deed, arguments, Allowance.ORGANISE);
    }

    private Reply ask(HostDeed deed, String arguments, Allowance allowed) {
        var call = new HostCall("0".repeat(32), deed, SESSION, arguments, "ada", HostCall.LONGEST);
        return desk.answer(call, deed, "ada@laptop-3", allowed);
    }

    @Test
    void each_change_is_the_request_that_the_own_page_sends() {
        ask(HostDeed.FAVORITE, "{}");
        ask(HostDeed.END, "{}", Allowance.DRIVE);
        ask(HostDeed.UNARCHIVE, "{}");
        ask(HostDeed.RENAME, "{\"title\":\"x\"}");
        ask(HostDeed.SNOOZE, "{}");
        ask(HostDeed.ASSIGN, "{\"project\":null}");
        assertThat(asked)
                .containsExactly(
                        "POST /api/sessions/engine_1%3A0b0c/favorite",
                        "POST /api/sessions/engine_1%3A0b0c/end {\"force\":false}",
                        "POST /api/sessions/engine_1%3A0b0c/unarchive",
                        "POST /api/sessions/engine_1%3A0b0c/rename {\"title\":\"x\"}",
                        "POST /api/sessions/engine_1%3A0b0c/snooze {}",
                        "PATCH /api/sessions/engine_1%3A0b0c/metadata {\"project_id\":null}");
    }

    @Test
    void a_terminal_is_opened_with_what_says_how_it_is_looked_at_and_with_nothing_that_says_what_is_run() {
        var asked = (ObjectNode) json("""
                {"cols":"80","rows":"24","have":"7","tail":"9","viewer":"v","takeover":"1",
                 "bypass":"1","new":"1","cwd":"/","prompt":"1","join":"1"}""");
        assertThat(CallDesk.terminal(SESSION, asked))
                .isEqualTo("/ws/term/engine_1%3A0b0c?cols=80&rows=24&have=7&tail=9&viewer=v&takeover=1");
    }

    @Test
    void it_is_asked_with_the_scopes_of_what_is_allowed() {
        ask(HostDeed.HISTORY, "{}", Allowance.READ);
        ask(HostDeed.FAVORITE, "{}", Allowance.ORGANISE);
        ask(HostDeed.END_AND_ARCHIVE, "{}", Allowance.DRIVE);
        assertThat(scopes)
                .containsExactly(
                        Set.of(Scope.READ),
                        Set.of(Scope.READ, Scope.ORGANISE),
                        Set.of(Scope.READ, Scope.ORGANISE, Scope.DRIVE));
    }

    @Test
    void a_call_cannot_end_a_program_by_what_it_says_beside_its_deed() {
        ask(HostDeed.ARCHIVE, "{\"end\":true}");
        assertThat(asked).containsExactly("POST /api/sessions/engine_1%3A0b0c/archive");
    }

    @Test
    void a_call_cannot_reach_another_address() {
        ask(HostDeed.HISTORY, "{\"turn\":\"1&format=ansi#/../../x y\",\"path\":\"/api/tokens\"}");
        ask(HostDeed.SEARCH, "{\"q\":[\"a b&sid=c\"],\"project\":[\"p\"]}");
        assertThat(asked)
                .containsExactly(
                        "GET /api/sessions/engine_1%3A0b0c/history?format=json&turn=1%26format%3Dansi%23%2F..%2F..%2Fx%20y",
                        "GET /api/search?q=a%20b%26sid%3Dc");
    }

    @Test
    void what_the_own_interface_refuses_is_refused_with_its_sentence() {
        answers = _ -> new SvcApi.Reply(409, json("{\"code\":\"conflict\",\"detail\":\"It runs.\"}"));
        assertThat(ask(HostDeed.ARCHIVE, "{}")).isEqualTo(Reply.refused(409, "conflict", "It runs."));
        answers = _ -> new SvcApi.Reply(500, MissingNode.getInstance());
        assertThat(ask(HostDeed.ARCHIVE, "{}").isGood()).isFalse();
    }

    @Test
    void what_the_own_row_says_stays_here() {
        answers = _ -> good("{\"review\":\"private\"}");
        assertThat(ask(HostDeed.FAVORITE, "{}").json()).isEqualTo("{}");
    }

    @Test
    void a_project_that_is_missing_here_is_made() {
        answers = path -> path.equals("/api/projects") ? good("{\"id\":\"p1\"}") : good("{}");
        ask(HostDeed.ASSIGN, "{\"project\":\"Shop\"}");
        assertThat(asked)
                .containsExactly(
                        "POST /api/projects {\"name\":\"Shop\"}",
                        "PATCH /api/sessions/engine_1%3A0b0c/metadata {\"project_id\":\"p1\"}");
    }

    @Test
    void a_page_that_is_too_large_for_a_message_comes_with_fewer_turns() {
        answers = path -> {
            int turns = path.contains("limit=") ? Integer.parseInt(path.replaceAll(".*limit=(\\d+).*", "$1")) : 100;
            var body = Json.shared().createObjectNode();
            var list = body.putArray("turns");
            for (int i = 0; i < turns; i++) {
                list.addObject().put("text", "x".repeat(20_000));
            }
            return new SvcApi.Reply(200, body);
        };
        var reply = ask(HostDeed.HISTORY, "{}");
        assertThat(reply.isGood()).isTrue();
        assertThat(String.valueOf(reply.json()).length()).isLessThan(Reply.LARGEST);
        assertThat(asked).hasSize(3).last().asString().contains("limit=25");
    }

    @Test
    void of_what_is_found_others_get_no_more_than_the_id_of_the_row_that_they_have() {
        answers = _ -> good("{\"groups\":[{\"session\":{\"id\":\"engine_1:a\",\"review\":\"private\"},\"hits\":[]}]}");
        assertThat(ask(HostDeed.SEARCH, "{\"q\":\"x\"}").json())
                .isEqualTo("{\"groups\":[{\"session\":{\"id\":\"engine_1:a\"},\"hits\":[]}]}");
    }

    @Test
    void a_call_about_no_session_or_with_no_object_is_refused() {
        var call = new HostCall("0".repeat(32), HostDeed.FAVORITE, null, "{}", "ada", HostCall.LONGEST);
        assertThat(desk.answer(call, HostDeed.FAVORITE, "ada@laptop-3", Allowance.ORGANISE)
                        .status())
                .isEqualTo(400);
        assertThat(ask(HostDeed.FAVORITE, "[1]").status()).isEqualTo(400);
        assertThat(ask(HostDeed.FAVORITE, "{").isGood()).isFalse();
        assertThat(asked).isEmpty();
    }

    @Test
    void an_answer_names_the_question_and_what_was_shown_and_nothing_else_goes_along() {
        answers = _ -> new SvcApi.Reply(202, json("{\"receipt\":{\"by\":\"ada@laptop-3\"}}"));
        var reply = ask(
                HostDeed.ANSWER,
                "{\"question\":\"q/../x\",\"choice\":\"yes\",\"digest\":\"d\",\"confirm\":true,\"sid\":\"other\"}",
                Allowance.DRIVE);
        ask(HostDeed.SEEN, "{\"question\":\"q\",\"digest\":\"d\",\"choice\":\"yes\"}", Allowance.DRIVE);
        assertThat(asked)
                .containsExactly(
                        "POST /api/questions/q%2F..%2Fx/answer {\"choice\":\"yes\",\"digest\":\"d\",\"confirm\":true}",
                        "POST /api/questions/q/seen {\"digest\":\"d\"}");
        assertThat(reply).isEqualTo(Reply.with(202, "{\"receipt\":{\"by\":\"ada@laptop-3\"}}"));
    }

    @Test
    void who_was_first_is_told_to_whoever_was_later() {
        answers = _ -> new SvcApi.Reply(409, json("""
                {"code":"settled","detail":"Firefox was first.","how":"denied","receipt":null,"type":"about:blank"}"""));
        var reply = ask(HostDeed.ANSWER, "{\"question\":\"q\"}", Allowance.DRIVE);
        assertThat(reply).isEqualTo(new Reply(409, "settled", "Firefox was first.", """
                {"how":"denied","receipt":null}"""));
    }

    @Test
    void of_a_question_that_is_too_large_for_a_message_it_is_told_that_it_is_there() {
        answers = _ -> {
            var body = Json.shared().createObjectNode();
            var all = body.putArray("questions");
            all.addObject().put("id", "small");
            var large =
                    all.addObject().put("id", "large").put("title", "Run this?").put("digest", "d");
            large.put("command", "x".repeat(Reply.LARGEST)).putArray("choices").add("y");
            all.addObject().put("id", "last");
            return new SvcApi.Reply(200, body);
        };
        assertThat(ask(HostDeed.QUESTIONS, "{}", Allowance.READ).json()).isEqualTo("""
                        {"questions":[{"id":"small"},{"id":"large","title":"Run this?","digest":"","command":null,\
                        "choices":[],"withheld":true},{"id":"last"}]}""");
        ask(HostDeed.SETTLED, "{\"limit\":[\"5\"],\"sid\":[\"x\"]}", Allowance.READ);
        assertThat(asked).containsExactly("GET /api/questions", "GET /api/questions/settled?limit=5");
    }

    @Test
    void of_many_questions_as_many_are_told_whole_as_a_message_has_room_for_and_none_is_left_out() {
        answers = _ -> {
            var body = Json.shared().createObjectNode();
            var all = body.putArray("questions");
            for (int i = 0; i < 50; i++) {
                all.addObject().put("id", "q" + i).put("diff", "x".repeat(20_000));
            }
            return new SvcApi.Reply(200, body);
        };
        var reply = ask(HostDeed.QUESTIONS, "{}", Allowance.READ);
        assertThat(String.valueOf(reply.json()).length()).isLessThan(Reply.LARGEST);
        var told = json(String.valueOf(reply.json())).path("questions");
        assertThat(told).hasSize(50);
        assertThat(told.path(0).path("diff").asText()).hasSize(20_000);
        assertThat(told.path(49).path("withheld").asBoolean()).isTrue();
    }

    @Test
    void a_text_is_sent_with_how_long_it_may_wait() {
        ask(HostDeed.SEND, "{\"text\":\"go on\",\"wait_seconds\":3,\"bypass\":true}", Allowance.DRIVE);
        assertThat(asked)
                .containsExactly("POST /api/sessions/engine_1%3A0b0c/send {\"text\":\"go on\",\"wait_seconds\":3}");
    }

    @Test
    void nobody_begins_a_program_from_afar_that_acts_without_asking() {
        answers = _ -> new SvcApi.Reply(201, json("{\"sid\":\"engine_1:new\"}"));
        var reply = ask(
                HostDeed.BEGIN,
                "{\"engine\":\"claude\",\"folder\":\"/code\",\"prompt\":\"go\",\"bypass\":true}",
                Allowance.DRIVE);
        ask(HostDeed.COMMAND, "{\"cwd\":[\"/code\"],\"prompt\":[\"1\"],\"bypass\":[\"1\"]}", Allowance.DRIVE);
        assertThat(asked)
                .containsExactly(
                        "POST /api/sessions {\"engine\":\"claude\",\"folder\":\"/code\",\"prompt\":\"go\"}",
                        "GET /api/sessions/engine_1%3A0b0c/command?new=1&cwd=%2Fcode&prompt=1");
        assertThat(reply.json()).isEqualTo("{\"sid\":\"engine_1:new\"}");
    }

    @Test
    void a_session_is_begun_under_the_id_that_was_drawn_for_it_in_a_project_that_is_here() {
        ask(
                HostDeed.BEGIN,
                "{\"engine\":\"claude\",\"folder\":\"/code\",\"native_id\":\"0b0c\",\"project_id\":\"p1\"}",
                Allowance.DRIVE);
        assertThat(asked)
                .containsExactly("POST /api/sessions {\"engine\":\"claude\",\"folder\":\"/code\","
                        + "\"native_id\":\"0b0c\",\"project_id\":\"p1\"}");
    }

    @Test
    void a_folder_is_made_by_the_request_that_the_own_page_sends() {
        answers = _ -> new SvcApi.Reply(201, json("{\"path\":\"/code/new\"}"));
        var reply =
                ask(HostDeed.MAKE_FOLDER, "{\"parent\":\"/code\",\"name\":\"new\",\"path\":\"/etc\"}", Allowance.DRIVE);
        assertThat(asked).containsExactly("POST /api/folders/mkdir {\"parent\":\"/code\",\"name\":\"new\"}");
        assertThat(reply).isEqualTo(Reply.with(201, "{\"path\":\"/code/new\"}"));
    }

    @Test
    void of_programs_folders_and_projects_others_learn_what_choosing_takes() {
        answers = path -> good(
                switch (path) {
                    case "/api/engines" -> """
                        {"engines":[{"engine":"engine_1","label":"Claude Code","supports_new":true,"takes_prompt":true,
                          "agent":true,"new_session_reconciles":false,"bin":"/opt/private"},
                          {"engine":"engine_2","supports_new":false}]}""";
                    case "/api/folders" -> """
                        {"folders":[{"path":"/code","sessions":2,"last_used":null,"exists":true,"source":"scan"},
                          {"path":"/gone","exists":false}],"roots":["/code"],"mkdir_enabled":true}""";
                    default -> """
                        {"projects":[{"id":"p1","name":"Shop","folders":["/code"],"color":"#fff","session_count":7}]}""";
                });
        assertThat(json(String.valueOf(
                        ask(HostDeed.BEGINNINGS, "{}", Allowance.DRIVE).json())))
                .isEqualTo(json("""
                {"programs":[{"engine":"engine_1","label":"Claude Code","takes_prompt":true,"agent":true,
                   "new_session_reconciles":false}],
                 "folders":[{"path":"/code","sessions":2,"last_used":null}],"roots":["/code"],
                 "projects":[{"id":"p1","name":"Shop","folders":["/code"]}]}"""));
        assertThat(asked).containsExactly("GET /api/engines", "GET /api/folders", "GET /api/projects");
    }

    @Test
    void of_more_than_fits_into_a_message_there_is_something_of_everything() {
        answers = path -> {
            var body = Json.shared().createObjectNode();
            var folders = body.putArray("folders");
            var projects = body.putArray("projects");
            for (int i = 0; i < 400; i++) {
                var long4k = "/" + "x".repeat(4_000) + i;
                folders.addObject().put("path", long4k).put("exists", true);
                projects.addObject()
                        .put("id", "p" + i)
                        .put("name", "n")
                        .putArray("folders")
                        .add(long4k);
            }
            body.putArray("roots").add("/code");
            return new SvcApi.Reply(200, body);
        };
        var told =
                String.valueOf(ask(HostDeed.BEGINNINGS, "{}", Allowance.DRIVE).json());
        assertThat(told.length()).isLessThan(Reply.LARGEST);
        assertThat(json(told).path("folders")).hasSizeGreaterThan(50);
        assertThat(json(told).path("projects")).hasSizeGreaterThan(50);
        assertThat(json(told).path("roots")).hasSize(1);
    }

    @Test
    void a_history_is_asked_for_with_its_page_and_names_the_projects_that_are_there() {
        organisation = Organisation.EMPTY.with(project("p1", "Shop")).with(project("p2", "Ledger"));
        answers = _ -> good("""
                {"events":[{"data":{"project_id":"p1"},"before":{"project_id":"gone"}},
                  {"data":{},"before":{"project_id":"p2"}}],"next_before_seq":null}""");
        var reply = ask(HostDeed.EVENTS, "{\"limit\":[\"3\"],\"before_seq\":[\"9\"],\"type\":[\"x\"]}", Allowance.READ);
        assertThat(asked).containsExactly("GET /api/sessions/engine_1%3A0b0c/events?limit=3&before_seq=9");
        assertThat(reply.json()).endsWith("\"projects\":{\"p1\":\"Shop\",\"p2\":\"Ledger\"}}");
    }

    private static ProjectCreated project(String id, String name) {
        return new ProjectCreated(new Project(new ProjectId(id), name, "#2f7fd6", List.of(), false));
    }

    @Test
    void a_history_that_is_too_large_for_a_message_comes_with_fewer_changes() {
        answers = path -> {
            int changes = path.contains("limit=") ? Integer.parseInt(path.replaceAll(".*limit=(\\d+).*", "$1")) : 100;
            var body = Json.shared().createObjectNode();
            var list = body.putArray("events");
            for (int i = 0; i < changes; i++) {
                list.addObject().putObject("data").put("text", "x".repeat(20_000));
            }
            return new SvcApi.Reply(200, body.put("next_before_seq", 7));
        };
        var reply = ask(HostDeed.EVENTS, "{}", Allowance.READ);
        assertThat(reply.isGood()).isTrue();
        assertThat(json(String.valueOf(reply.json())).path("events")).hasSize(25);
        assertThat(asked).hasSize(3).last().asString().contains("limit=25");
    }
}
