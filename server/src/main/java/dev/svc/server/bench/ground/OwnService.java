package dev.svc.server.bench.ground;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.shared.client.JsonTree;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;

/// A service of the benchmark's own, on a free port and with a home that goes with the ground. Its
/// program is a shell.
public final class OwnService implements AutoCloseable {
    private static final Pattern READY = Pattern.compile("svc is ready at http://127\\.0\\.0\\.1:(\\d+).*");
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int LOOKS = 30_000; // ten minutes

    private final Process process;
    private final int port;
    private final HttpClient client = HttpClient.newHttpClient();
    private final Path data;

    private OwnService(Process process, int port, Path data) {
        this.process = process;
        this.port = port;
        this.data = data;
    }

    /// Starts one and waits until it is ready.
    ///
    /// @param home in which it looks for sessions
    public static OwnService start(Ground ground, Path home) throws IOException {
        var page = ground.folder("page");
        Files.writeString(page.resolve("index.html"), "<!doctype html>");
        var data = ground.home();
        var more = OwnProgram.surroundings(data);
        more.putAll(Map.of(
                "HOME", home.toString(),
                "SVC_WEB_DIST", page.toString(),
                "SVC_ENGINE1_BIN", shell(ground).toString(),
                "JDK_JAVA_OPTIONS", "-Djava.io.tmpdir=" + ground.folder("tmp")));
        var process = ground.start(OwnProgram.command("serve"), more);
        var said = process.inputReader(UTF_8);
        for (var line = said.readLine(); line != null; line = said.readLine()) {
            var ready = READY.matcher(line);
            if (ready.matches()) {
                return new OwnService(process, Integer.parseInt(ready.group(1)), data);
            }
        }
        throw new IOException("the service did not start: " + ground.troubles());
    }

    /// What every terminal of the benchmark runs.
    public static Path shell(Ground ground) throws IOException {
        return ground.script("shell", "exec /bin/sh\n");
    }

    public int port() {
        return port;
    }

    public Path data() {
        return data;
    }

    public ProcessHandle process() {
        return process.toHandle();
    }

    /// What it answers.
    public JsonNode get(String path) throws IOException, InterruptedException {
        return JsonTree.read(answer(request(path).build()).body());
    }

    /// Changes settings, as its page does.
    ///
    /// @param patch JSON
    public void set(String patch) throws IOException, InterruptedException {
        var config = answer(request("/api/config").build());
        var change = request("/api/settings")
                .header("Origin", "http://127.0.0.1:" + port)
                .header("Content-Type", "application/json")
                .header(
                        "X-CSRF-Token",
                        JsonTree.read(config.body()).path("csrf_token").asText());
        config.headers().firstValue("set-cookie").ifPresent(cookie -> change.header("Cookie", cookie.split(";", 2)[0]));
        answer(change.method("PATCH", BodyPublishers.ofString(patch)).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private HttpResponse<byte[]> answer(HttpRequest asked) throws IOException, InterruptedException {
        var answer = client.send(asked, BodyHandlers.ofByteArray());
        if (answer.statusCode() >= 400) {
            throw new IOException(
                    "%s was answered with %d".formatted(asked.uri().getPath(), answer.statusCode()));
        }
        return answer;
    }

    /// Waits until its list has so many sessions.
    public void awaitListed(int sessions) throws IOException, InterruptedException {
        for (int look = 0; look < LOOKS; look++) {
            if (get("/api/sessions?limit=1").path("total").asInt() >= sessions) {
                return;
            }
            Thread.sleep(PAUSE);
        }
        throw new IOException("the list has not got its sessions");
    }

    /// At once, with its programs: nobody comes back to them.
    @Override
    public void close() {
        client.shutdownNow();
        Ground.end(process);
    }
}
