package dev.svc.server;

import static dev.svc.server.FleetHost.CANARY;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.fleet.broker.NatsServer;
import dev.svc.shared.waiting.Waiting;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/// A host that lets others drive, with a program that asks as Claude Code does, and one that does it.
class FleetDriveIT {
    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final ObjectMapper json = new ObjectMapper();
    private Path root = Path.of("");
    private Path work = Path.of("");
    private FleetPair pair;
    private NatsServer nats;
    private FleetHost forge;
    private FleetHost laptop;

    @BeforeEach
    void two_hosts_of_which_one_lets_others_drive() throws Exception {
        pair = new FleetPair(folder);
        root = pair.root;
        nats = pair.nats;
        forge = pair.forge;
        laptop = pair.laptop;
        work = Files.createDirectories(root.resolve("work"));
        var program = Files.createDirectories(root.resolve("versions")).resolve("2.1.330");
        try (var script = Objects.requireNonNull(FleetDriveIT.class.getResourceAsStream("/claude-that-asks.cjs"))) {
            Files.copy(script, program);
        }
        assertThat(program.toFile().setExecutable(true)).isTrue();
        forge.environment.put("SVC_ENGINE1_BIN", program.toString());
        forge.environment.put("SVC_FLEET_ALLOW", "drive");
        forge.environment.put("SVC_PROJECT_ROOTS", work.toString());
        pair.link();
        Waiting.until(() -> laptop.host("forge-1").path("online").asBoolean());
        Waiting.until(() -> forge.host("laptop-3").path("online").asBoolean());
    }

    @AfterEach
    void end() {
        pair.close();
        client.close();
    }

    private HttpResponse<String> begin(FleetHost from, String host, Path where) throws Exception {
        var wish = json.createObjectNode().put("engine", "claude").put("folder", where.toString());
        return from.change("POST", "/api/sessions?host=" + host, wish.toString());
    }

    /// Its id at the laptop, once its row is there.
    private String begun() throws Exception {
        var answer = begin(laptop, "forge-1", work);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(201);
        var sid = json.readTree(answer.body()).path("sid").asText();
        assertThat(sid).endsWith("@forge-1");
        Waiting.until(() -> laptop.get("/api/sessions/" + sid).statusCode() == 200);
        return sid;
    }

    private JsonNode asked(String text) throws Exception {
        var path = "/api/questions?host=forge-1";
        Waiting.until(() -> laptop.read(path).path("questions").size() == 1);
        var question = laptop.read(path).path("questions").path(0);
        assertThat(question.path("command").asText()).isEqualTo(text);
        return question;
    }

    private HttpResponse<String> answer(JsonNode question, String digest) throws Exception {
        var body = json.createObjectNode().put("choice", "allow").put("digest", digest);
        return laptop.change("POST", "/api/questions/" + question.path("id").asText() + "/answer", body.toString());
    }

    private List<String> noted() throws Exception {
        var notes = work.resolve("noted");
        return Files.exists(notes) ? Files.readAllLines(notes) : List.of();
    }

    @Test
    void what_a_program_asks_on_another_host_is_answered_here_once_and_against_what_was_shown() throws Exception {
        var sid = begun();
        var terminal = Watching.open(client, laptop.address(), sid, "?viewer=v", laptop.cookie());
        terminal.awaitText("at your service");
        var text = "touch " + CANARY;
        Waiting.until(() -> laptop.change("POST", "/api/sessions/" + sid + "/send", "{\"text\":\"" + text + "\"}")
                        .statusCode()
                == 200);
        var question = asked(text);
        assertThat(question.path("sid").asText()).isEqualTo(sid);
        assertThat(laptop.read("/api/questions").path("questions")).isEmpty();
        Waiting.until(() ->
                laptop.read("/api/sessions/" + sid).path("status").asText().equals("waiting"));

        var busy = laptop.change("POST", "/api/sessions/" + sid + "/send", "{\"text\":\"no\",\"wait_seconds\":0}");
        assertThat(busy.statusCode()).isEqualTo(409);
        assertThat(json.readTree(busy.body()).path("why").asText()).isEqualTo("question");

        var stale = answer(question, "another");
        assertThat(stale.statusCode()).isEqualTo(409);
        assertThat(stale.body()).contains("changed");
        assertThat(noted()).containsExactly("1 asks " + text);

        var taken = answer(question, question.path("digest").asText());
        assertThat(taken.statusCode()).as(taken.body()).isIn(200, 202);
        assertThat(json.readTree(taken.body()).at("/receipt/by").asText()).endsWith("@laptop-3");
        Waiting.until(() -> noted().contains("1 allowed by the hook"));
        Waiting.until(() -> !laptop.read("/api/questions/settled?host=forge-1")
                .path("settled")
                .isEmpty());
        var late = answer(question, question.path("digest").asText());
        assertThat(late.statusCode()).isEqualTo(409);
        assertThat(json.readTree(late.body()).path("how").asText()).isEqualTo("allowed");

        var authors = new HashMap<String, String>();
        forge.read("/api/audit").path("events").forEach(it -> {
            if (it.path("type").asText().matches("question_answered|text_sent")) {
                authors.put(it.path("type").asText(), it.path("actor").asText());
            }
        });
        assertThat(authors).containsOnlyKeys("question_answered", "text_sent");
        assertThat(authors.values()).allSatisfy(it -> assertThat(it).endsWith("@laptop-3"));
        var history = laptop.read("/api/sessions/" + sid + "/events").path("events");
        assertThat(history.findValuesAsText("type")).contains("question_answered");
        assertThat(history.findValues("origin")).isEmpty();
        for (var file : nats.kept()) {
            assertThat(Files.readString(file, ISO_8859_1)).doesNotContain(CANARY);
        }
    }

    private HttpResponse<String> make(FleetHost from, String host, Path parent, String name) throws Exception {
        var wish = json.createObjectNode().put("parent", parent.toString()).put("name", name);
        return from.change("POST", "/api/folders/mkdir?host=" + host, wish.toString());
    }

    @Test
    void the_folder_project_and_command_of_a_session_that_is_begun_elsewhere_are_those_of_its_host() throws Exception {
        var project = json.readTree(forge.change("POST", "/api/projects", "{\"name\":\"Uploads\"}")
                        .body())
                .path("id")
                .asText();
        var can = laptop.read("/api/hosts/forge-1/beginnings");
        assertThat(can.path("roots").path(0).asText()).isEqualTo(work.toString());
        assertThat(can.at("/projects/0/id").asText()).isEqualTo(project);
        assertThat(can.at("/projects/0/name").asText()).isEqualTo("Uploads");

        var made = make(laptop, "forge-1", work, "neu & gut");
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        var where = Path.of(json.readTree(made.body()).path("path").asText());
        assertThat(where).isEqualTo(work.resolve("neu & gut")).isDirectory();
        var outside = make(laptop, "forge-1", root, "outside");
        assertThat(outside.statusCode()).isEqualTo(422);
        assertThat(outside.body()).contains("forge-1 decides that: Choose a folder that is one of the project roots");
        var refused = make(forge, "laptop-3", work, "from-afar");
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("laptop-3 allows other hosts `list`: set SVC_FLEET_ALLOW=drive there.");
        assertThat(make(laptop, "laptop-3", work, "here").body()).contains("SVC_PROJECT_ROOTS");
        assertThat(root.resolve("outside")).doesNotExist();
        assertThat(work.resolve("from-afar")).doesNotExist();

        var id = UUID.randomUUID().toString();
        var path = "/api/sessions/engine_1:" + id + "@forge-1";
        var query = "/command?new=1&prompt=1&cwd="
                + URLEncoder.encode(where.toString(), UTF_8).replace("+", "%20");
        var command = laptop.read(path + query);
        var words = new ArrayList<String>();
        command.path("argv").forEach(word -> words.add(word.asText()));
        assertThat(words)
                .contains(root.resolve("versions/2.1.330").toString(), id)
                .doesNotContain("--dangerously-skip-permissions");
        assertThat(command.path("folder").asText()).isEqualTo(where.toString());
        assertThat(command.path("exists").asBoolean()).isTrue();
        assertThat(laptop.get(path + query + "&bypass=1").statusCode()).isEqualTo(403);
        assertThat(forge.get("/api/sessions/engine_1:" + id).statusCode()).isEqualTo(404);

        var wish = json.createObjectNode()
                .put("engine", "claude")
                .put("folder", where.toString())
                .put("native_id", id)
                .put("project_id", project)
                .toString();
        var begun = laptop.change("POST", "/api/sessions?host=forge-1", wish);
        assertThat(begun.statusCode()).as(begun.body()).isEqualTo(201);
        assertThat(json.readTree(begun.body()).path("sid").asText()).isEqualTo("engine_1:" + id + "@forge-1");
        Waiting.until(() -> forge.get("/api/sessions/engine_1:" + id).statusCode() == 200);
        assertThat(forge.read("/api/sessions/engine_1:" + id).path("project_id").asText())
                .isEqualTo(project);
        Waiting.until(() -> laptop.get(path).statusCode() == 200);
        var again = laptop.change("POST", "/api/sessions?host=forge-1", wish);
        assertThat(again.statusCode()).as(again.body()).isEqualTo(409);
        var authors = new HashMap<String, String>();
        forge.read("/api/audit")
                .path("events")
                .forEach(it ->
                        authors.put(it.path("type").asText(), it.path("actor").asText()));
        assertThat(authors.get("assigned")).endsWith("@laptop-3");
    }

    @Test
    @EnabledIfSystemProperty(named = "svc.deep", matches = "true")
    void a_session_is_begun_on_a_host_that_allows_it_in_a_folder_that_is_there_and_nowhere_else() throws Exception {
        forge.session(work.toString(), "Mend the upload");
        Waiting.until(() -> laptop.lists("forge-1", "Mend the upload"));
        var can = laptop.read("/api/hosts/forge-1/beginnings");
        assertThat(can.path("programs").findValuesAsText("engine")).contains("engine_1");
        assertThat(can.path("folders").findValuesAsText("path")).contains(work.toString());

        var nowhere = begin(laptop, "forge-1", root.resolve("nowhere"));
        assertThat(nowhere.statusCode()).isEqualTo(422);
        assertThat(nowhere.body()).contains("absolute path of a folder that is there");
        var refused = begin(forge, "laptop-3", work);
        assertThat(refused.statusCode()).isEqualTo(403);
        assertThat(refused.body()).contains("laptop-3 allows other hosts `list`: set SVC_FLEET_ALLOW=drive there.");
        for (var path : List.of("/api/hosts/laptop-3/beginnings", "/api/questions?host=laptop-3")) {
            assertThat(forge.get(path).statusCode()).isEqualTo(403);
        }
        assertThat(begin(laptop, "forge-9", work).body()).contains("host_offline");
        assertThat(laptop.get("/api/hosts/laptop-3/beginnings").statusCode()).isEqualTo(404);
        var ofItself = laptop.change("POST", "/api/questions/q@laptop-3/answer", "{\"choice\":\"y\",\"digest\":\"d\"}");
        assertThat(ofItself.statusCode()).isEqualTo(404);

        var begun = begin(laptop, "forge-1", work);
        assertThat(begun.statusCode()).as(begun.body()).isEqualTo(201);
        var sid = json.readTree(begun.body()).path("sid").asText();
        var terminal = Watching.open(client, laptop.address(), sid, "?viewer=v", laptop.cookie());
        terminal.awaitText("at your service");
        terminal.type("Say hello\r");
        terminal.awaitText("It counts sheep.");
        nats.kill();
        Waiting.until(() -> !laptop.host("forge-1").path("online").asBoolean());
        var offline = begin(laptop, "forge-1", work);
        assertThat(offline.statusCode()).isEqualTo(503);
        assertThat(offline.body()).contains("host_offline");
    }
}
