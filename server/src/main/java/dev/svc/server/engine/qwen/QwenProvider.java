package dev.svc.server.engine.qwen;

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
import dev.svc.server.engine.turn.LogTurns;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.engine.usage.LoggedUsage;
import dev.svc.server.engine.usage.UsageLogs;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Qwen Code: takes the id it is given, and resumes a session only in the folder where it was made.
public final class QwenProvider implements EngineProvider {
    /// The key of a provider of models, in settings.json.
    private static final Pattern PROVIDER_KEY = Pattern.compile("\"envKey\"\\s*:\\s*\"([A-Za-z_][A-Za-z0-9_]{0,99})\"");

    /// There is no argument for the folder: the process starts in it.
    public static final Manifest MANIFEST = new Manifest(
            EngineKey.QWEN,
            "qwen",
            "Qwen Code",
            QwenHome.ID,
            false,
            new Manifest.Command("qwen", List.of(), "npm i -g @qwen-code/qwen-code"),
            new Manifest.Variables("SVC_ENGINE10_BIN", "SVC_ENGINE10_DIR", "~/.qwen"),
            new Manifest.Arguments(
                    List.of("--resume", "{id}", "{bypass}"),
                    List.of("--session-id", "{id}", "{bypass}"),
                    List.of("--yolo"),
                    List.of("--prompt-interactive={prompt}"),
                    false),
            new Manifest.Environment(
                    List.of("QWEN_", "OPENAI_", "DASHSCOPE_", "BAILIAN_"),
                    List.of(
                            "QWEN_CODE",
                            "QWEN_CODE_AGENT_ID",
                            "QWEN_CODE_CLI",
                            "QWEN_CODE_LAUNCHER_PID",
                            "QWEN_CODE_MODEL_IDENTITY",
                            "QWEN_CODE_NO_RELAUNCH",
                            "QWEN_CODE_PROJECT_DIR",
                            "QWEN_CODE_PROMPT_ID",
                            "QWEN_CODE_SERVE",
                            "QWEN_CODE_SESSION_ID",
                            "QWEN_CODE_STARTUP_VERSION",
                            "QWEN_PROJECT_DIR")),
            new Manifest.Look(
                    new Manifest.Colors("#683fa7", "#bb9ef9", "#d7c7fe"),
                    "M3.25 5A2.25 2.25 0 0 1 5.5 2.75h4.75A2.25 2.25 0 0 1 12.5 5v4.75A2.25 2.25 0 0 1 10.25 12H5.5a2.25 2.25 0 0 1-2.25-2.25zM9 9.25l4 4"));

    private final EngineSettings settings;
    private final QwenHome home;
    private final QwenStore store;

    public QwenProvider(EngineSettings settings) {
        this(settings, QwenHome.of(settings));
    }

    private QwenProvider(EngineSettings settings, QwenHome home) {
        this.settings = settings;
        this.home = home;
        this.store = new QwenStore(home);
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
        return ScreenRules.beside(QwenProvider.class);
    }

    @Override
    public EngineStore store() {
        return store;
    }

    @Override
    public Turns turns() {
        return new LogTurns(home::parts, new QwenTurns(home));
    }

    /// The program says of a session that was put away that there is none.
    @Override
    public Optional<String> objection(String nativeId) {
        try {
            return home.chat(nativeId)
                    .filter(chat -> QwenHome.isArchived(chat.path()))
                    .map(chat ->
                            "Qwen Code has archived this session, and resumes it only once it is unarchived there.");
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /// A store chosen for svc is the one that the program must use too; its settings stay where they are.
    @Override
    public Map<String, String> launchEnvironment(boolean bypass) {
        return settings.leadingTo(QwenHome.ROOT_VARIABLE);
    }

    /// The keys of providers, and what the settings of tools' servers borrow from the environment.
    @Override
    public Set<String> namedVariables() {
        var file = home.own().resolve("settings.json");
        var names = new TreeSet<>(NamedVariables.in(file, PROVIDER_KEY));
        names.addAll(NamedVariables.in(file, NamedVariables.SHELL));
        return names;
    }

    /// The program knows its folder by the real path, whatever link led there.
    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        try {
            return store.idsIn(List.of(cwd.toString(), StoreFile.calledBy(cwd)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    @Override
    public Optional<Sightings> sightings() {
        return Optional.of(new QwenSightings(home, store));
    }

    @Override
    public Optional<Originals> originals() {
        return Optional.of(new QwenOriginals(home));
    }

    @Override
    public Optional<UsageLogs> usage() {
        return Optional.of(new LoggedUsage(new QwenOriginals(home)::chats, (_, state) -> new QwenUsage(state)));
    }

    /// All that is kept lies in that folder, and nothing of it in the person's own.
    @Override
    public Optional<EngineProvider> at(Path folder) {
        return Optional.of(new QwenProvider(settings.withStore(folder), new QwenHome(folder, folder)));
    }
}
