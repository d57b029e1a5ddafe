package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.Binaries;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Launch;
import dev.svc.server.engine.LiveElsewhere;
import dev.svc.server.engine.StoreArchive;
import dev.svc.server.engine.turn.LogTurns;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Claude Code: the caller chooses the id of a new session, and the session keeps it.
public final class ClaudeCodeProvider implements EngineProvider {
    private static final String NAME = "claude";

    private final EngineSettings settings;
    private final boolean root;
    private final ClaudeHome home;
    private final ClaudeStore store;
    private final ClaudeProcesses processes;

    public ClaudeCodeProvider(EngineSettings settings) {
        this(settings, "root".equals(System.getProperty("user.name")), Path.of("/proc"));
    }

    ClaudeCodeProvider(EngineSettings settings, boolean root, Path proc) {
        this.settings = settings;
        this.root = root;
        this.home = ClaudeHome.of(settings);
        this.store = new ClaudeStore(home);
        this.processes = new ClaudeProcesses(home.processes(), proc);
    }

    @Override
    public EngineKey engineId() {
        return EngineKey.CLAUDE_CODE;
    }

    @Override
    public Pattern idPattern() {
        return ClaudeHome.ID;
    }

    @Override
    public String command() {
        return NAME;
    }

    @Override
    public Optional<Path> binary() {
        return Binaries.find(settings, NAME, List.of(".claude/local", ".claude/local/node_modules/.bin"));
    }

    @Override
    public EngineStore store() {
        return store;
    }

    @Override
    public Turns turns() {
        return new LogTurns(home::parts, new ClaudeTurns(home));
    }

    @Override
    public Launch launchArgv(String nativeId, Path cwd, boolean bypass) {
        return launch("--resume", nativeId, bypass);
    }

    @Override
    public boolean supportsNew() {
        return true;
    }

    @Override
    public boolean newSessionReconciles() {
        return false;
    }

    @Override
    public Launch newLaunchArgv(String nativeId, Path cwd, boolean bypass) {
        return launch("--session-id", nativeId, bypass);
    }

    private Launch launch(String option, String nativeId, boolean bypass) {
        var argv = new ArrayList<>(List.of(binary().map(Path::toString).orElse(NAME), option, nativeId));
        var environment = new HashMap<String, String>();
        if (!home.isDefault()) {
            environment.put("CLAUDE_CONFIG_DIR", home.root().toString());
        }
        if (bypass) {
            argv.add("--dangerously-skip-permissions");
            if (root) {
                environment.put("IS_SANDBOX", "1"); // without it the program refuses the flag to root
            }
        }
        return new Launch(argv, environment);
    }

    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        var ids = new TreeSet<String>();
        try {
            store.walk(piece -> {
                var names = piece.key().split("/", -1);
                if (names[0].equals(ClaudeHome.PROJECTS) && ClaudeHome.holds(names[1], cwd)) {
                    ids.add(ClaudeHome.id(names[2]));
                }
            });
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return ids;
    }

    @Override
    public Optional<LiveElsewhere> liveElsewhere() {
        return Optional.of(processes);
    }

    @Override
    public Optional<StoreArchive> archive() {
        return Optional.of(new ClaudeArchive(home, processes));
    }
}
