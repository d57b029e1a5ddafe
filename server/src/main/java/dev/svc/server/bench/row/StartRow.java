package dev.svc.server.bench.row;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.ground.OwnProgram;
import dev.svc.server.bench.ground.Used;
import dev.svc.server.bench.row.TableLine.Beside;
import dev.svc.server.bench.row.TableLine.Goal;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/// From the launcher to the first answer of a service on an empty home.
public final class StartRow implements BenchRow {
    private static final String EMPTY = "a JVM that only says its version";
    private static final String MILLIS = "millis";
    private static final String SECONDS = "seconds";
    private static final String RESIDENT = "resident";
    private static final Duration PAUSE = Duration.ofMillis(2);
    private static final Duration ENDING = Duration.ofSeconds(20);
    private static final int LOOKS = 30_000;

    @Override
    public String name() {
        return "start";
    }

    @Override
    public List<TableLine> lines() {
        return List.of(
                TableLine.of(
                        "start of the service to /healthz", "ms", MILLIS, Goal.atMost(700), new Beside(EMPTY, MILLIS)),
                TableLine.of("its processor time", "s", SECONDS, Goal.atMost(1)),
                TableLine.of("resident then", "MB", RESIDENT, Goal.atMost(100)));
    }

    @Override
    public Duration lasting(int rounds, boolean peers) {
        return Duration.ofSeconds(3L * rounds);
    }

    @Override
    public Parties open(Ground ground, boolean peers) throws Exception {
        var page = ground.folder("page");
        Files.writeString(page.resolve("index.html"), "<!doctype html>");
        return new Parties(
                List.of(new Party(Party.SVC, () -> started(ground, page)), new Party(EMPTY, () -> empty(ground))),
                List.of());
    }

    private static Map<String, Double> empty(Ground ground) throws Exception {
        long from = System.nanoTime();
        ground.run(
                List.of(
                        Path.of(System.getProperty("java.home", ""), "bin", "java")
                                .toString(),
                        "-version"),
                Map.of());
        return Map.of(MILLIS, (System.nanoTime() - from) / 1e6);
    }

    private static Map<String, Double> started(Ground ground, Path page) throws Exception {
        int port = Seats.freePort();
        var more = OwnProgram.surroundings(ground.home());
        more.put("SVC_WEB_DIST", page.toString());
        more.put("SVC_PORT", Integer.toString(port));
        long from = System.nanoTime();
        var process = ground.start(OwnProgram.command("serve"), more);
        try {
            awaitHealth(process, port);
            var figures = new HashMap<String, Double>();
            figures.put(MILLIS, (System.nanoTime() - from) / 1e6);
            figures.put(SECONDS, Used.seconds(process.toHandle()));
            Used.resident(process.toHandle()).ifPresent(it -> figures.put(RESIDENT, it));
            return figures;
        } finally {
            process.destroy();
            process.waitFor(ENDING.toSeconds(), TimeUnit.SECONDS);
            Ground.end(process);
        }
    }

    private static void awaitHealth(Process process, int port) throws IOException, InterruptedException {
        for (int look = 0; look < LOOKS && process.isAlive(); look++) {
            if (isHealthy(port)) {
                return;
            }
            Thread.sleep(PAUSE);
        }
        throw new IOException("the service did not start");
    }

    private static boolean isHealthy(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream()
                    .write("GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n"
                            .formatted(port)
                            .getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8).startsWith("HTTP/1.1 200");
        } catch (IOException notYet) {
            return false;
        }
    }
}
