package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.Binaries;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Manifest;
import dev.svc.server.engine.NamedVariables;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.StoreArchive;
import dev.svc.server.engine.ask.AskWay;
import dev.svc.server.engine.claudecode.ask.ClaudeHook;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.engine.turn.LogTurns;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.engine.usage.LoggedUsage;
import dev.svc.server.engine.usage.UsageLogs;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Claude Code: the caller chooses the id of a new session, and the session keeps it.
public final class ClaudeCodeProvider implements EngineProvider {
    private static final Pattern HELPER = Pattern.compile(
            "\"(?:apiKeyHelper|awsAuthRefresh|awsCredentialExport|otelHeadersHelper)\"\\s*:\\s*\"([^\"]{0,2000}+)\"");

    /// Without the blank, a prompt that is the name of a subcommand (`doctor`) would run that, behind `--` as well.
    public static final Manifest MANIFEST = new Manifest(
            EngineKey.CLAUDE_CODE,
            "claude",
            "Claude Code",
            ClaudeHome.ID,
            false,
            new Manifest.Command(
                    "claude",
                    List.of(".claude/local", ".claude/local/node_modules/.bin"),
                    "npm i -g @anthropic-ai/claude-code"),
            new Manifest.Variables("SVC_ENGINE1_BIN", "SVC_ENGINE1_DIR", "~/.claude"),
            new Manifest.Arguments(
                    List.of("--resume", "{id}", "{bypass}"),
                    List.of("--session-id", "{id}", "{bypass}"),
                    List.of("--dangerously-skip-permissions"),
                    List.of("--", " {prompt}"),
                    true),
            new Manifest.Environment(
                    List.of("ANTHROPIC_", "CLAUDE_"),
                    List.of(
                            "CLAUDE_CODE_ENTRYPOINT",
                            "CLAUDE_CODE_EXECPATH",
                            "CLAUDE_CODE_SESSION_ID",
                            "CLAUDE_CODE_SESSION_KIND",
                            "CLAUDE_CODE_SESSION_NAME",
                            "CLAUDE_CODE_SESSION_ATTENDED",
                            "CLAUDE_CODE_CHILD_SESSION",
                            "CLAUDE_CODE_CHILD_NOTES_DIR",
                            "CLAUDE_CODE_LAUNCHED_BY_SESSION_IDS",
                            "CLAUDE_CODE_BRIDGE_SESSION_ID",
                            "CLAUDE_CODE_MESSAGING_SOCKET",
                            "CLAUDE_CODE_MESSAGING_TOKEN",
                            "CLAUDE_AGENT_SDK_VERSION",
                            "CLAUDE_EFFORT",
                            "CLAUDE_ENV_FILE",
                            "CLAUDE_JOB_DIR",
                            "CLAUDE_PID",
                            "CLAUDE_PLUGIN_ROOT",
                            "CLAUDE_PROJECT_DIR")),
            new Manifest.Look(
                    new Manifest.Colors("#9d4722", "#e2926b", "#ffb591"),
                    "M8 2.5v11M3.2 5.25l9.6 5.5M12.8 5.25l-9.6 5.5"));

    private final EngineSettings settings;
    private final boolean root;
    private final ClaudeHome home;
    private final ClaudeStore store;
    private final ClaudeProcesses processes;
    private final ClaudeOriginals counted;

    public ClaudeCodeProvider(EngineSettings settings) {
        this(settings, "root".equals(System.getProperty("user.name")), Path.of("/proc"));
    }

    ClaudeCodeProvider(EngineSettings settings, boolean root, Path proc) {
        this.settings = settings;
        this.root = root;
        this.home = ClaudeHome.of(settings);
        this.store = new ClaudeStore(home);
        this.counted = new ClaudeOriginals(home, new ClaudeTranscripts(home)::find);
        this.processes = new ClaudeProcesses(home.processes(), proc);
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
        return ScreenRules.beside(ClaudeCodeProvider.class);
    }

    @Override
    public EngineStore store() {
        return store;
    }

    @Override
    public Turns turns() {
        return new LogTurns(home::parts, new ClaudeTurns(home));
    }

    /// The store that svc reads, and what lets root use the flag that the program otherwise refuses to it.
    @Override
    public Map<String, String> launchEnvironment(boolean bypass) {
        var environment = new HashMap<String, String>();
        if (!home.isDefault()) {
            environment.put("CLAUDE_CONFIG_DIR", home.root().toString());
        }
        if (bypass && root) {
            environment.put("IS_SANDBOX", "1");
        }
        return environment;
    }

    /// Those that its helpers for keys refer to. What stands under `env` there is set by the program itself, and what
    /// hooks refer to is mostly their own.
    @Override
    public Set<String> namedVariables() {
        return NamedVariables.in(home.root().resolve("settings.json"), HELPER, NamedVariables.SHELL);
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
    public Optional<Sightings> sightings() {
        return Optional.of(new ClaudeSightings(home));
    }

    @Override
    public Optional<AskWay> asks() {
        return binary().flatMap(ClaudeHook::of);
    }

    @Override
    public Optional<StoreArchive> archive() {
        return Optional.of(new ClaudeArchive(home, processes::running, Sweep.ofThisHost()));
    }

    @Override
    public Optional<Originals> originals() {
        return Optional.of(new ClaudeOriginals(home));
    }

    @Override
    public Optional<UsageLogs> usage() {
        return Optional.of(new LoggedUsage(counted::logs, (_, _) -> new ClaudeUsage()));
    }

    @Override
    public Optional<EngineProvider> at(Path folder) {
        return Optional.of(new ClaudeCodeProvider(settings.withStore(folder)));
    }

    @Override
    public Optional<Duration> retention() {
        return new ClaudeCleanup(home.root().resolve("settings.json")).after();
    }
}
