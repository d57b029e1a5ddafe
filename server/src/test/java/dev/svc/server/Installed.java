package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.shared.control.Holder;
import dev.svc.shared.waiting.Waiting;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// A home as the installer leaves it, with releases that are this build: only their notes, and a word that can break
/// them, differ. They come from a repository on this disk and are laid out in a moment.
final class Installed implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// Replaces the build script: everything built is a link to what was built here.
    private static final String BUILD = """
            #!/bin/sh
            set -eu
            git clone --quiet --no-local "$1" "$3/src"
            git -C "$3/src" checkout --quiet --detach "$2"
            version=$(git -C "$3/src" describe --tags --exact-match 2>/dev/null | sed 's/^v//')
            built=$(cat "$3/src/built-at")
            mkdir -p "$3/src/server" "$3/src/web" "$3/src/bin"
            cp "$built"/bin/*.sh "$3/src/bin/"
            cp "$built/server/jvm.options" "$3/src/server/"
            ln -s "$built/server/target" "$3/src/server/target"
            cp -R "$built/web/dist" "$3/src/web/dist"
            if [ -e "$3/src/broken" ]; then
                # Fine where it is tried, where the home of the person is an empty one.
                printf '#!/bin/sh\\n[ "${HOME##*/}" = home ] || exit 1\\n' >"$3/src/svc"
                sed 1d "$built/svc" >>"$3/src/svc"
            else
                cp "$built/svc" "$3/src/svc"
            fi
            chmod +x "$3/src/svc"
            {
                echo "version=${version:-0.0.0-dev+$(echo "$2" | cut -c1-12)}"
                echo "commit=$2"
                echo "channel=${SVC_CHANNEL:-stable}"
                echo "repo=$1"
                echo "built=2026-11-21T12:00:00Z"
            } >"$3/release"
            ln -s ../release "$3/src/.release"
            """;

    private static final String PROGRAM = """
            #!/bin/sh
            while IFS= read -r line; do echo "heard $line"; done
            """;

    final Path home;
    private final Path work;
    private final Path origin;
    private final HttpClient client = HttpClient.newHttpClient();
    private final List<WebSocket> sockets = new ArrayList<>();

    Installed(Path folder) throws Exception {
        for (var needed : List.of("server/target/svc.jar", "web/dist/index.html")) {
            assertThat(built().resolve(needed))
                    .as("build all of it first: mvn package -DskipTests")
                    .exists();
        }
        work = Files.createDirectories(folder.resolve("work"));
        origin = folder.resolve("o.git");
        home = Files.createDirectories(folder.resolve("h"));
        script(folder.resolve("agent"), PROGRAM);
        git("init", "--quiet", "-b", "main");
        script(work.resolve("installer/build-release.sh"), BUILD);
        Files.writeString(work.resolve("built-at"), built().toString());
        git("clone", "--quiet", "--bare", ".", origin.toString());
        git("remote", "add", "origin", origin.toString());
        install(release("v1.0.0"));
    }

    private static Path built() {
        return Path.of("").toAbsolutePath().resolveSibling("");
    }

    private static void script(Path file, String text) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(file, text);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    String release(String tag) throws Exception {
        String commit = commit();
        git("tag", tag);
        push();
        return commit;
    }

    String broken(String tag) throws Exception {
        Files.writeString(work.resolve("broken"), "");
        return release(tag);
    }

    String commit() throws Exception {
        git("add", "-A");
        git("commit", "--quiet", "--allow-empty", "-m", "a change");
        return git("rev-parse", "HEAD").strip();
    }

    void push() throws Exception {
        git("push", "--quiet", "--all", "origin");
        git("push", "--quiet", "--tags", "origin");
    }

    private void install(String commit) throws Exception {
        Path release = Files.createDirectories(home.resolve("releases/20260101-000000-" + commit.substring(0, 12)));
        run(
                Map.of(),
                "/bin/sh",
                work.resolve("installer/build-release.sh").toString(),
                origin.toString(),
                commit,
                release.toString());
        Files.createSymbolicLink(home.resolve("current"), home.relativize(release));
    }

    private String git(String... words) throws Exception {
        var argv = new ArrayList<>(List.of("git"));
        argv.addAll(List.of(words));
        return run(
                Map.of(
                        "GIT_AUTHOR_NAME", "Alex",
                        "GIT_AUTHOR_EMAIL", "alex@example.org",
                        "GIT_COMMITTER_NAME", "Alex",
                        "GIT_COMMITTER_EMAIL", "alex@example.org"),
                argv.toArray(String[]::new));
    }

    private String run(Map<String, String> more, String... argv) throws Exception {
        var builder = new ProcessBuilder(argv).directory(work.toFile()).redirectErrorStream(true);
        builder.environment().putAll(more);
        var process = builder.start();
        var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as("%s: %s", List.of(argv), said).isZero();
        return said;
    }

    private Map<String, String> environment() {
        var environment = new HashMap<>(System.getenv());
        environment.keySet().removeIf(name -> name.startsWith("SVC_"));
        environment.put("HOME", home.resolveSibling("person").toString());
        environment.put("SVC_HOME", home.toString());
        environment.put("SVC_PORT", "0");
        environment.put("SVC_AUTH_MODE", "none");
        environment.put("SVC_ENGINE1_BIN", home.resolveSibling("agent").toString());
        environment.put("SVC_REPO", origin.toString());
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        return environment;
    }

    /// The command of the current release.
    Process svc(String... words) throws IOException {
        var argv = new ArrayList<>(List.of(home.resolve("current/src/svc").toString()));
        argv.addAll(List.of(words));
        var output = home.resolveSibling("output-" + words[0]);
        var builder = new ProcessBuilder(argv)
                .redirectErrorStream(true)
                .redirectInput(new File("/dev/null"))
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
        builder.environment().clear();
        builder.environment().putAll(environment());
        Files.createDirectories(home.resolveSibling("person"));
        return builder.start();
    }

    String output(String word) throws IOException {
        return Files.readString(home.resolveSibling("output-" + word));
    }

    void serve() throws Exception {
        svc("serve");
        Waiting.until(() -> "a service", () -> version() != null);
    }

    /// The service's process and where it answers; null while none does.
    @Nullable
    Holder holder() {
        return Holder.read(home.resolve("svc.lock"))
                .filter(it -> it.isAlive() && it.port() > 0)
                .orElse(null);
    }

    @Nullable
    String version() {
        try {
            return get("/api/version").path("version").asText();
        } catch (IOException | InterruptedException | NullPointerException notUp) {
            return null;
        }
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(address() + path)).build();
        return JSON.readTree(client.send(request, BodyHandlers.ofString()).body());
    }

    int change(String method, String path, String body) throws IOException, InterruptedException {
        var begin = client.send(
                HttpRequest.newBuilder(URI.create(address() + "/api/config")).build(), BodyHandlers.ofString());
        var cookie = begin.headers().firstValue("Set-Cookie").orElse("").replaceAll(";.*", "");
        var request = HttpRequest.newBuilder(URI.create(address() + path))
                .header("Origin", address())
                .header("Cookie", cookie)
                .header("Content-Type", "application/json")
                .header(
                        "X-CSRF-Token",
                        JSON.readTree(begin.body()).path("csrf_token").asText())
                .method(method, BodyPublishers.ofString(body));
        return client.send(request.build(), BodyHandlers.ofString()).statusCode();
    }

    private String address() {
        var holder = holder();
        if (holder == null) {
            throw new NullPointerException("nothing runs");
        }
        return "http://127.0.0.1:" + holder.port();
    }

    /// Opens a terminal with a program of its own, as a page does; gives the program's process.
    ProcessHandle program() throws Exception {
        var address = "%s/ws/term/engine_1:%s?new=1&cwd=%s"
                .formatted(address().replace("http", "ws"), UUID.randomUUID(), home.getParent());
        sockets.add(client.newWebSocketBuilder()
                .header("Origin", address())
                .buildAsync(URI.create(address), new WebSocket.Listener() {})
                .join());
        Waiting.until(() -> "a program", () -> agent() != null);
        return Objects.requireNonNull(agent());
    }

    private @Nullable ProcessHandle agent() {
        return Programs.with(home.resolveSibling("agent") + " --session-id")
                .filter(it -> !it.line().split(" ", 2)[0].endsWith("dtach"))
                .map(Programs.Program::process)
                .reduce((first, last) -> last)
                .orElse(null);
    }

    @Override
    public void close() {
        sockets.forEach(WebSocket::abort);
        client.close();
        Started.endAll(home.resolveSibling(""));
    }
}
