package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.shared.control.ProcessState;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The whole service beside a program that somebody started in tmux, which keeps a note of itself as Claude Code does.
class OutsideIT {
    private static final String ID = "0b5b7c1e-1f0e-4a5c-9a56-5f5b8c0e2d11";
    private static final String SESSION = "engine_1:" + ID;
    private static final int ROUNDS = Boolean.getBoolean("svc.deep") ? 200 : 12;

    /// Says what it does in its note; a line is answered, `ask` waits, `quit` ends it.
    private static final String PROGRAM = """
            #!/bin/sh
            note() {
                start=$(sed 's/.*) //' /proc/$$/stat | cut -d' ' -f20)
                printf '{"pid":%s,"procStart":"%s","sessionId":"%s","kind":"interactive","status":"%s","waitingFor":"%s"}' \\
                    $$ "$start" "ID" "$1" "$2" >"ROOT/.claude/sessions/$$.part"
                mv "ROOT/.claude/sessions/$$.part" "ROOT/.claude/sessions/$$.json"
            }
            note idle ''
            echo "here it is"
            [ "$1" != --resume ] || echo "resumed here"
            while read -r line; do
                case $line in
                    ask) note waiting 'permission prompt' ;;
                    quit) exit 0 ;;
                    *) note busy '' ;;
                esac
                echo "got: $line"
            done
            """;

    @TempDir
    private Path folder;

    private final HttpClient client = HttpClient.newHttpClient();
    private final PageCalls calls = new PageCalls(client);
    private final List<Process> clients = new ArrayList<>();
    private final List<Watching> opened = new ArrayList<>();
    private Path root = Path.of("");
    private Map<String, String> environment = Map.of();

    @BeforeEach
    void a_session_and_a_program() throws IOException {
        root = folder.toRealPath();
        Files.createDirectories(root.resolve(".claude/sessions"));
        var transcript = Files.createDirectories(root.resolve(".claude/projects/-work"));
        Files.writeString(
                transcript.resolve(ID + ".jsonl"),
                "{\"type\":\"user\",\"uuid\":\"u1\",\"sessionId\":\"%s\",\"cwd\":\"%s\",\"timestamp\":\"2026-11-21T10:00:00Z\",\"message\":{\"role\":\"user\",\"content\":\"hello\"}}\n"
                        .formatted(ID, root));
        var program = Files.writeString(
                root.resolve("claude-stand-in"),
                PROGRAM.replace("ROOT", root.toString()).replace("ID", ID));
        assertThat(program.toFile().setExecutable(true)).isTrue();
        environment = Started.around(root, program);
    }

    @AfterEach
    void end() throws Exception {
        tmux("kill-server");
        clients.forEach(Process::destroyForcibly);
        Started.endAll(root);
        client.close();
    }

    /// Runs tmux on a server of the test's own, and returns what it prints.
    private String tmux(String... arguments) throws Exception {
        var argv = new ArrayList<>(
                List.of("tmux", "-f", "/dev/null", "-S", root.resolve("tmux").toString()));
        argv.addAll(List.of(arguments));
        var builder = new ProcessBuilder(argv).redirectErrorStream(true);
        builder.environment().remove("TMUX");
        builder.environment().put("TERM", "xterm-256color");
        var process = builder.start();
        process.getOutputStream().close();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        var _ = Waiting.exitCode(process);
        return said.strip();
    }

    private void startedInTmux() throws Exception {
        var said = tmux("new-session", "-d", "-s", "main", "-x", "120", "-y", "40", program());
        assertThat(said).isEmpty();
    }

    /// Somebody looks at it there.
    private void lookedAt() throws Exception {
        var watching = new ProcessBuilder(
                "script",
                "-qec",
                "stty rows 41 cols 120; exec tmux -f /dev/null -S %s attach -t main".formatted(root.resolve("tmux")),
                "/dev/null");
        watching.environment().remove("TMUX");
        watching.environment().put("TERM", "xterm-256color");
        watching.redirectErrorStream(true).redirectOutput(root.resolve("seen").toFile());
        clients.add(watching.start());
        Waiting.until(
                () -> "somebody who looks",
                () -> tmux("list-clients", "-F", "#{client_width}").equals("120"));
    }

    private String program() {
        return root.resolve("claude-stand-in").toString();
    }

    private String window() throws Exception {
        return tmux("display-message", "-p", "-t", "main", "#{window_width}x#{window_height}");
    }

    private int post(Started service, String path, Object body) {
        return calls.send("POST", service.address(), "/api/sessions/" + SESSION + path, body)
                .statusCode();
    }

    private JsonNode row(Started service) throws Exception {
        return calls.get(service.address(), "/api/sessions/" + SESSION);
    }

    private JsonNode awaitRow(Started service, String what, Predicate<JsonNode> wanted) throws Exception {
        Waiting.until(() -> what, () -> wanted.test(row(service)));
        return row(service);
    }

    private static boolean isOutside(JsonNode row) {
        return row.path("live").asText().equals("elsewhere");
    }

    /// What has ended and is still in the table of processes writes nothing.
    private static boolean isAlive(long pid) {
        try {
            return !ProcessState.of(pid).isZombie();
        } catch (IOException gone) {
            return false;
        }
    }

    private List<Long> programs() throws IOException {
        try (var notes = Files.list(root.resolve(".claude/sessions"))) {
            return notes.map(it -> it.getFileName().toString())
                    .filter(it -> it.endsWith(".json"))
                    .map(it -> Long.valueOf(it.replace(".json", "")))
                    .filter(OutsideIT::isAlive)
                    .toList();
        }
    }

    @Test
    void what_runs_in_tmux_is_seen_joined_by_two_answered_left_and_runs_on() throws Exception {
        startedInTmux();
        lookedAt();
        try (var service = Started.svc(root, environment, "serve")) {
            var seen = awaitRow(service, "a session outside", OutsideIT::isOutside);
            assertThat(seen.at("/elsewhere/where").asText()).isEqualTo("tmux");
            assertThat(seen.at("/elsewhere/place").asText()).isEqualTo("main:0.0");
            assertThat(seen.at("/elsewhere/join").asBoolean()).isTrue();
            assertThat(seen.path("status").asText()).isEqualTo("idle");

            var one = Watching.open(client, service.address(), SESSION, "?join=1&cols=80&rows=24");
            one.awaitControl("hello");
            var two = Watching.open(client, service.address(), SESSION, "?join=1&cols=80&rows=24&viewer=two");
            awaitRow(service, "a joined session", it -> it.path("live").asBoolean() && it.has("elsewhere"));
            one.type("good day\r");
            one.awaitText("got: good day");
            two.awaitText("got: good day");
            assertThat(window()).isEqualTo("120x40");

            one.leave();
            two.leave();
            assertThat(post(service, "/end", Map.of("force", true))).isEqualTo(200);
            awaitRow(service, "a session that runs outside again", OutsideIT::isOutside);
            Waiting.until(
                    () -> "one session in tmux",
                    () -> tmux("list-sessions", "-F", "#{session_name}").equals("main"));
            assertThat(window()).isEqualTo("120x40");
            assertThat(programs()).hasSize(1);
        }
    }

    @Test
    void what_it_does_and_asks_is_said_and_nobody_opens_a_second_program_on_it() throws Exception {
        startedInTmux();
        try (var service = Started.svc(root, environment, "serve")) {
            awaitRow(service, "a session outside", OutsideIT::isOutside);
            tmux("send-keys", "-t", "main", "ask", "Enter");
            var asking = awaitRow(
                    service, "a question", it -> it.path("status").asText().equals("waiting"));
            assertThat(asking.at("/question/text").asText()).isEqualTo("permission prompt");
            for (var insisting : List.of("", "&takeover=1")) {
                var refused = Watching.open(client, service.address(), SESSION, "?cols=80&rows=24" + insisting);
                assertThat(refused.closeCode()).isEqualTo(4409);
            }
            assertThat(programs()).hasSize(1);
        }
    }

    @Test
    void what_ends_outside_is_off_and_its_joined_terminal_ends_with_it() throws Exception {
        tmux("new-session", "-d", "-s", "main", "-x", "120", "-y", "40", "sh");
        tmux("send-keys", "-t", "main", program(), "Enter");
        try (var service = Started.svc(root, environment, "serve")) {
            awaitRow(service, "a session outside", OutsideIT::isOutside);
            var joined = Watching.open(client, service.address(), SESSION, "?join=1&cols=80&rows=24");
            joined.awaitControl("hello");
            joined.type("quit\r");
            assertThat(joined.closeCode()).isEqualTo(4410);
            awaitRow(
                    service,
                    "a session that is off",
                    it -> it.path("live").isBoolean() && !it.path("live").asBoolean());
            assertThat(tmux("list-sessions", "-F", "#{session_name}")).isEqualTo("main");
        }
    }

    @Test
    void what_runs_outside_is_brought_here() throws Exception {
        startedInTmux();
        try (var service = Started.svc(root, environment, "serve")) {
            awaitRow(service, "a session outside", OutsideIT::isOutside);
            assertThat(post(service, "/bring-here", Map.of())).isEqualTo(422);
            assertThat(programs()).hasSize(1);
            assertThat(post(service, "/bring-here", Map.of("confirm", true))).isEqualTo(200);
            assertThat(isOutside(row(service))).isFalse();
            Waiting.until(() -> "its parent to notice", () -> programs().isEmpty());
            Watching.open(client, service.address(), SESSION, "?cols=80&rows=24")
                    .awaitText("resumed here");
            assertThat(programs()).hasSize(1);
            var row = row(service);
            assertThat(row.path("live").asBoolean()).isTrue();
            assertThat(row.path("elsewhere").isNull()).isTrue();
        }
    }

    private JsonNode resumable(Started service) throws Exception {
        return calls.get(service.address(), "/api/resumable").path("resumable");
    }

    @Test
    void after_a_restart_of_the_host_what_ran_outside_is_said_until_it_runs_again() throws Exception {
        startedInTmux();
        var kept = root.resolve("svc/run/outside.json");
        try (var service = Started.svc(root, environment, "serve")) {
            awaitRow(service, "a session outside", OutsideIT::isOutside);
            Waiting.until(
                    () -> "what runs outside on the disk",
                    () -> Files.exists(kept) && Files.readString(kept).contains(ID));
        }
        tmuxEnds();
        Waiting.until(() -> "the end of the program", () -> programs().isEmpty());
        Files.writeString(kept, Files.readString(kept).replaceAll("\"host\":\"[^\"]*\"", "\"host\":\"before\""));
        try (var service = Started.svc(root, environment, "serve")) {
            Waiting.until(() -> "what ran outside", () -> resumable(service).size() == 1);
            var ran = resumable(service).get(0);
            assertThat(ran.at("/session/native_id").asText()).isEqualTo(ID);
            assertThat(ran.at("/ran_outside/where").asText()).isEqualTo("tmux");
            assertThat(ran.at("/ran_outside/place").asText()).isEqualTo("main:0.0");
            startedInTmux();
            awaitRow(service, "a session outside again", OutsideIT::isOutside);
            assertThat(resumable(service)).isEmpty();
        }
    }

    /// What a phone gets is the whole window, and not the part of it that a phone could show.
    @Test
    void a_small_browser_gets_the_whole_window_that_somebody_looks_at_and_the_window_keeps_its_size() throws Exception {
        var line = "0123456789".repeat(10);
        startedInTmux();
        lookedAt();
        try (var service = Started.svc(root, environment, "serve")) {
            awaitRow(service, "a session outside", OutsideIT::isOutside);
            var small = Watching.open(client, service.address(), SESSION, "?join=1&cols=50&rows=30");
            small.awaitSize(120, 40, true);
            small.awaitText("here it is");
            tmux("send-keys", "-t", "main", line, "Enter");
            small.awaitText("got: " + line);
            small.resize(40, 20);
            small.type("still here\r");
            small.awaitText("got: still here");
            assertThat(window()).isEqualTo("120x40");
        }
    }

    @Test
    void the_joined_terminal_follows_the_window_and_decides_once_nobody_else_looks() throws Exception {
        startedInTmux();
        lookedAt();
        try (var service = Started.svc(root, environment, "serve")) {
            awaitRow(service, "a session outside", OutsideIT::isOutside);
            var small = Watching.open(client, service.address(), SESSION, "?join=1&cols=50&rows=30");
            small.awaitSize(120, 40, true);
            var terminal = tmux("list-clients", "-t", "main", "-F", "#{client_tty}");
            var smaller = new ProcessBuilder("stty", "-F", terminal, "rows", "31", "cols", "100").start();
            assertThat(Waiting.exitCode(smaller)).isZero();
            small.awaitSize(100, 30, true);
            tmux("detach-client", "-s", "main");
            small.awaitSize(100, 30, false);
            small.resize(50, 30);
            Waiting.until(() -> "a window for one phone", () -> window().equals("50x30"));
        }
    }

    @Test
    void attaching_joins_it_says_where_and_detaching_ends_nothing() throws Exception {
        startedInTmux();
        lookedAt();
        try (var service = Started.svc(root, environment, "serve")) {
            awaitRow(service, "a session outside", OutsideIT::isOutside);
            try (var attached = AttachedShell.start(root, environment, SESSION)) {
                attached.awaits("svc: Joined: tmux main:0.0. Leaving ends nothing there.\r\n");
                attached.awaits("here it is"); // its first picture is drawn: it listens
                attached.type("good day\r");
                attached.awaits("got: good day");
                assertThat(window()).isEqualTo("120x40");
                attached.type("\u001c");
                assertThat(attached.awaits("over\r\n"))
                        .contains("Detached; the program runs on there: tmux main:0.0.", "code=0");
            }
            assertThat(programs()).hasSize(1);
        }
    }

    @Test
    void attaching_to_what_cannot_be_joined_says_what_is_left_to_do() throws Exception {
        clients.add(new ProcessBuilder("script", "-qec", program(), "/dev/null")
                .redirectErrorStream(true)
                .redirectOutput(root.resolve("seen").toFile())
                .start());
        try (var service = Started.svc(root, environment, "serve")) {
            awaitRow(service, "a session outside", OutsideIT::isOutside);
            try (var attached = AttachedShell.start(root, environment, SESSION)) {
                assertThat(attached.awaits("over\r\n"))
                        .contains(
                                "in a terminal that cannot be shared: read along in the page",
                                "bring it here",
                                "code=1");
            }
            assertThat(programs()).hasSize(1);
        }
    }

    /// Whatever people do in whatever order, a session has one program at most.
    @Test
    void after_any_starts_ends_and_joins_there_was_one_program_at_most_and_none_is_left() throws Exception {
        var chance = new Random(24);
        try (var service = Started.svc(root, environment, "serve")) {
            awaitRow(
                    service,
                    "the session",
                    row -> row.path("native_id").asText().equals(ID));
            for (int round = 0; round < ROUNDS; round++) {
                act(service, chance.nextInt(7));
                assertThat(programs()).as("round " + round).hasSizeLessThan(2);
            }
            var _ = post(service, "/end", Map.of("force", true));
            tmux("kill-server");
            awaitRow(
                    service,
                    "a session that is off",
                    row -> row.path("live").isBoolean() && !row.path("live").asBoolean());
            Waiting.until(() -> "the end of all programs", () -> programs().isEmpty());
        }
    }

    private void tmuxEnds() throws Exception {
        tmux("kill-server");
        Waiting.until(
                () -> "the end of tmux",
                () -> !Files.exists(root.resolve("tmux"))
                        || tmux("list-sessions").startsWith("no server"));
    }

    private void act(Started service, int what) throws Exception {
        switch (what) {
            case 0, 1 -> {
                if (programs().isEmpty() && !row(service).path("live").asBoolean()) {
                    tmuxEnds();
                    startedInTmux();
                    Waiting.until(() -> "its note", () -> !programs().isEmpty());
                }
            }
            case 2 -> tmux("send-keys", "-t", "main", "quit", "Enter");
            case 3 -> tmuxEnds();
            case 4 ->
                opened.add(Watching.open(client, service.address(), SESSION, "?join=1&cols=80&rows=24")
                        .awaitAnswer());
            case 5 ->
                opened.add(Watching.open(client, service.address(), SESSION, "?cols=80&rows=24&takeover=1")
                        .awaitAnswer());
            default -> {
                var path = opened.size() % 2 == 0 ? "/bring-here" : "/end";
                assertThat(post(
                                service,
                                path,
                                opened.size() % 2 == 0 ? Map.of("confirm", true) : Map.of("force", true)))
                        .isIn(200, 409);
                opened.forEach(Watching::leave);
                opened.clear();
            }
        }
    }

    @Test
    void a_note_that_a_crash_left_behind_is_nobody() throws Exception {
        startedInTmux();
        Waiting.until(() -> "a note", () -> !programs().isEmpty());
        tmux("kill-server");
        Waiting.until(() -> "its end", () -> programs().isEmpty());
        try (var service = Started.svc(root, environment, "serve")) {
            Watching.open(client, service.address(), SESSION, "?cols=80&rows=24")
                    .awaitText("resumed here");
            assertThat(row(service).path("elsewhere").isNull()).isTrue();
        }
    }
}
