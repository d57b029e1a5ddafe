package dev.svc.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.errorprone.annotations.FormatMethod;
import dev.svc.server.fleet.FleetCrowd;
import dev.svc.server.fleet.broker.NatsServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Measures a fleet: real services beside hosts that are made up, on a nats-server of its own. See
/// docs/bench/fleet-rows.sh.
///
/// Arguments: a folder, a part (`rows`, `change`, `idle`), and the numbers of that part.
public final class FleetRowsBench implements AutoCloseable {
    private static final long MOST_SECONDS = 3_600;
    private static final int SMALLEST_MEGABYTES = 512;
    private static final int ROWS_A_MEGABYTE = 250;
    private static final int BEAT_SECONDS = 5;

    private final Path folder;
    private final NatsServer nats;
    private final List<Service> services = new ArrayList<>();

    private FleetRowsBench(Path folder) throws Exception {
        this.folder = folder;
        this.nats = new NatsServer(Files.createDirectories(folder.resolve("nats")));
        nats.start();
    }

    public static void main(String[] arguments) throws Exception {
        int first = Integer.parseInt(arguments[2]);
        int second = Integer.parseInt(arguments[3]);
        int third = Integer.parseInt(arguments[4]);
        try (var bench = new FleetRowsBench(Path.of(arguments[0]).toRealPath())) {
            switch (arguments[1]) {
                case "rows" -> bench.rows(first, second, third);
                case "change" -> bench.change(first, second, third);
                case "idle" -> bench.idle(first, second, third);
                default -> throw new IllegalArgumentException(arguments[1]);
            }
        }
    }

    /// A service of its own home, as people run it.
    private static final class Service implements AutoCloseable {
        private static final Pattern ADDRESS = Pattern.compile("http://.*(?=\n)");

        private final String name;
        private final Path home;
        private final String broker;
        private final HttpClient client = HttpClient.newHttpClient();
        private final ObjectMapper json = new ObjectMapper();
        private @Nullable Process process;
        private String address = "";
        private String cookie = "";
        private String token = "";

        Service(Path root, String name, String broker) throws IOException {
            this.name = name;
            this.broker = broker;
            this.home = Files.createDirectories(root.resolve(name));
            Files.createDirectories(home.resolve("claude/projects/-work"));
            Files.writeString(
                    Files.createDirectories(home.resolve("dist")).resolve("index.html"),
                    "<!doctype html><title>svc</title>");
        }

        private Process run(List<String> options, Path out, String... words) throws IOException {
            var command = new ArrayList<>(List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(), "@server/jvm.options"));
            command.addAll(options);
            command.addAll(List.of("-Dsvc.root=" + Path.of("").toAbsolutePath(), "-jar", "server/target/svc.jar"));
            command.addAll(List.of(words));
            var builder = new ProcessBuilder(command)
                    .redirectOutput(out.toFile())
                    .redirectError(home.resolve("errors").toFile());
            var environment = builder.environment();
            environment.keySet().removeIf(it -> it.startsWith("SVC_"));
            environment.put("HOME", home.toString());
            environment.put("SVC_HOME", home.resolve("svc").toString());
            environment.put("SVC_PORT", "0");
            environment.put("SVC_AUTH_MODE", "none");
            environment.put("SVC_FLEET", broker);
            environment.put("SVC_FLEET_ALLOW", "organise");
            environment.put("SVC_ENGINE1_DIR", home.resolve("claude").toString());
            environment.put("SVC_WEB_DIST", home.resolve("dist").toString());
            return builder.start();
        }

        String command(String... words) throws Exception {
            var out = home.resolve("out");
            if (run(List.of(), out, words).waitFor() != 0) {
                throw new IllegalStateException(Files.readString(home.resolve("errors")));
            }
            return Files.readString(out).strip();
        }

        void serve(String... options) throws Exception {
            var out = home.resolve("served");
            Files.deleteIfExists(out);
            var started = run(List.of(options), out, "serve");
            process = started;
            until(() ->
                    !started.isAlive() || ADDRESS.matcher(Files.readString(out)).find());
            if (!started.isAlive()) {
                throw new IllegalStateException(Files.readString(home.resolve("errors")));
            }
            var found = ADDRESS.matcher(Files.readString(out));
            address = found.find() ? found.group().strip() : "";
            var begin = send(request("/api/config").build());
            cookie = begin.headers().firstValue("Set-Cookie").orElse("").replaceAll(";.*", "");
            token = json.readTree(begin.body()).path("csrf_token").asText();
        }

        private HttpRequest.Builder request(String path) {
            return HttpRequest.newBuilder(URI.create(address + path));
        }

        private HttpResponse<String> send(HttpRequest request) throws Exception {
            var answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() >= 400) {
                throw new IllegalStateException(request.uri() + ": " + answer.body());
            }
            return answer;
        }

        JsonNode read(String path) throws Exception {
            return json.readTree(send(request(path).build()).body());
        }

        void rename(String session, String title) throws Exception {
            var _ = send(request("/api/sessions/engine_1:" + session + "/rename")
                    .header("Origin", address)
                    .header("Cookie", cookie)
                    .header("Content-Type", "application/json")
                    .header("X-CSRF-Token", token)
                    .POST(HttpRequest.BodyPublishers.ofString("{\"title\":\"" + title + "\"}"))
                    .build());
        }

        /// Every line of its stream of events, with when it came.
        LinkedBlockingQueue<Came> events() {
            var lines = new LinkedBlockingQueue<Came>();
            Thread.ofPlatform().daemon().start(() -> {
                try {
                    client.send(request("/api/events").build(), BodyHandlers.ofLines())
                            .body()
                            .forEach(line -> lines.add(new Came(line, System.nanoTime())));
                } catch (IOException | InterruptedException ended) {
                    lines.add(new Came("ended", System.nanoTime()));
                }
            });
            return lines;
        }

        String session(String text) throws IOException {
            var id = UUID.randomUUID().toString();
            var line = json.createObjectNode()
                    .put("type", "user")
                    .put("sessionId", id)
                    .put("uuid", UUID.randomUUID().toString())
                    .put("version", "2.1.0")
                    .put("timestamp", "2026-11-28T10:00:00.000Z")
                    .put("cwd", "/work");
            line.putObject("message").put("role", "user").put("content", text);
            var whole = Files.writeString(home.resolve(id + ".tmp"), line + "\n");
            Files.move(whole, home.resolve("claude/projects/-work/" + id + ".jsonl"), StandardCopyOption.ATOMIC_MOVE);
            return id;
        }

        /// How many rows of others it has.
        int rows() throws Exception {
            int rows = 0;
            for (var host : read("/api/hosts").path("hosts")) {
                rows += host.path("sessions").asInt();
            }
            return rows;
        }

        int online() throws Exception {
            int online = 0;
            for (var host : read("/api/hosts").path("hosts")) {
                online += host.path("online").asBoolean() ? 1 : 0;
            }
            return online;
        }

        private Process running() {
            var running = process;
            if (running == null) {
                throw new IllegalStateException(name + " does not run");
            }
            return running;
        }

        /// What lives in its memory, in bytes.
        long live() throws Exception {
            var told = home.resolve("histogram");
            var jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
            var asking = new ProcessBuilder(jcmd, String.valueOf(running().pid()), "GC.class_histogram")
                    .redirectOutput(told.toFile())
                    .start();
            asking.waitFor();
            for (var line : Files.readAllLines(told)) {
                if (line.startsWith("Total")) {
                    return Long.parseLong(line.strip().split("\\s+", -1)[2]);
                }
            }
            throw new IllegalStateException(Files.readString(told));
        }

        double cpuSeconds() {
            return FleetRowsBench.cpuSeconds(running().toHandle());
        }

        @Override
        public void close() {
            var running = process;
            if (running != null) {
                running.destroy();
                running.onExit().join();
                process = null;
            }
        }
    }

    private record Came(String line, long nanos) {}

    private static double cpuSeconds(ProcessHandle process) {
        return process.info().totalCpuDuration().orElseThrow().toNanos() / 1e9;
    }

    private Service founder() throws Exception {
        var forge = new Service(folder, "forge-1", nats.url());
        services.add(forge);
        forge.command("fleet", "init", nats.url(), "--name", forge.name);
        forge.serve();
        until(() -> forge.read("/api/hosts").path("broker").path("synced").asBoolean());
        return forge;
    }

    private Service joined(Service founder, String name) throws Exception {
        var service = new Service(folder, name, nats.url());
        services.add(service);
        var line = founder.command("fleet", "invite").replaceAll("^svc fleet join '|'$", "");
        service.command("fleet", "join", line, "--name", name);
        service.serve();
        return service;
    }

    private FleetCrowd crowd(Service founder, int hosts) throws Exception {
        return FleetCrowd.join(nats.url(), founder.home.resolve("svc/fleet"), hosts);
    }

    /// @param looks how often each page is asked for
    private void rows(int rows, int hosts, int looks) throws Exception {
        var forge = founder();
        try (var crowd = crowd(forge, hosts)) {
            until(() -> forge.read("/api/hosts").path("hosts").size() == hosts);
            long empty = forge.live();
            forge.close();
            long began = System.nanoTime();
            crowd.publish(rows, 0);
            crowd.beat();
            say("%d hosts have sealed, signed and published %d rows in %.1f s", hosts, rows, seconds(began));

            int megabytes = Math.max(SMALLEST_MEGABYTES, rows / ROWS_A_MEGABYTE);
            forge.serve("-Xmx%dm".formatted(megabytes));
            until(() -> forge.rows() > 0);
            long first = System.nanoTime();
            int before = forge.rows();
            double cpu = forge.cpuSeconds();
            until(() -> forge.rows() >= rows);
            double took = seconds(first);
            say(
                    "first sync, memory of %d MB: %.0f rows/s (%d in %.1f s, %.0f µs of processor each)",
                    megabytes, (rows - before) / took, rows, took, (forge.cpuSeconds() - cpu) * 1e6 / (rows - before));
            pages(forge, looks);
            long full = forge.live();
            say("memory: %d bytes a row (%d MB in all)", (full - empty) / rows, full >> 20);
            pages(forge, looks);
        }
    }

    private static void pages(Service forge, int looks) throws Exception {
        for (var path : List.of(
                "/api/sessions?limit=100",
                "/api/sessions?limit=100&zone=Europe/Berlin&folder_q=",
                "/api/sessions?limit=100&offset=5000",
                "/api/sessions?limit=100&host=crowd-3",
                "/api/sessions?limit=100&q=upload")) {
            var took = new double[looks];
            for (int i = -looks / 4 - 1; i < looks; i++) {
                long began = System.nanoTime();
                var _ = forge.read(path);
                if (i >= 0) {
                    took[i] = seconds(began) * 1000;
                }
            }
            say("%-55s %s ms", path, percentiles(took));
        }
    }

    /// @param hosts made up, beside two services
    /// @param rows which those have
    private void change(int rounds, int hosts, int rows) throws Exception {
        var forge = founder();
        var laptop = joined(forge, "laptop-3");
        try (var crowd = crowd(forge, hosts)) {
            crowd.publish(rows, 0);
            crowd.beat();
            var session = forge.session("Mend the upload");
            until(() -> laptop.read("/api/sessions?host=forge-1").path("total").asInt() == 1);
            until(() -> laptop.rows() == rows + 1 && laptop.online() >= hosts);
            var events = laptop.events();
            var took = new double[rounds];
            for (int i = -rounds / 4 - 1; i < rounds; i++) {
                var title = "change %d of many".formatted(i);
                TimeUnit.MILLISECONDS.sleep(50 + i * 7L % 90 + 90); // at any moment of the pace
                events.clear();
                long began = System.nanoTime();
                forge.rename(session, title);
                long came = came(events, title);
                if (i >= 0) {
                    took[i] = (came - began) / 1e6;
                }
            }
            say(
                    "a change on one host, on the page of the other, beside %d hosts with %d rows: %s ms",
                    hosts, rows, percentiles(took));
        }
    }

    private static long came(LinkedBlockingQueue<Came> events, String title) throws InterruptedException {
        while (true) {
            var event = events.poll(MOST_SECONDS, TimeUnit.SECONDS);
            if (event == null || event.line().equals("ended")) {
                throw new IllegalStateException("the event never came");
            }
            if (event.line().contains(title)) {
                return event.nanos();
            }
        }
    }

    /// @param hosts made up, beside the services
    private void idle(int hosts, int count, int seconds) throws Exception {
        var forge = founder();
        for (int i = 1; i < count; i++) {
            var _ = joined(forge, "host-" + i);
        }
        try (var crowd = crowd(forge, hosts)) {
            crowd.publish(hosts * 100, 0);
            crowd.beat();
            until(() -> forge.online() == hosts + count - 1);
            beat(crowd, 30);
            var broker = ProcessHandle.current()
                    .children()
                    .filter(it -> it.info().command().orElse("").endsWith("nats-server"))
                    .findFirst()
                    .orElseThrow();
            double ofBroker = cpuSeconds(broker);
            var before = services.stream().mapToDouble(Service::cpuSeconds).toArray();
            long began = System.nanoTime();
            beat(crowd, seconds);
            double took = seconds(began);
            var shares = new double[before.length];
            for (int i = 0; i < before.length; i++) {
                shares[i] = (services.get(i).cpuSeconds() - before[i]) / took * 100;
            }
            say(
                    "idle, %d hosts of which %d are services, %d s: a service takes %s %% of a core, the broker %.2f %%",
                    hosts + count, count, seconds, percentiles(shares), (cpuSeconds(broker) - ofBroker) / took * 100);
        }
    }

    private static void beat(FleetCrowd crowd, int seconds) throws InterruptedException {
        for (int at = 0; at < seconds; at += BEAT_SECONDS) {
            crowd.beat();
            TimeUnit.SECONDS.sleep(BEAT_SECONDS);
        }
    }

    private static String percentiles(double[] values) {
        var sorted = values.clone();
        Arrays.sort(sorted);
        return String.format(
                Locale.ROOT,
                "p50 %.2f, p95 %.2f",
                sorted[sorted.length / 2],
                sorted[Math.min(sorted.length - 1, (int) (sorted.length * 0.95))]);
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }

    @FormatMethod
    private static void say(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }

    private static void until(Callable<Boolean> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        while (!condition.call()) {
            if (System.nanoTime() > end) {
                throw new IllegalStateException("gave up waiting");
            }
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    @Override
    public void close() {
        for (var service : services) {
            service.close();
        }
        nats.close();
    }
}
