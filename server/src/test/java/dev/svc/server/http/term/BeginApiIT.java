package dev.svc.server.http.term;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.Engines;
import dev.svc.server.http.Web;
import dev.svc.server.http.gate.Gate;
import dev.svc.server.http.gate.Origins;
import dev.svc.server.http.gate.Problem;
import dev.svc.server.http.gate.Visitor;
import dev.svc.server.http.page.AppPage;
import dev.svc.server.http.page.Assets;
import dev.svc.server.http.session.SessionRoutes;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.EngineKey;
import dev.svc.server.terminal.House;
import dev.svc.shared.waiting.Waiting;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BeginApiIT {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String SID = "engine_1:begun";

    @TempDir
    Path temp = Path.of("");

    private final AtomicInteger port = new AtomicInteger();
    private final HttpClient client = HttpClient.newHttpClient();
    private House house;
    private volatile boolean proven = true;
    private Catalog catalog;
    private WebServer server = WebServer.builder().port(0).build();

    @BeforeEach
    void start() throws IOException, InterruptedException {
        new House(temp).close();
        for (var name : List.of("kept", "unwritten")) {
            Files.writeString(
                    temp.resolve("run-a/" + name + ".fallen"),
                    "session=engine_1\\:%s\nfolder=/work\nstarted=2026-01-01T00\\:00\\:00Z\nbypass=true\n"
                            .formatted(name));
        }
        Files.writeString(temp.resolve("run-a/elsewhere.fallen"), """
                session=engine_1\\:elsewhere
                folder=
                started=2026-01-01T01\\:00\\:00Z
                outside=TMUX
                outside.place=main\\:2.1
                outside.sure=true
                """);
        Files.writeString(
                Files.createDirectories(temp.resolve("store/p")).resolve("kept.jsonl"),
                "{\"text\":\"Hello\",\"cwd\":\"/work\",\"at\":\"2026-01-01T00:00:00Z\"}\n");
        Files.writeString(
                temp.resolve("store/p/elsewhere.jsonl"),
                "{\"text\":\"Hello\",\"cwd\":\"/work\",\"at\":\"2026-01-01T00:00:00Z\"}\n");
        house = new House(temp);
        house.stored("kept");
        var engines = new Engines(List.of(new FakeEngine(EngineKey.CLAUDE_CODE, temp.resolve("store"))));
        var cache = new Cache(temp.resolve("cache"), "test");
        catalog = new Catalog(engines, () -> Organisation.EMPTY, List::of, Catalog.Settings.of(cache));
        catalog.start();
        assertThat(catalog.awaitRead(Waiting.PATIENCE)).isTrue();
        var rows = new SessionRoutes(catalog, engines, _ -> null);
        Path dist = Files.createDirectory(temp.resolve("dist"));
        Files.writeString(dist.resolve("index.html"), "<!doctype html>");
        var gate = new Gate(new Origins(Optional.empty(), List.of(), port::get), new TermSocketIT.Resident());
        var routes = Stream.of(
                        new BeginRoutes(house.terminals, rows).routes(),
                        new ResumableRoutes(house.terminals.resumption(), rows, this::requireProof).routes())
                .flatMap(List::stream)
                .toList();
        server = new Web(routes, List.of(), gate, new AppPage(Assets.of(dist)))
                .start(new Web.Listen("127.0.0.1", 0, 1 << 20, false))
                .orElseThrow();
        port.set(server.port());
    }

    @AfterEach
    void stop() {
        server.stop();
        client.close();
        catalog.close();
        house.close();
    }

    private void requireProof(Visitor visitor) {
        if (!proven) {
            throw Problem.of(401, "proof_required", "Prove it first.");
        }
    }

    private HttpResponse<String> command(String query) throws IOException, InterruptedException {
        var address = address("/api/sessions/" + SID + "/command?" + query);
        return client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }

    private HttpResponse<String> prompt(String prompt) throws IOException, InterruptedException {
        return post(
                "/api/sessions/" + SID + "/prompt",
                JSON.createObjectNode().put("prompt", prompt).toString());
    }

    private HttpResponse<String> post(String path, String body) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(address(path))
                .header("Content-Type", "application/json")
                .header("Origin", "http://127.0.0.1:" + port.get())
                .POST(BodyPublishers.ofString(body))
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private JsonNode offered() throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(address("/api/resumable")).build();
        return json(client.send(request, BodyHandlers.ofString())).path("resumable");
    }

    private List<String> resumable() throws IOException, InterruptedException {
        return offered().findValues("session").stream()
                .map(it -> it.path("id").asText())
                .toList();
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + port.get() + path);
    }

    private static JsonNode json(HttpResponse<String> answer) throws IOException {
        return JSON.readTree(answer.body());
    }

    @Test
    void the_command_of_a_new_session_names_program_arguments_and_folder() throws Exception {
        var folder = URLEncoder.encode(house.folder.toString(), StandardCharsets.UTF_8);
        var shown = json(command("new=1&prompt=1&cwd=" + folder));
        assertThat(shown.path("argv").get(0).asText()).isEqualTo("/bin/sh");
        assertThat(shown.path("prompted").asBoolean()).isTrue();
        assertThat(shown.path("folder").asText()).isEqualTo(house.folder.toString());
        assertThat(shown.path("exists").asBoolean()).isTrue();
        assertThat(json(command("new=1&cwd=" + folder + "%2Fgone"))
                        .path("exists")
                        .asBoolean())
                .isFalse();
    }

    @Test
    void what_cannot_be_started_is_said_in_one_sentence() throws Exception {
        assertThat(command("").statusCode()).isEqualTo(404);
        assertThat(command("new=1&cwd=relative").statusCode()).isEqualTo(404);
        assertThat(command("new=1&cwd=%00").statusCode()).isEqualTo(400);
    }

    @Test
    void a_prompt_is_kept_without_its_control_sequences_if_it_says_something() throws Exception {
        assertThat(prompt("\u001b[31mFix\u0000 it\u001b[0m\r\n").statusCode()).isEqualTo(204);
        assertThat(prompt(" \u0000\n").statusCode()).isEqualTo(422);
    }

    @Test
    void a_prompt_has_16_KiB_at_most_and_a_refusal_does_not_repeat_it() throws Exception {
        assertThat(prompt("ü".repeat(8 << 10)).statusCode()).isEqualTo(204);
        var refused = prompt("ü".repeat((8 << 10) + 1));
        assertThat(refused.statusCode()).isEqualTo(422);
        assertThat(refused.body()).doesNotContain("ü");
    }

    @Test
    void what_ran_when_the_host_went_down_is_listed_if_there_is_something_to_go_on_with() throws Exception {
        assertThat(resumable()).containsExactly("engine_1:kept", "engine_1:elsewhere");
        assertThat(post("/api/resumable/dismiss", "{\"sids\":[\"engine_1:kept\"]}")
                        .statusCode())
                .isEqualTo(204);
        assertThat(resumable()).containsExactly("engine_1:elsewhere");
    }

    @Test
    void what_ran_outside_says_where() throws Exception {
        var offered = offered();
        assertThat(offered.at("/0/ran_outside").isNull()).isTrue();
        assertThat(offered.at("/1/ran_outside"))
                .isEqualTo(JSON.readTree("{\"where\":\"tmux\",\"place\":\"main:2.1\",\"sure\":true}"));
        assertThat(offered.at("/1/folder").asText()).isEqualTo("/work");
    }

    @Test
    void each_one_that_is_to_be_resumed_gets_an_answer_of_its_own() throws Exception {
        var results = json(post("/api/resumable/resume", "{\"sids\":[\"engine_1:kept\",\"engine_1:other\"]}"))
                .path("results");
        assertThat(results.get(0).path("sid").asText()).isEqualTo("engine_1:kept");
        assertThat(results.get(1).path("refusal").asText()).isEqualTo("It did not run when the host went down.");
        assertThat(post("/api/resumable/resume", "{}").statusCode()).isEqualTo(400);
    }

    @Test
    void what_acted_without_asking_is_resumed_by_who_has_proven_to_be_there() throws Exception {
        proven = false;

        var refused = post("/api/resumable/resume", "{\"sids\":[\"engine_1:elsewhere\",\"engine_1:kept\"]}");

        assertThat(refused.statusCode()).isEqualTo(401);
        assertThat(refused.body()).contains("proof_required");
        assertThat(house.terminals.running()).isEmpty();
        assertThat(post("/api/resumable/resume", "{\"sids\":[\"engine_1:elsewhere\"]}")
                        .statusCode())
                .isEqualTo(200);
    }
}
