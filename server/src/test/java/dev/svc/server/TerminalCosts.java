package dev.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.ground.OwnProgram;
import dev.svc.server.bench.ground.OwnService;
import dev.svc.server.bench.ground.QuietShell;
import dev.svc.server.bench.ground.SvcWire;
import dev.svc.server.cli.Console;
import dev.svc.server.update.release.BuildInfo;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.Optional;
import java.util.UUID;

/// Counts what an echo and a flood cost in a whole service of this process. Started by [TerminalCostIT].
public final class TerminalCosts {
    private static final int UNCOUNTED = 300;
    private static final int KEYS = 2_000;
    private static final int MEGABYTES = 32;
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    /// Who carries a key to its program and the echo back: the desk that reads, and what carries the
    /// threads of sockets.
    private static final String[] WAY = {"desk", "ForkJoinPool-1-worker-"};

    /// How often the carriers are woken is up to the runtime, and to how many cores there are.
    private static final String DESK = "desk";

    private TerminalCosts() {}

    public static void main(String[] none) throws Exception {
        var closing = new Closing(PATIENCE, PATIENCE);
        try (var ground = Ground.make()) {
            var silent = new Console(new PrintWriter(Writer.nullWriter()), new PrintWriter(Writer.nullWriter()), false);
            int port = new Service(config(ground), BuildInfo.read(Optional.empty()), silent).open(closing);
            try {
                echoes(port);
                flood(port, ground);
            } finally {
                closing.closeAll();
            }
        }
        System.exit(0);
    }

    private static Config config(Ground ground) throws IOException {
        var page = ground.folder("page");
        Files.writeString(page.resolve("index.html"), "<!doctype html>");
        var environment = new HashMap<>(ground.environment());
        environment.putAll(OwnProgram.surroundings(ground.folder("data")));
        environment.put("SVC_WEB_DIST", page.toString());
        environment.put("SVC_ENGINE1_BIN", OwnService.shell(ground).toString());
        return Config.load(new Platform(Platform.current().family(), ground.folder("home"), environment), null);
    }

    private static void echoes(int port) throws IOException {
        try (var shell = QuietShell.at(SvcWire.open(port, UUID.randomUUID()))) {
            shell.tell("stty raw -echo; printf 'GO%s\\n' 1; cat");
            shell.await("GO1\n");
            echoes(shell, UNCOUNTED);
            var before = Costs.of(WAY);
            var rested = Costs.of(DESK);
            echoes(shell, KEYS);
            var desk = Costs.of(DESK).minus(rested);
            var costs = Costs.of(WAY).minus(before);
            Costs.say("echo.allocated", (double) costs.allocated() / KEYS);
            Costs.say("echo.calls", (double) costs.calls() / KEYS);
            Costs.say("echo.wakeups", (double) desk.wakeUps() / KEYS);
        }
    }

    private static void echoes(QuietShell shell, int keys) throws IOException {
        for (int i = 0; i < keys; i++) {
            shell.wire().type(new byte[] {'k'});
            shell.awaitAny();
        }
    }

    private static void flood(int port, Ground ground) throws IOException {
        var text = ground.file("text");
        Files.write(
                text,
                "a line that a program prints\n"
                        .repeat(MEGABYTES * 1_000_000 / 29)
                        .getBytes(UTF_8));
        try (var shell = QuietShell.at(SvcWire.open(port, UUID.randomUUID()))) {
            shell.run("cat '%s'".formatted(text)); // what a first flood loads
            var before = Costs.ofProcess();
            long own = Costs.allocatedHere();
            shell.run("cat '%s'".formatted(text));
            var costs = Costs.ofProcess().minus(before);
            own = Costs.allocatedHere() - own;
            Costs.say("flood.allocated", (double) (costs.allocated() - own) / Files.size(text));
            shell.end();
        }
    }
}
