package dev.svc.server.engine.copilot;

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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// GitHub Copilot CLI: the caller chooses the id of a new session; one that is resumed goes on in its own folder,
/// wherever it is started.
public final class CopilotProvider implements EngineProvider {
    /// Moves the whole home folder of the program.
    private static final String HOME_VARIABLE = "COPILOT_HOME";

    /// Without the equals sign, a prompt could be taken for an option.
    public static final Manifest MANIFEST = new Manifest(
            EngineKey.COPILOT,
            "copilot",
            "GitHub Copilot",
            CopilotFolder.ID,
            false,
            new Manifest.Command("copilot", List.of(), "npm i -g @github/copilot"),
            new Manifest.Variables("SVC_ENGINE7_BIN", "SVC_ENGINE7_DIR", "~/.copilot"),
            new Manifest.Arguments(
                    List.of("--resume", "{id}", "{bypass}"),
                    List.of("--session-id", "{id}", "{bypass}"),
                    List.of("--allow-all"),
                    List.of("--interactive={prompt}"),
                    false),
            new Manifest.Environment(List.of("COPILOT_"), List.of("COPILOT_CLI", "COPILOT_AGENT_SESSION_ID")),
            new Manifest.Look(
                    new Manifest.Colors("#006e25", "#75c77f", "#a0e5a7"),
                    "M3 9.4V7a5 5 0 0 1 10 0v2.4M3 9.4c0 2.5 2.2 4.1 5 4.1s5-1.6 5-4.1M3 9.4h10M6.3 10.6v1M9.7 10.6v1"));

    private final EngineSettings settings;
    private final CopilotFolder folder;
    private final CopilotStore store;

    public CopilotProvider(EngineSettings settings) {
        this.settings = settings;
        this.folder = new CopilotFolder(root(settings));
        this.store = new CopilotStore(folder);
    }

    private static Path root(EngineSettings settings) {
        return settings.place(HOME_VARIABLE, ".copilot");
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
        return ScreenRules.beside(CopilotProvider.class);
    }

    @Override
    public EngineStore store() {
        return store;
    }

    @Override
    public Turns turns() {
        return store.turns();
    }

    /// A store chosen for svc is the one that the program must use too.
    @Override
    public Map<String, String> launchEnvironment(boolean bypass) {
        return settings.leadingTo(HOME_VARIABLE);
    }

    /// What the servers of tools are given.
    @Override
    public Set<String> namedVariables() {
        return NamedVariables.in(folder.root().resolve("mcp-config.json"), NamedVariables.SHELL);
    }

    /// The program knows its folder by the real path, whatever link led there.
    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        try {
            return store.idsIn(new TreeSet<>(List.of(cwd.toString(), StoreFile.calledBy(cwd))));
        } catch (IOException unreadable) {
            return Set.of(); // a launch continues without it: adoption never guesses
        }
    }

    @Override
    public Optional<Sightings> sightings() {
        return Optional.of(new CopilotSightings(folder));
    }

    @Override
    public Optional<Originals> originals() {
        return Optional.of(new CopilotOriginals(folder));
    }

    @Override
    public Optional<UsageLogs> usage() {
        return Optional.of(new LoggedUsage(new CopilotOriginals(folder)::logs, (_, _) -> new CopilotUsage()));
    }

    @Override
    public Optional<EngineProvider> at(Path place) {
        return Optional.of(new CopilotProvider(settings.withStore(place)));
    }
}
