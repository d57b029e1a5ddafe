package dev.svc.server;

import dev.svc.server.cli.Console;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.shared.client.ApiClient;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import dev.svc.shared.file.WholeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;

/// Runs the whole program once on a throw-away home, so that the start-up cache learns which classes a start needs. The
/// home is an empty one: each start takes in all of the cache, and what only sessions need can come after it.
final class Rehearsal {
    private static final List<String> ASKED = List.of("/healthz", "/", "/api/version", "/api/system");

    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final BuildInfo build;
    private final Console console;

    Rehearsal(BuildInfo build, Console console) {
        this.build = build;
        this.console = console;
    }

    void run() throws IOException {
        Path home = Files.createTempDirectory("svc-rehearsal");
        // Nobody waits for a rehearsal to end: nothing is abandoned that would write to a folder that is gone.
        var closing = new Closing(PATIENCE, PATIENCE.multipliedBy(2));
        try {
            ask(new Service(config(home), build, console).open(closing));
        } finally {
            closing.closeAll();
            WholeFolder.remove(home);
        }
    }

    /// Of a service that nobody else is meant to find.
    static Config config(Path home) throws IOException {
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

    /// Without a client of the runtime, whose classes no start needs. A refusal takes the same way as an answer.
    private static void ask(int port) throws IOException {
        var client = new ApiClient("127.0.0.1", port, "none");
        for (String path : ASKED) {
            var answer = client.call("GET", path, null);
            if (answer.status() >= 500) {
                throw new IOException(path + " was answered with " + answer.status());
            }
        }
    }
}
