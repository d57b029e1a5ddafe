package dev.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The whole service, ended and started again under programs that print all the time and pages that watch them.
class ServeRestartIT {
    private static final int SESSIONS = Boolean.getBoolean("svc.deep") ? 50 : 5;
    private static final String PROGRAM = """
            #!/bin/sh
            stty -opost -echo
            : >"pids/$$"
            i=0
            while :; do i=$((i+1)); echo "line $i"; sleep 0.5; done
            """;

    @TempDir
    private Path home;

    private final HttpClient client = HttpClient.newHttpClient();
    private Map<String, String> environment = Map.of();

    @BeforeEach
    void furnish() throws IOException {
        Files.createDirectories(pids());
        Path program = Files.writeString(home.resolve("claude"), PROGRAM);
        assertThat(program.toFile().setExecutable(true)).isTrue();
        environment = Started.around(home, program);
    }

    @AfterEach
    void end() {
        Started.endAll(home);
        client.close();
    }

    private Path pids() {
        return home.resolve("work/pids");
    }

    /// The processes of all programs that the test has started.
    private Set<Long> programs() throws IOException {
        try (Stream<Path> files = Files.list(pids())) {
            return files.map(file -> Long.valueOf(file.getFileName().toString()))
                    .collect(Collectors.toSet());
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL"})
    void every_program_lives_on_and_what_was_seen_of_it_comes_again_byte_for_byte(String signal) throws Exception {
        Map<String, byte[]> seen;
        try (var service = Started.svc(home, environment, "serve")) {
            seen = watchAndEnd(service, signal);
        }
        var programs = programs();
        assertThat(programs).hasSize(SESSIONS);

        long began = System.nanoTime();
        try (var service = Started.svc(home, environment, "serve")) {
            Watching.awaitLive(client, service.address(), SESSIONS);
            System.out.printf(
                    "%s: %d of %d back, %d ms after the service was started again%n",
                    signal, SESSIONS, SESSIONS, (System.nanoTime() - began) / 1_000_000);
            for (var one : seen.entrySet()) {
                assertComesAgain(Watching.open(client, service.address(), one.getKey(), ""), one.getValue(), signal);
            }
        }
        assertThat(programs()).isEqualTo(programs);
        assertThat(programs).allMatch(pid -> ProcessHandle.of(pid).isPresent());
    }

    /// The output of each session until its socket ended with the service.
    private Map<String, byte[]> watchAndEnd(Started service, String signal) throws Exception {
        var watching = new HashMap<String, Watching>();
        for (int i = 0; i < SESSIONS; i++) {
            String session = "engine_1:" + UUID.randomUUID();
            watching.put(
                    session, Watching.open(client, service.address(), session, "?new=1&cwd=" + home.resolve("work")));
        }
        for (var one : watching.values()) {
            one.awaitText("line 2\n");
        }
        end(service.process(), signal);
        for (var one : watching.values()) {
            assertThat(one.closeCode()).isEqualTo(signal.equals("TERM") ? 1001 : 1006);
        }
        var seen = new HashMap<String, byte[]>();
        for (var one : watching.entrySet()) {
            seen.put(one.getKey(), one.getValue().bytesToTheEnd());
        }
        return seen;
    }

    private static void end(Process service, String signal) {
        if (signal.equals("KILL")) {
            service.destroyForcibly();
        } else {
            service.destroy();
        }
        service.onExit().join();
    }

    /// After a planned end nothing is missing; after any other, what is missing lies at the marked gap.
    private static void assertComesAgain(Watching again, byte[] seen, String signal) throws Exception {
        var hello = again.awaitControl("hello");
        assertThat(hello.path("start").asLong()).isZero();
        boolean planned = signal.equals("TERM");
        assertThat(hello.path("gaps")).hasSize(planned ? 0 : 1);
        int upTo =
                planned ? hello.path("end").asInt() : hello.path("gaps").get(0).asInt();
        assertThat(upTo).isGreaterThanOrEqualTo(seen.length);

        String text = again.awaitText(upTo, "\n");
        assertThat(text).startsWith(new String(seen, UTF_8));
        String before = text.substring(0, planned ? text.lastIndexOf('\n') + 1 : upTo);
        int lines = (int) before.lines().count();
        assertThat(before)
                .isEqualTo(IntStream.rangeClosed(1, lines)
                        .mapToObj(i -> "line " + i + "\n")
                        .collect(Collectors.joining()));
        if (!planned) {
            assertThat(number(text.substring(upTo, text.lastIndexOf('\n') + 1))).isGreaterThan(lines);
        }
    }

    /// The number of the first line after the gap.
    private static int number(String text) {
        assertThat(text).matches("(line \\d+\n)+");
        return Integer.parseInt(text.lines().findFirst().orElseThrow().substring("line ".length()));
    }
}
