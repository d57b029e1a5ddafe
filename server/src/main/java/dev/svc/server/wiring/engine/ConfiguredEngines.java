package dev.svc.server.wiring.engine;

import dev.svc.server.change.AllChanges;
import dev.svc.server.change.SessionChanges;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Manifest;
import dev.svc.server.engine.antigravity.AntigravityProvider;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.engine.codex.CodexProvider;
import dev.svc.server.engine.copilot.CopilotProvider;
import dev.svc.server.engine.gemini.GeminiProvider;
import dev.svc.server.engine.grok.GrokProvider;
import dev.svc.server.engine.kimi.KimiProvider;
import dev.svc.server.engine.opencode.OpencodeProvider;
import dev.svc.server.engine.pi.PiProvider;
import dev.svc.server.engine.qwen.QwenProvider;
import dev.svc.server.engine.shell.ShellBook;
import dev.svc.server.engine.shell.ShellProvider;
import dev.svc.server.texts.TextWorkers;
import dev.svc.server.transcript.ReadingLimits;
import dev.svc.server.transcript.Transcript;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.ProgramVariable;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/// The programs whose sessions are found, each with the place its configuration gives it.
public final class ConfiguredEngines {
    /// The one list: a program is a package and a line here.
    private static final List<Program> PROGRAMS = List.of(
            new Program(ClaudeCodeProvider.MANIFEST, (settings, _, _) -> new ClaudeCodeProvider(settings)),
            new Program(CodexProvider.MANIFEST, (settings, _, _) -> new CodexProvider(settings)),
            new Program(OpencodeProvider.MANIFEST, (settings, _, _) -> new OpencodeProvider(settings)),
            new Program(
                    GeminiProvider.MANIFEST,
                    (settings, config, folders) ->
                            new GeminiProvider(settings, config.home().cache(), folders)),
            new Program(AntigravityProvider.MANIFEST, (settings, _, _) -> new AntigravityProvider(settings)),
            new Program(KimiProvider.MANIFEST, (settings, _, _) -> new KimiProvider(settings)),
            new Program(CopilotProvider.MANIFEST, (settings, _, _) -> new CopilotProvider(settings)),
            new Program(OpencodeProvider.KILO, (settings, _, _) -> OpencodeProvider.kilo(settings)),
            new Program(PiProvider.MANIFEST, (settings, _, _) -> new PiProvider(settings)),
            new Program(QwenProvider.MANIFEST, (settings, _, _) -> new QwenProvider(settings)),
            new Program(GrokProvider.MANIFEST, (settings, _, _) -> new GrokProvider(settings)),
            new Program(
                    ShellProvider.MANIFEST, (settings, config, _) -> new ShellProvider(settings, usualShells(config))));

    private ConfiguredEngines() {}

    private static Path usualShells(Config config) {
        return config.home().data().resolve("shells");
    }

    /// Where what plain terminals print is written down.
    public static ShellBook shellBook(Config config) {
        return new ShellProvider(settings(ShellProvider.MANIFEST, config), usualShells(config)).book();
    }

    /// A pinned command is used exactly as pinned, or not at all.
    ///
    /// @param folders where sessions of any program were held, as known when it is asked
    public static Engines of(Config config, Supplier<Set<String>> folders) {
        return of(config, folders, program -> program);
    }

    /// The same, with something put around each program.
    public static Engines of(Config config, Supplier<Set<String>> folders, UnaryOperator<EngineProvider> around) {
        return engines(config, _ -> true, folders, around);
    }

    /// Searches again for commands whose pinned place is empty now.
    public static Engines rediscovered(Config config) {
        return engines(config, Files::isExecutable, Set::of, program -> program);
    }

    public static Transcript transcript(Config config, Engines engines, TextWorkers workers) {
        return new Transcript(
                session -> engines.find(session.engine()).orElseThrow().turns(), ReadingLimits.of(config), workers);
    }

    public static SessionChanges sessionChanges(Engines engines, TextWorkers workers) {
        return new SessionChanges(
                session -> engines.find(session.engine()).orElseThrow().turns(), workers);
    }

    public static AllChanges changes(Config config, SessionChanges sessions, TextWorkers workers) {
        return new AllChanges(sessions, workers, config.platform().environment().getOrDefault("PATH", ""));
    }

    private static Engines engines(
            Config config, Predicate<Path> pins, Supplier<Set<String>> folders, UnaryOperator<EngineProvider> around) {
        var programs = PROGRAMS.stream()
                .map(program -> program.making().of(settings(program.manifest(), config, pins), config, folders))
                .map(around)
                .toList();
        return new Engines(programs, config.home().root().resolve("screens"));
    }

    /// What all programs say of themselves.
    public static List<Manifest> manifests() {
        return PROGRAMS.stream().map(Program::manifest).toList();
    }

    /// The variables of all programs, with a line of help each.
    public static List<ProgramVariable> variables() {
        return PROGRAMS.stream()
                .flatMap(program -> program.manifest().described().stream())
                .toList();
    }

    /// What the provider of a program may know of its surroundings, by the variables that its manifest names.
    public static EngineSettings settings(Manifest manifest, Config config) {
        return settings(manifest, config, _ -> true);
    }

    private static EngineSettings settings(Manifest manifest, Config config, Predicate<Path> pins) {
        var platform = config.platform();
        var variables = manifest.variables();
        return new EngineSettings(
                platform.userHome(),
                searchPath(platform.environment().getOrDefault("PATH", "")),
                config.findPath(variables.binary()).filter(pins).orElse(null),
                config.findPath(variables.store()).orElse(null),
                platform.environment());
    }

    /// Relative entries mean another folder at each start, so they are passed over.
    private static List<Path> searchPath(String path) {
        return Arrays.stream(path.split(File.pathSeparator, -1))
                .filter(entry -> new File(entry).isAbsolute())
                .map(Path::of)
                .toList();
    }

    /// Makes a program's provider from its own settings and from what all of them may know.
    private interface Making {
        EngineProvider of(EngineSettings settings, Config config, Supplier<Set<String>> folders);
    }

    private record Program(Manifest manifest, Making making) {}
}
