package dev.svc.server.engine.gemini;

import dev.svc.server.engine.Binaries;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Manifest;
import dev.svc.server.engine.NamedVariables;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.outside.Sightings;
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
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Gemini CLI: takes the id it is given, and resumes a session only in the folder where it was made.
public final class GeminiProvider implements EngineProvider {
    /// Usually a UUID, but any id a person chose is accepted, except one that a command line would take for an option.
    static final Pattern ID = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,199}");

    /// There is no argument for the folder: the process starts in it.
    public static final Manifest MANIFEST = new Manifest(
            EngineKey.GEMINI,
            "gemini",
            "Gemini CLI",
            ID,
            false,
            new Manifest.Command("gemini", List.of(), "npm i -g @google/gemini-cli"),
            new Manifest.Variables("SVC_ENGINE4_BIN", "SVC_ENGINE4_TMP_DIR", "~/.gemini/tmp"),
            new Manifest.Arguments(
                    List.of("--resume", "{id}", "{bypass}"),
                    List.of("--session-id", "{id}", "{bypass}"),
                    List.of("--yolo", "--skip-trust"),
                    List.of("--prompt-interactive={prompt}"),
                    false),
            new Manifest.Environment(
                    List.of("GEMINI_", "GOOGLE_"),
                    List.of(
                            "GEMINI_CLI",
                            "GEMINI_CLI_NO_RELAUNCH",
                            "GEMINI_CWD",
                            "GEMINI_PLANS_DIR",
                            "GEMINI_PROJECT_DIR",
                            "GEMINI_SESSION_ID")),
            new Manifest.Look(
                    new Manifest.Colors("#4352c4", "#93a7fb", "#b9c6ff"),
                    "M8 1.8c.6 3.7 2.5 5.6 6.2 6.2-3.7.6-5.6 2.5-6.2 6.2C7.4 10.5 5.5 8.6 1.8 8 5.5 7.4 7.4 5.5 8 1.8z"));

    private final EngineSettings settings;
    private final GeminiStore store;
    private final Retention retention;

    /// Remembers where chats are, and is asked for all sessions in turn.
    private final GeminiOriginals counted;

    /// Makes the provider.
    ///
    /// @param ownFolder where svc may keep a file of settings for the programs that it starts
    /// @param otherFolders where sessions of other programs were held: the oldest chats know a digest only
    public GeminiProvider(EngineSettings settings, Path ownFolder, Supplier<Set<String>> otherFolders) {
        this.settings = settings;
        this.store = new GeminiStore(GeminiPlace.of(settings), otherFolders);
        this.retention = new Retention(settings, ownFolder);
        this.counted = new GeminiOriginals(GeminiPlace.of(settings));
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
        return ScreenRules.beside(GeminiProvider.class);
    }

    @Override
    public EngineStore store() {
        return store;
    }

    @Override
    public Turns turns() {
        return store.turns();
    }

    @Override
    public Map<String, String> launchEnvironment(boolean bypass) {
        var environment = new HashMap<>(GeminiPlace.environment(settings));
        environment.putAll(retention.environment());
        return environment;
    }

    @Override
    public Set<String> namedVariables() {
        var folder = settings.pathFrom(GeminiPlace.HOME_VARIABLE)
                .orElse(settings.home())
                .resolve(".gemini");
        return NamedVariables.in(folder.resolve("settings.json"), NamedVariables.SHELL);
    }

    /// The program knows its folder by the real path, whatever link led there.
    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        try {
            return store.idsIn(new TreeSet<>(List.of(cwd.toString(), StoreFile.calledBy(cwd))));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public Optional<Sightings> sightings() {
        return Optional.of(new GeminiSightings(store));
    }

    @Override
    public Optional<Originals> originals() {
        return Optional.of(new GeminiOriginals(GeminiPlace.of(settings)));
    }

    @Override
    public Optional<UsageLogs> usage() {
        return Optional.of(new LoggedUsage(counted::chats, (_, _) -> new GeminiUsage()));
    }

    @Override
    public Optional<EngineProvider> at(Path folder) {
        return Optional.of(new GeminiProvider(settings.withStore(folder.resolve("tmp")), folder, Set::of));
    }

    @Override
    public Optional<Duration> retention() {
        var folder = GeminiPlace.of(settings).tmp();
        return new GeminiCleanup(folder.resolveSibling("settings.json")).after();
    }
}
