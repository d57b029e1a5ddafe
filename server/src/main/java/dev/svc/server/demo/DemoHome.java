package dev.svc.server.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// A folder that stands for a person's home: six programs' stores with sessions, their working folders, and one
/// program that stands in for all six.
public final class DemoHome {
    private static final List<String> COMMANDS = List.of("claude", "codex", "opencode", "gemini", "agy", "kimi");
    private static final Duration APART = Duration.ofHours(31);

    private final Path folder;
    private final Instant now;

    private DemoHome(Path folder, Instant now) {
        this.folder = folder;
        this.now = now;
    }

    /// Fills a folder of its own below the one for temporary files.
    public static DemoHome make(Instant now) throws IOException {
        var demo = new DemoHome(Files.createTempDirectory("svc-demo-").toRealPath(), now);
        demo.fill();
        return demo;
    }

    public Path folder() {
        return folder;
    }

    /// What stands for the person's home folder.
    public Path home() {
        return folder.resolve("home");
    }

    /// What a process must see so that it takes this folder for the person's home and knows no other.
    public Map<String, String> environment() {
        var environment = new HashMap<String, String>();
        environment.put("HOME", home().toString());
        environment.put("PATH", folder.resolve("bin") + ":/usr/local/bin:/usr/bin:/bin");
        environment.put("LANG", "C.UTF-8");
        environment.put("SVC_HOME", folder.resolve("svc").toString());
        environment.put("SVC_PROJECT_ROOTS", home().resolve("code").toString());
        environment.put("SVC_AUTH_MODE", "none");
        for (int i = 0; i < COMMANDS.size(); i++) {
            environment.put(
                    "SVC_ENGINE" + (i + 1) + "_BIN",
                    folder.resolve("bin").resolve(COMMANDS.get(i)).toString());
        }
        return environment;
    }

    private void fill() throws IOException {
        for (var story : Story.ALL) {
            Files.createDirectories(home().resolve("code").resolve(story.place()));
        }
        Files.createDirectories(folder.resolve("svc"));
        fillStores();
        var standIn = program();
        for (var command : COMMANDS) {
            Files.createSymbolicLink(folder.resolve("bin").resolve(command), standIn);
        }
    }

    private void fillStores() throws IOException {
        var history = new Lines();
        int count = 0;
        for (var story : Story.ALL) {
            Stores.claudeCode(sample("claude", story, count++));
            Stores.codex(sample("codex", story, count++), story.title().startsWith("D"));
            Stores.opencode(sample("opencode", story, count++));
            Stores.gemini(sample("gemini", story, count++));
            Stores.antigravity(sample("antigravity", story, count++), history);
            Stores.kimi(sample("kimi", story, count++));
        }
        history.write(home().resolve(".gemini/antigravity-cli/history.jsonl"), now);
    }

    private Sample sample(String program, Story story, int place) {
        return Sample.of(
                program, story, home(), now.minus(APART.multipliedBy(place)).minus(Duration.ofMinutes(20)));
    }

    private Path program() throws IOException {
        var file = Files.createDirectories(folder.resolve("bin")).resolve("stand-in");
        try (InputStream script = DemoHome.class.getResourceAsStream("stand-in.sh")) {
            if (script == null) {
                throw new IllegalStateException("the program was built without its stand-in");
            }
            Files.copy(script, file);
        }
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
        return file;
    }
}
