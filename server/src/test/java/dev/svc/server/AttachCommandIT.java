package dev.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.pty4j.PtyProcess;
import com.pty4j.PtyProcessBuilder;
import com.pty4j.WinSize;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
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

    private PtyProcess attach(String... options) throws IOException {
        var all = new HashMap<>(environment);
        all.put("HOME", home.toString());
        all.put("PATH", "/usr/bin:/bin");
        all.put("TERM", "xterm");
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String line = "%s @jvm.options -jar target/svc.jar attach %s claude:%s; echo code=$?; stty -a; echo over"
                .formatted(java, String.join(" ", options), ID);
        return new PtyProcessBuilder(new String[] {"/bin/sh", "-c", line})
                .setEnvironment(all)
                .setDirectory(Path.of("").toAbsolutePath().toString())
                .setInitialColumns(90)
                .setInitialRows(30)
                .start();
    }

    private static String readUntil(PtyProcess terminal, String text) throws IOException {
        var all = new ByteArrayOutputStream();
        while (!all.toString(UTF_8).contains(text)) {
            int next = terminal.getInputStream().read();
            assertThat(next)
                    .as("the terminal ended with %s", all.toString(UTF_8))
                    .isNotNegative();
            all.write(next);
        }
        return all.toString(UTF_8);
    }

    private static void type(PtyProcess terminal, String keys) throws IOException {
        terminal.getOutputStream().write(keys.getBytes(UTF_8));
        terminal.getOutputStream().flush();
    }

    @Test
    void keys_reach_the_program_and_detaching_gives_the_terminal_back() throws Exception {
        try (var server = Started.svc(home, environment, "serve")) {
            server.address();
            var terminal = attach();
            assertThat(readUntil(terminal, "ready")).contains("30 90");
            type(terminal, "hello\r");
            readUntil(terminal, "hello\r\nhello");
            type(terminal, "\u001c");
            assertThat(readUntil(terminal, "over\r\n"))
                    .contains("Detached; the program runs on.", "code=0", "icanon", " echo ")
                    .doesNotContain("-icanon", " -echo ");
            var again = attach();
            readUntil(again, "hello\r\nhello");
            type(again, "\u0004");
            assertThat(readUntil(again, "over\r\n")).contains("The program has ended with code 0.", "code=0");
        }
    }

    @Test
    void the_program_has_the_size_of_the_terminal_and_every_later_one() throws Exception {
        program("trap 'stty size' WINCH; stty size; echo ready; while :; do sleep 0.05; done");
        try (var server = Started.svc(home, environment, "serve")) {
            server.address();
            var terminal = attach();
            assertThat(readUntil(terminal, "ready")).contains("30 90\r\n");
            terminal.setWinSize(new WinSize(70, 25));
            readUntil(terminal, "25 70\r\n");
            terminal.setWinSize(new WinSize(100, 40));
            readUntil(terminal, "40 100\r\n");
            type(terminal, "\u0003");
            assertThat(readUntil(terminal, "over\r\n")).contains("The program has ended with");
        }
    }

    @Test
    void without_a_server_it_says_how_to_start_one() throws Exception {
        assertThat(readUntil(attach(), "over\r\n"))
                .contains("svc serve", "code=1")
                .doesNotContain("-icanon");
    }

    @Test
    void without_a_terminal_it_says_that_it_needs_one() throws Exception {
        try (var command = Started.svc(home, environment, "attach", "claude:" + ID)) {
            assertThat(command.exitCode()).isEqualTo(1);
            assertThat(List.of(command.err().split("\n", -1))).anyMatch(line -> line.contains("attach needs"));
        }
    }
}
