package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.shared.waiting.Waiting;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Plain terminals, with the whole service and a real shell.
class PlainTerminalIT {
    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final PageCalls calls = new PageCalls(client);
    private final String sid = "engine_0:" + UUID.randomUUID();
    private Path root = Path.of("");
    private Map<String, String> environment = Map.of();
    private Started service;

    @BeforeEach
    void a_service() throws Exception {
        root = folder.toRealPath();
        Files.createDirectories(root.resolve("work/kiosk"));
        environment = new HashMap<>(Started.around(root, root.resolve("none")));
        environment.put("SVC_ENGINE0_BIN", "/bin/sh");
        environment.put("PS1", "ready> ");
        environment.put("SVC_SCROLLBACK_BYTES", "262144"); // the least there is
        service = Started.svc(root, environment, "serve");
        service.address();
    }

    @AfterEach
    void end() {
        calls.send("POST", service.address(), "/api/sessions/" + sid + "/end", Map.of());
        service.close();
        Started.endAll(root);
        client.close();
    }

    private Watching shell() {
        return Watching.open(
                client, service.address(), sid, "?new=1&cols=100&rows=40&cwd=" + root.resolve("work/kiosk"));
    }

    private JsonNode get(String path) {
        return calls.get(service.address(), path);
    }

    private String transcript(String id) {
        return calls.look(service.address(), "/api/sessions/" + id + "/export?format=md")
                .body();
    }

    private void awaitTranscript(String id, String text) {
        Waiting.until(() -> text + " in " + transcript(id), () -> transcript(id).contains(text));
    }

    private JsonNode row(String id) {
        Waiting.until(
                () -> "a row of " + id,
                () -> get("/api/sessions?engine=terminal").path("total").asInt() == 1);
        var row = get("/api/sessions?engine=terminal").path("sessions").get(0);
        assertThat(row.path("id").asText()).isEqualTo(id);
        return row;
    }

    @Test
    void a_shell_is_listed_while_it_runs_and_its_scrollback_is_its_transcript_and_found() throws Exception {
        var shell = shell();
        shell.type("echo tea-$((40+2))\n");
        shell.awaitText("tea-42");
        assertThat(row(sid).path("title").asText()).isEqualTo("Terminal in kiosk");
        assertThat(row(sid).path("live").asBoolean()).isTrue();
        awaitTranscript(sid, "tea-42");

        shell.type("exit\n");
        shell.awaitControl("exit");
        Waiting.until(() -> "its end", () -> !row(sid).path("live").asBoolean());
        awaitTranscript(sid, "exit");
        Waiting.until(
                () -> "a hit", () -> get("/api/search?q=tea-42").path("groups").size() == 1);
    }

    @Test
    void a_command_that_ends_at_once_is_written_down_and_runs_again_when_it_is_resumed() throws Exception {
        var begun = calls.send(
                "POST",
                service.address(),
                "/api/sessions",
                Map.of(
                        "engine",
                        "terminal",
                        "folder",
                        root.resolve("work").toString(),
                        "prompt",
                        "echo said-$((1+1)); echo x >> " + root.resolve("runs")));
        assertThat(begun.statusCode()).as(begun.body()).isEqualTo(201);
        var id = new ObjectMapper().readTree(begun.body()).path("sid").asText();
        awaitTranscript(id, "said-2");
        assertThat(row(id).path("title").asText()).startsWith("echo said-$((1+1))");

        Watching.open(client, service.address(), id, "?cols=100&rows=40").awaitText("said-2");
        Waiting.until(
                () -> "a second run",
                () -> Files.readAllLines(root.resolve("runs")).size() == 2);
    }

    @Test
    void what_it_printed_before_and_after_the_service_was_killed_stands_in_its_transcript_once() throws Exception {
        var before = shell();
        before.type("echo be-$((1))-fore; seq 1000 $((1399+1))\n"); // its echo does not show what is waited for
        before.awaitText("1400");
        service.close();

        service = Started.svc(root, environment, "serve");
        service.address();
        Watching.awaitLive(client, service.address(), 1);
        var after = Watching.open(client, service.address(), sid, "?cols=100&rows=40");
        after.type("echo af-$((2))-ter\n");
        after.awaitText("af-2-ter");
        awaitTranscript(sid, "af-2-ter");
        assertThat(transcript(sid).split("be-1-fore", -1)).hasSize(2);
        assertThat(transcript(sid).lines().filter("1234"::equals)).hasSize(1);
        var parts = transcript(sid).split("output may be missing here", -1);
        assertThat(parts).as("one gap").hasSize(2);
        assertThat(parts[0]).contains("be-1-fore").doesNotContain("af-2-ter");
        assertThat(parts[1]).contains("af-2-ter");
    }

    @Test
    void its_transcript_says_that_the_end_may_be_missing_of_one_that_ended_while_the_killed_service_was_away()
            throws Exception {
        var go = root.resolve("go");
        var shell = shell();
        shell.type("echo be-$((1))-fore; while [ ! -e " + go + " ]; do sleep 0.1; done; exit\n");
        shell.awaitText("be-1-fore");
        service.close();
        Files.createFile(go);
        Waiting.until(() -> "the end of the shell", () -> Started.running(root).isEmpty());

        service = Started.svc(root, environment, "serve");
        service.address();
        awaitTranscript(sid, "output may be missing here");
        assertThat(transcript(sid).split("output may be missing here", -1)).hasSize(2);
        assertThat(transcript(sid)).contains("be-1-fore");
    }

    @Test
    void its_transcript_says_that_some_is_missing_where_it_printed_more_than_is_kept() throws Exception {
        shell().type("while :; do seq 1 100000; done\n");
        awaitTranscript(sid, "output may be missing here");
    }

    @Test
    void it_is_at_work_while_a_command_runs_in_front_of_the_shell() throws Exception {
        var shell = shell();
        shell.type("echo as-$((1))-ked; read answer\n"); // its echo may have the prompt between its letters
        shell.awaitText("as-1-ked");
        Waiting.until(() -> "idle: read is the shell's own", () -> status().equals("idle"));
        shell.type("go\ncat\n");
        Waiting.until(() -> "work", () -> status().equals("working"));
        shell.type("\u0004");
        Waiting.until(() -> "its prompt", () -> status().equals("idle"));
    }

    @Test
    void a_command_that_prints_nothing_is_noticed_and_so_is_its_end() throws Exception {
        var shell = shell();
        shell.type("stty -echo; PS1=; echo as-$((1))-ked\n");
        shell.awaitText("as-1-ked");
        Waiting.until(() -> "idle", () -> status().equals("idle"));
        shell.type("cat\n");
        Waiting.until(() -> "work", () -> status().equals("working"));
        shell.type("\u0004");
        Waiting.until(() -> "its prompt", () -> status().equals("idle"));
    }

    private String status() {
        return row(sid).path("status").asText();
    }

    @Test
    void nobody_answers_in_it_so_no_session_is_handed_to_it() {
        assertThat(get("/api/engines").path("engines").findValuesAsText("engine"))
                .contains("engine_0");
        var refused = calls.send(
                "POST",
                service.address(),
                "/api/sessions/" + sid + "/hand-over",
                Map.of("engine", "terminal", "prompt", "go on"));
        assertThat(refused.statusCode()).isGreaterThanOrEqualTo(400);
        assertThat(get("/api/config").path("new_session_engines").toString()).contains("engine_0");
    }
}
