package dev.svc.server.bench.row;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.ground.OwnService;
import dev.svc.server.bench.ground.Used;
import dev.svc.server.bench.row.TableLine.Goal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;

/// From a line that a program appends to its log to the event that a page hears of it, through a whole
/// service whose searching and vault are off, as those still read everything for the first time.
public final class ChangeRow implements BenchRow {
    private static final int LINES = 40;
    private static final long PAUSE_MILLIS = 100; // what comes closer together is gathered
    private static final int PATIENCE_MILLIS = 60_000;
    private static final double AT_REST = 0.1; // of a second of a processor, within a second
    private static final int LOOKS = 300;
    private static final String FIELD = "event:";
    private static final String P50 = "p50";
    private static final String P95 = "p95";

    private final int sessions;

    public ChangeRow(int sessions) {
        this.sessions = sessions;
    }

    @Override
    public String name() {
        return "change";
    }

    @Override
    public List<TableLine> lines() {
        var title = String.format(Locale.ROOT, "a changed line among %,d sessions to its event, ", sessions);
        return List.of(
                TableLine.of(title + "p50", "ms", P50, Goal.atMost(50)),
                TableLine.of(title + "p95", "ms", P95, Goal.atMost(50)));
    }

    @Override
    public Duration lasting(int rounds, boolean peers) {
        return SessionStore.lasting(sessions).multipliedBy(2).plusSeconds(10 + 5L * rounds);
    }

    @Override
    public Parties open(Ground ground, boolean peers) throws Exception {
        var home = SessionStore.make(ground, sessions);
        var logs = SessionStore.logs(home);
        var service = OwnService.start(ground, home);
        service.set("{\"search\":{\"enabled\":false},\"vault\":{\"enabled\":false}}");
        service.awaitListed(sessions);
        awaitRest(service.process());
        return new Parties(List.of(new Party(Party.SVC, () -> changed(service, logs))), List.of());
    }

    private static void awaitRest(ProcessHandle service) throws InterruptedException {
        for (int look = 0; look < LOOKS; look++) {
            double used = Used.seconds(service);
            Thread.sleep(1_000);
            if (Used.seconds(service) - used < AT_REST) {
                return;
            }
        }
    }

    private static Map<String, Double> changed(OwnService service, List<Path> logs) throws Exception {
        var times = new double[LINES];
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), service.port())) {
            socket.setSoTimeout(PATIENCE_MILLIS);
            socket.getOutputStream()
                    .write("GET /api/events HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"
                            .formatted(service.port())
                            .getBytes(UTF_8));
            var events = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
            await(events, ""); // it listens
            for (int i = 0; i < LINES; i++) {
                Thread.sleep(PAUSE_MILLIS);
                var log = logs.get(i * 37 % logs.size());
                long from = System.nanoTime();
                append(log);
                await(events, "session");
                times[i] = (System.nanoTime() - from) / 1e6;
            }
        }
        return Map.of(P50, Figures.percentile(times, 50), P95, Figures.percentile(times, 95));
    }

    /// Waits for an event of this name, or for any where it is empty.
    private static void await(BufferedReader events, String name) throws IOException {
        for (var line = events.readLine(); line != null; line = events.readLine()) {
            if (line.startsWith(FIELD) && line.substring(FIELD.length()).strip().startsWith(name)) {
                return;
            }
        }
        throw new IOException("the stream of events ended");
    }

    private static void append(Path log) throws IOException {
        var name = String.valueOf(log.getFileName()).replace(".jsonl", "");
        Files.writeString(
                log,
                ("{\"type\":\"user\",\"uuid\":\"%s\",\"sessionId\":\"%s\",\"cwd\":\"/home/u/proj/1\",\"timestamp\":\"%s\","
                                + "\"message\":{\"role\":\"user\",\"content\":\"one more\"}}\n")
                        .formatted(UUID.randomUUID(), name, Instant.now()),
                StandardOpenOption.APPEND);
    }
}
