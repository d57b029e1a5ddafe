package dev.svc.server.demo;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// A folder that acts as a person's home: the programs' stores with sessions, their working folders, and one program
/// that stands in for all of them.
public final class DemoHome {
    /// The one list of stores: a program is shown with a class and a line here.
    private static final List<Store> STORES = List.of(
            new DemoClaudeCode(),
            new DemoCodex(),
            new DemoOpencode(EngineKey.OPENCODE, "opencode"),
            new DemoGemini(),
            new DemoAntigravity(),
            new DemoKimi(),
            new DemoCopilot(),
            new DemoOpencode(EngineKey.KILO, "kilo"),
            new DemoPi(),
            new DemoQwen(),
            new DemoGrok());

    /// What the stand-in reads to know its part: a file for each session that runs.
    private static final String ROLES = "roles";

    private final Path folder;
    private final Instant now;
    private List<DemoChange> deeds = List.of();

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

    /// The environment that makes a process use this folder as home and see no other.
    public Map<String, String> environment() {
        var environment = new HashMap<String, String>();
        environment.put("HOME", home().toString());
        environment.put("PATH", folder.resolve("bin") + ":/usr/local/bin:/usr/bin:/bin");
        environment.put("LANG", "C.UTF-8");
        environment.put("SVC_HOME", folder.resolve("svc").toString());
        environment.put("SVC_PROJECT_ROOTS", code().toString());
        environment.put("SVC_AUTH_MODE", "none");
        for (var store : STORES) {
            environment.put(
                    "SVC_" + store.engine().key().replace("_", "").toUpperCase(Locale.ROOT) + "_BIN",
                    folder.resolve("bin").resolve(store.command()).toString());
        }
        return environment;
    }

    /// What the person did to keep order, oldest first.
    public List<DemoChange> deeds() {
        return deeds;
    }

    /// The sessions whose programs are shown running, of the demonstration that this data belongs to.
    public static List<SessionId> living(Path data) throws IOException {
        try (var roles = Files.list(data.resolveSibling(ROLES))) {
            return roles.flatMap(file -> SessionId.find(file.getFileName().toString()).stream())
                    .sorted(Comparator.comparing(SessionId::toString))
                    .toList();
        }
    }

    private void fill() throws IOException {
        var script = Script.read();
        for (var story : script.stories()) {
            Files.createDirectories(code().resolve(story.place()));
        }
        Files.createDirectories(folder.resolve("svc"));
        Files.createDirectories(folder.resolve(ROLES));
        deeds = write(script);
        var standIn = program();
        for (var store : STORES) {
            Files.createSymbolicLink(folder.resolve("bin").resolve(store.command()), standIn);
        }
    }

    private List<DemoChange> write(Script script) throws IOException {
        var order = new DemoHistory(script, code(), now);
        for (var story : script.stories()) {
            var store = store(story.program());
            var sample = Sample.of(story, store.engine(), home(), now);
            store.write(sample);
            var session = new SessionId(sample.program(), store.nativeId(sample));
            order.of(sample, session, store.archives());
            if (story.live() != null) {
                Files.writeString(folder.resolve(ROLES).resolve(session.toString()), story.live() + "\n");
            }
        }
        return order.inOrder();
    }

    private static Store store(String alias) {
        return STORES.stream()
                .filter(store -> store.alias().equals(alias))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no program is called " + alias));
    }

    private Path code() {
        return home().resolve("code");
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
