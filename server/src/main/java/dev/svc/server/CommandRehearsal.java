package dev.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.cli.Console;
import dev.svc.shared.config.Config;
import dev.svc.shared.file.WholeFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/// Runs the commands that people and scripts use most, as they use them, beside a service on a throw-away home, so that
/// the start-up cache of commands learns what they need. The service is another process: of what it needs, none is
/// to be in that cache, which every command takes in whole.
final class CommandRehearsal {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String SESSION = "engine_1:00000000-0000-4000-8000-000000000000";

    /// There is none to wait for, which takes the same way to the answer.
    private static final String NONE = "engine_1:00000000-0000-4000-8000-000000000001";

    private static final List<List<String>> CALLED = List.of(
            List.of("version"),
            List.of("sessions"),
            List.of("sessions", "--json", "word"),
            List.of("rename", SESSION, "title"),
            List.of("favorite", SESSION),
            List.of("archive", SESSION),
            List.of("project", SESSION, "name"),
            List.of("wait", NONE, "--until", "idle"),
            List.of("send", NONE, "text"),
            List.of("tail", NONE),
            List.of("end", NONE),
            List.of("status", NONE),
            List.of("answer"),
            List.of("attach", NONE),
            List.of("token", "list"));

    void run() throws IOException, InterruptedException {
        Path home = Files.createTempDirectory("svc-rehearsal");
        try {
            var config = Rehearsal.config(home);
            writeSession(home);
            var service = start(config);
            try {
                awaitReady(service);
                var silent =
                        new Console(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), false);
                CALLED.forEach(words -> Wiring.commands(() -> config, silent).run(words.toArray(String[]::new)));
            } finally {
                service.destroy();
                service.waitFor();
            }
        } finally {
            WholeFolder.remove(home);
        }
    }

    private static void writeSession(Path home) throws IOException {
        var project = Files.createDirectories(home.resolve(".claude/projects/-work"));
        Files.writeString(project.resolve(SESSION.substring(SESSION.indexOf(':') + 1) + ".jsonl"), """
                {"type":"user","uuid":"u","sessionId":"%s","cwd":"/work","timestamp":"2026-01-01T00:00:00Z",\
                "message":{"role":"user","content":"hello"}}
                """.formatted(
                        SESSION.substring(SESSION.indexOf(':') + 1)));
    }

    private static Process start(Config config) throws IOException {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(List.of(
                "-XX:+UseSerialGC",
                "--sun-misc-unsafe-memory-access=allow",
                "-Dchronicle.analytics.disable=true",
                "-Dchronicle.disk.monitor.disable=true",
                "-Dproject.build.directory=/tmp"));
        Optional.ofNullable(System.getProperty("svc.root")).ifPresent(root -> command.add("-Dsvc.root=" + root));
        command.addAll(List.of("-jar", System.getProperty("java.class.path", ""), "serve"));
        var builder = new ProcessBuilder(command).redirectError(Redirect.INHERIT);
        builder.environment().clear();
        builder.environment().putAll(Map.copyOf(config.platform().environment()));
        var service = builder.start();
        CompletableFuture.delayedExecutor(PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .execute(service::destroyForcibly);
        return service;
    }

    private static void awaitReady(Process service) throws IOException {
        var said = service.inputReader(UTF_8);
        for (var line = said.readLine(); line != null; line = said.readLine()) {
            if (line.startsWith("svc is ready")) {
                return;
            }
        }
        throw new IOException("the service of the rehearsal did not start");
    }
}
