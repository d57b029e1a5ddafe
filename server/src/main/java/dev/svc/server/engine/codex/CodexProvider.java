package dev.svc.server.engine.codex;

import dev.svc.server.engine.Binaries;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Launch;
import dev.svc.server.engine.Manifest;
import dev.svc.server.engine.NamedVariables;
import dev.svc.server.engine.Original;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.ask.AskWay;
import dev.svc.server.engine.codex.daemon.CodexDaemon;
import dev.svc.server.engine.codex.daemon.CodexLines;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.engine.turn.DecompressedLogs;
import dev.svc.server.engine.turn.LogFiles;
import dev.svc.server.engine.turn.LogTurns;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.engine.usage.LoggedUsage;
import dev.svc.server.engine.usage.UsageLogs;
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
    /// Otherwise a server shared by all its terminals starts and outlives them. While one runs these words would open
    /// a dialog that offers to restart it; then they are left out, and the terminal joins.
    private static final String NO_DAEMON = "features.daemon_auto_start=false";

    private static final Pattern KEYS = Pattern.compile(
            "(?m)^\\s*(?:env_key|bearer_token_env_var)\\s*=\\s*[\"']([A-Za-z_][A-Za-z0-9_]{0,99})[\"']");

    public static final Manifest MANIFEST = new Manifest(
            EngineKey.CODEX,
            "codex",
            "Codex",
            CodexHome.ID,
            true,
            new Manifest.Command("codex", List.of(), "npm i -g @openai/codex"),
            new Manifest.Variables("SVC_ENGINE2_BIN", "SVC_ENGINE2_SESSIONS_DIR", "~/.codex/sessions"),
            new Manifest.Arguments(
                    List.of("-C", "{folder}", "-c", NO_DAEMON, "{bypass}", "resume", "{id}"),
                    List.of("-C", "{folder}", "-c", NO_DAEMON, "{bypass}"),
                    List.of("--dangerously-bypass-approvals-and-sandbox"),
                    List.of("--", "{prompt}"),
                    true),
            new Manifest.Environment(
                    List.of("OPENAI_", "CODEX_"),
                    List.of(
                            "CODEX_THREAD_ID",
                            "CODEX_CI",
                            "CODEX_SANDBOX",
                            "CODEX_SANDBOX_NETWORK_DISABLED",
                            "CODEX_MANAGED_BY_BUN",
                            "CODEX_MANAGED_BY_NPM",
                            "CODEX_MANAGED_BY_PNPM",
                            "CODEX_MANAGED_BY_VITE_PLUS",
                            "CODEX_MANAGED_PACKAGE_ROOT")),
            new Manifest.Look(
                    new Manifest.Colors("#0b665a", "#57bfae", "#79ecd8"),
                    "M8 1.9l5.3 3.05v6.1L8 14.1l-5.3-3.05v-6.1z"));

    private final EngineSettings settings;
    private final CodexHome home;
    private final CodexStore store;
    private final LogFiles files = new DecompressedLogs(CodexLog::isCompressed);

    public CodexProvider(EngineSettings settings) {
        this.settings = settings;
        this.home = CodexHome.of(settings);
        this.store = new CodexStore(home);
    }

    @Override
    public Manifest manifest() {
        return MANIFEST;
    }

    @Override
    public Optional<Path> binary() {
        return Binaries.find(settings, MANIFEST.command());
    }

    @Override
    public ScreenRules screen() {
        return ScreenRules.beside(CodexProvider.class);
    }

    @Override
    public EngineStore store() {
        return store;
    }

    @Override
    public Turns turns() {
        var rollouts = new CodexAncestors(home);
        return new LogTurns(rollouts::parts, files, new CodexTurns(rollouts, files));
    }

    @Override
    public Launch launchArgv(String nativeId, Path cwd, boolean bypass) {
        return joining(EngineProvider.super.launchArgv(nativeId, cwd, bypass));
    }

    @Override
    public Launch newLaunchArgv(String nativeId, Path cwd, boolean bypass) {
        return joining(EngineProvider.super.newLaunchArgv(nativeId, cwd, bypass));
    }

    private Launch joining(Launch launch) {
        int at = launch.argv().indexOf(NO_DAEMON);
        if (at < 1 || !new CodexDaemon(home.beside().place()).isRunning()) {
            return launch;
        }
        var argv = new ArrayList<>(launch.argv());
        argv.subList(at - 1, at + 1).clear();
        return new Launch(argv, launch.environment());
    }

    @Override
    public Optional<Sightings> sightings() {
        return Optional.of(new CodexSightings(home));
    }

    @Override
    public Optional<AskWay> asks() {
        return Optional.of(new CodexLines(home.beside().place()));
    }

    @Override
    public Map<String, String> launchEnvironment(boolean bypass) {
        return home.told().map(root -> Map.of("CODEX_HOME", root.toString())).orElse(Map.of());
    }

    /// The keys of model providers and of tools' servers.
    @Override
    public Set<String> namedVariables() {
        return NamedVariables.in(
                settings.pathFrom("CODEX_HOME")
                        .orElse(settings.home().resolve(".codex"))
                        .resolve("config.toml"),
                KEYS);
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

    @Override
    public Optional<Originals> originals() {
        return Optional.of(new CodexOriginals(home));
    }

    @Override
    public Optional<UsageLogs> usage() {
        var ancestors = new CodexAncestors(home);
        return Optional.of(new LoggedUsage(
                id -> new CodexOriginals(home)
                        .of(id, home.sessions()).stream()
                                .map(Original::usageLog)
                                .toList(),
                (id, state) -> new CodexUsage(ancestors, id, state)));
    }

    @Override
    public Optional<EngineProvider> at(Path folder) {
        return Optional.of(new CodexProvider(settings.withStore(folder.resolve("sessions"))));
    }
}
