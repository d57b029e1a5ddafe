package dev.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.fleet.broker.Cable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;

/// A host of a fleet with all that a test does to it: its cable to the broker can be cut, its clock set, and its
/// service killed. What its page shows is noted.
final class FleetSite implements AutoCloseable {
    private static final String LIST = "/api/sessions?archived=all&limit=500";

    final String name;
    final FleetHost host;
    final Cable cable;

    /// The ids of its sessions.
    final List<String> sessions = new CopyOnWriteArrayList<>();

    private final ObjectMapper json = new ObjectMapper();
    private final Path clock;
    private final ReentrantLock looking = new ReentrantLock();

    /// By the sessions, the titles that the page showed, one after the other; anew with each start of the service.
    @GuardedBy("looking")
    private final List<Map<String, List<String>>> seen = new ArrayList<>();

    @GuardedBy("looking")
    private final List<String> vanished = new ArrayList<>();

    /// @param cable between this host and the broker
    FleetSite(Path root, String name, Cable cable) throws IOException {
        this.name = name;
        this.cable = cable;
        this.host = new FleetHost(root, name);
        this.clock = Files.createDirectories(host.home.resolve("clock"));
        host.environment.put("SVC_FLEET", cable.url());
        host.environment.put("SVC_FLEET_ALLOW", "organise");
        host.environment.put("JDK_JAVA_OPTIONS", ClockAgent.option(host.home.resolve("clock.jar"), clock));
    }

    /// Its own view of the time of day is off by so much from now on.
    void setClock(Duration off) throws IOException {
        var whole = Files.writeString(host.home.resolve("step"), String.valueOf(off.toMillis()));
        Files.move(whole, clock.resolve("step"), StandardCopyOption.ATOMIC_MOVE);
    }

    void serve() throws Exception {
        looking.lock();
        try {
            seen.add(new HashMap<>());
            host.serve();
        } finally {
            looking.unlock();
        }
    }

    private static String key(JsonNode row, String host) {
        var id = row.path("id").asText();
        return id.contains("@") ? id : id + '@' + host;
    }

    private JsonNode rows(String path) throws Exception {
        var answer = host.get(path);
        if (answer.statusCode() != 200) {
            throw new IOException("the page does not answer: " + answer.body());
        }
        return json.readTree(answer.body()).path("sessions");
    }

    /// What the page shows of all hosts: title and favourite of each session.
    Map<String, String> page() throws Exception {
        return shown(LIST);
    }

    /// What the page shows of this host alone.
    Map<String, String> own() throws Exception {
        return shown(LIST + "&host=" + name);
    }

    private Map<String, String> shown(String path) throws Exception {
        var shown = new TreeMap<String, String>();
        for (var row : rows(path)) {
            shown.put(
                    key(row, name),
                    row.path("title").asText() + (row.path("sticky").asBoolean() ? ", a favourite" : ""));
        }
        return shown;
    }

    /// Whether it is connected, hears all others, and has its journal copied.
    boolean isSettled(int others) throws Exception {
        var state = json.readTree(host.get("/api/hosts").body());
        int online = 0;
        for (var other : state.path("hosts")) {
            online += other.path("online").asBoolean() ? 1 : 0;
        }
        return online == others && state.path("broker").path("copied").asBoolean();
    }

    /// Notes what the page shows now; nothing while the service is away.
    void look() throws InterruptedException {
        looking.lock();
        try {
            if (!seen.isEmpty()) {
                note(rows(LIST), seen.getLast());
            }
        } catch (InterruptedException stopped) {
            throw stopped;
        } catch (Exception away) {
            // It was killed.
        } finally {
            looking.unlock();
        }
    }

    @GuardedBy("looking")
    private void note(JsonNode rows, Map<String, List<String>> life) {
        var there = new HashMap<String, String>();
        rows.forEach(row -> there.put(key(row, name), row.path("title").asText()));
        for (var known : life.keySet()) {
            if (!there.containsKey(known) && !vanished.contains(known)) {
                vanished.add(known);
            }
        }
        there.forEach((session, title) -> {
            var titles = life.computeIfAbsent(session, _ -> new ArrayList<>());
            if (titles.isEmpty() || !titles.getLast().equals(title)) {
                titles.add(title);
            }
        });
    }

    /// What was noted in each life of the service.
    List<Map<String, List<String>>> seen() {
        looking.lock();
        try {
            return List.copyOf(seen);
        } finally {
            looking.unlock();
        }
    }

    /// Sessions that were missing on the page after they had been on it.
    List<String> vanished() {
        looking.lock();
        try {
            return List.copyOf(vanished);
        } finally {
            looking.unlock();
        }
    }

    /// The titles that its journal has, in its order.
    List<Entry> journal() throws Exception {
        return entries(host.command("journal", "export"));
    }

    /// The titles that the copy of another host's journal has, read here.
    List<Entry> copyOf(FleetSite other) throws Exception {
        return entries(host.command("journal", "export", "--from-fleet", other.name));
    }

    /// A title that was given.
    record Entry(String id, String title) {}

    private List<Entry> entries(String lines) throws IOException {
        var entries = new ArrayList<Entry>();
        for (var line : lines.lines().toList()) {
            var entry = json.readTree(line.getBytes(UTF_8));
            if (entry.path("type").asText().equals("renamed")) {
                entries.add(new Entry(
                        entry.path("id").asText(),
                        entry.path("data").path("title").asText()));
            }
        }
        return entries;
    }

    @Override
    public void close() {
        host.close();
        cable.close();
    }
}
