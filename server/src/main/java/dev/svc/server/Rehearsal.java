package dev.svc.server;

import dev.svc.server.cli.Console;
import dev.svc.server.cli.Svc;
import dev.svc.server.cli.api.WaitCommand;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.file.WholeFolder;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;

/// Runs the whole program once on a throw-away home, so that the start-up cache learns which classes a start needs.
final class Rehearsal {
    private static final List<String> ASKED = List.of("/healthz", "/", "/api/version", "/api/system");

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final BuildInfo build;
    private final Console console;

    Rehearsal(BuildInfo build, Console console) {
        this.build = build;
        this.console = console;
    }

    void run() throws IOException, InterruptedException {
        Path home = Files.createTempDirectory("svc-rehearsal");
        // Nobody waits for a rehearsal to end: nothing is abandoned that would write to a folder that is gone.
        var closing = new Closing(PATIENCE, PATIENCE.multipliedBy(2));
        try {
            var config = config(home);
            int port = new Service(config, build, console).open(closing);
            ask(port);
            command(config);
        } finally {
            closing.closeAll();
            WholeFolder.remove(home);
        }
    }

    private Config config(Path home) throws IOException {
        Path page = Files.createDirectory(home.resolve("page"));
        Files.writeString(page.resolve("index.html"), "<!doctype html>");
        var environment = new HashMap<>(System.getenv());
        environment.keySet().removeIf(name -> name.startsWith("SVC_"));
        environment.put("HOME", home.toString());
        environment.put("SVC_HOME", home.toString());
        environment.put("SVC_WEB_DIST", page.toString());
        environment.put("SVC_PORT", "0");
        environment.put("SVC_AUTH_MODE", "none");
        Platform here = Platform.current();
        return Config.load(new Platform(here.family(), home, environment), null);
    }

    /// As a script does; there is no such session, which takes the same way.
    private static void command(Config config) {
        var silent = new Console(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), false);
        new Svc(List.of(new WaitCommand(() -> config, silent)), silent)
                .run("wait", "engine_1:00000000-0000-4000-8000-000000000000", "--until", "idle");
    }

    private static void ask(int port) throws IOException, InterruptedException {
        try (var client = HttpClient.newHttpClient()) {
            for (String path : ASKED) {
                var address = URI.create("http://127.0.0.1:" + port + path);
                var answer = client.send(HttpRequest.newBuilder(address).build(), BodyHandlers.discarding());
                if (answer.statusCode() >= 500) {
                    throw new IOException(path + " was answered with " + answer.statusCode());
                }
            }
        }
    }
}
