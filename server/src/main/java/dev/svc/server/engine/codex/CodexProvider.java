package dev.svc.server.engine.codex;

import dev.svc.server.engine.Binaries;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Launch;
import dev.svc.server.engine.turn.LogTurns;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Codex: it gives a new session its id itself, and writes the first line with the first prompt.
public final class CodexProvider implements EngineProvider {
    private static final String NAME = "codex";

    /// Otherwise a server shared by all its terminals starts and outlives them.
    private static final String NO_DAEMON = "features.daemon_auto_start=false";

    private final EngineSettings settings;
    private final CodexHome home;
    private final CodexStore store;

    public CodexProvider(EngineSettings settings) {
        this.settings = settings;
        this.home = CodexHome.of(settings);
        this.store = new CodexStore(home);
    }

    @Override
    public EngineKey engineId() {
        return EngineKey.CODEX;
    }

    @Override
    public Pattern idPattern() {
        return CodexHome.ID;
    }

    @Override
    public String command() {
        return NAME;
    }

    @Override
    public Optional<Path> binary() {
        return Binaries.find(settings, NAME, List.of());
    }

    @Override
    public EngineStore store() {
        return store;
    }

    @Override
    public Turns turns() {
        var rollouts = new CodexAncestors(home);
        return new LogTurns(rollouts::parts, new CodexTurns(rollouts));
    }

    @Override
    public Launch launchArgv(String nativeId, Path cwd, boolean bypass) {
        return launch(cwd, bypass, List.of("resume", nativeId));
    }

    @Override
    public boolean supportsNew() {
        return true;
    }

    @Override
    public boolean newSessionReconciles() {
        return true;
    }

    @Override
    public Launch newLaunchArgv(String nativeId, Path cwd, boolean bypass) {
        return launch(cwd, bypass, List.of());
    }

    private Launch launch(Path cwd, boolean bypass, List<String> command) {
        var argv = new ArrayList<>(
                List.of(binary().map(Path::toString).orElse(NAME), "-C", cwd.toString(), "-c", NO_DAEMON));
        if (bypass) {
            argv.add("--dangerously-bypass-approvals-and-sandbox");
        }
        argv.addAll(command);
        return new Launch(
                argv,
                home.told().map(root -> Map.of("CODEX_HOME", root.toString())).orElse(Map.of()));
    }

    /// Every id, by file names alone: only new ones are asked where they were started.
    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        return new TreeSet<>(rollouts().keySet());
    }

    /// Those gained in this folder that were begun there: no sub-agents, no forks of other sessions.
    @Override
    public Set<String> reconcileNewSession(Path cwd, Set<String> snapshot) {
        var gained = rollouts();
        gained.keySet().removeAll(snapshot);
        gained.values().removeIf(file -> !isBegunIn(file, cwd));
        return new TreeSet<>(gained.keySet());
    }

    private Map<String, Path> rollouts() {
        var rollouts = new TreeMap<String, Path>();
        try {
            home.live()
                    .walk(
                            CodexStore.DEPTH,
                            stamp -> CodexHome.id(String.valueOf(stamp.path().getFileName()))
                                    .ifPresent(id -> rollouts.put(id, stamp.path())));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
        return rollouts;
    }

    private static boolean isBegunIn(Path rollout, Path cwd) {
        try {
            var meta = CodexStore.meta(rollout).orElse(null);
            return meta != null && meta.isBegun() && meta.cwd != null && isSame(Path.of(meta.cwd), cwd);
        } catch (IOException | InvalidPathException unreadable) {
            return false;
        }
    }

    /// The program notes the folder as it found it, which may be behind a link.
    private static boolean isSame(Path noted, Path cwd) throws IOException {
        return noted.equals(cwd)
                || (Files.isDirectory(noted) && Files.isDirectory(cwd) && Files.isSameFile(noted, cwd));
    }
}
