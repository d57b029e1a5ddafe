package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `svc attach` in a real terminal, started from a shell that shows afterwards in what state it left the terminal.
class AttachCommandIT {
    private static final String ID = "0b5c3c5e-51a8-4d58-9d8f-3f1f3f6c2a11";

    @TempDir
    private Path home;

    private Map<String, String> environment = Map.of();

    @BeforeEach
    void furnish() throws IOException {
        Path work = Files.createDirectories(home.resolve("work")).toRealPath();
        Path store = Files.createDirectories(home.resolve(".claude/projects/work"));
        Files.writeString(store.resolve(ID + ".jsonl"), """
                {"type":"user","sessionId":"%s","cwd":"%s","uuid":"u1","parentUuid":null,"timestamp":"2026-01-01T00:00:00.000Z","version":"2.0.0","message":{"role":"user","content":"hello"}}
                """.formatted(ID, work));
        Path program = program("stty size; echo ready; exec cat");
        environment = Map.of(
                "SVC_HOME", home.resolve("svc").toString(),
                "SVC_PORT", "0",
                "SVC_AUTH_MODE", "none",
                "SVC_ENGINE1_BIN", program.toString(),
                "SVC_WEB_DIST", page().toString());
    }

    private Path program(String script) throws IOException {
        Path program = Files.writeString(home.resolve("claude"), "#!/bin/sh\n" + script + "\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
        return program;
    }

    private Path page() throws IOException {
        Path dist = Files.createDirectories(home.resolve("dist"));
        Files.writeString(dist.resolve("index.html"), "<!doctype html><title>svc</title>");
        return dist;
    }

    private AttachedShell attach() throws IOException {
        return AttachedShell.start(home, environment, "claude:" + ID);
    }

    @Test
    void keys_reach_the_program_and_detaching_gives_the_terminal_back() throws Exception {
        try (var server = Started.svc(home, environment, "serve")) {
            server.address();
            var terminal = attach();
            assertThat(terminal.awaits("ready")).contains("30 90");
            terminal.type("hello\r");
            terminal.awaits("hello\r\nhello");
            terminal.type("\u001c");
            assertThat(terminal.awaits("over\r\n"))
                    .contains("Detached; the program runs on.", "code=0", "icanon", " echo ")
                    .doesNotContain("-icanon", " -echo ");
            var again = attach();
            again.awaits("hello\r\nhello");
            again.type("\u0004");
            assertThat(again.awaits("over\r\n")).contains("The program has ended with code 0.", "code=0");
        }
    }

    @Test
    void the_program_has_the_size_of_the_terminal_and_every_later_one() throws Exception {
        program("trap 'stty size' WINCH; stty size; echo ready; while :; do sleep 0.05; done");
        try (var server = Started.svc(home, environment, "serve")) {
            server.address();
            var terminal = attach();
            assertThat(terminal.awaits("ready")).contains("30 90\r\n");
            terminal.resize(70, 25);
            terminal.awaits("25 70\r\n");
            terminal.resize(100, 40);
            terminal.awaits("40 100\r\n");
            terminal.type("\u0003");
            assertThat(terminal.awaits("over\r\n")).contains("The program has ended with");
        }
    }

    @Test
    void without_a_server_it_says_how_to_start_one() throws Exception {
        assertThat(attach().awaits("over\r\n")).contains("svc serve", "code=1").doesNotContain("-icanon");
    }

    @Test
    void without_a_terminal_it_says_that_it_needs_one() throws Exception {
        try (var command = Started.svc(home, environment, "attach", "claude:" + ID)) {
            assertThat(command.exitCode()).isEqualTo(1);
            assertThat(List.of(command.err().split("\n", -1))).anyMatch(line -> line.contains("attach needs"));
        }
    }
}
