package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.Binaries;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Manifest;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// Antigravity CLI: mints its own ids, and resumes a conversation from anywhere.
public final class AntigravityProvider implements EngineProvider {
    private static final String HOME_VARIABLE = "ANTIGRAVITY_CLI_HOME";
    public static final Manifest MANIFEST = new Manifest(
            EngineKey.ANTIGRAVITY,
            "antigravity",
            "Antigravity",
            AgyFolder.ID,
            true,
            new Manifest.Command("agy", List.of(), ""),
            new Manifest.Variables("SVC_ENGINE5_BIN", "SVC_ENGINE5_DIR", "~/.gemini/antigravity-cli"),
            new Manifest.Arguments(
                    List.of("--conversation", "{id}", "{bypass}"),
                    List.of("{bypass}"),
                    List.of("--dangerously-skip-permissions"),
                    List.of(),
                    true),
            new Manifest.Environment(
                    List.of("ANTIGRAVITY_", "GEMINI_", "GOOGLE_"),
                    List.of(
                            "ANTIGRAVITY_AGENT",
                            "ANTIGRAVITY_CONVERSATION_ID",
                            "ANTIGRAVITY_TRAJECTORY_ID",
                            "ANTIGRAVITY_SOURCE_METADATA")),
            new Manifest.Look(
                    new Manifest.Colors("#8d2fa0", "#d48ae0", "#f4b3ff"),
                    "M2.5 13.5C4 6.2 6 2.6 8 2.6s4 3.6 5.5 10.9M5.5 11.2h5"));

    private final EngineSettings settings;
    private final AntigravityStore store;

    public AntigravityProvider(EngineSettings settings) {
        this.settings = settings;
        this.store = new AntigravityStore(root(settings));
    }

    private static Path root(EngineSettings settings) {
        return settings.place(HOME_VARIABLE, ".gemini/antigravity-cli");
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
        return ScreenRules.beside(AntigravityProvider.class);
    }

    @Override
    public EngineStore store() {
        return store;
    }

    @Override
    public Turns turns() {
        return store.turns();
    }

    /// Also by the folder's real path, whatever link led there.
    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        return store.idsIn(StoreFile.bothNames(cwd).stream().map(Path::toString).collect(Collectors.toSet()));
    }

    @Override
    public Optional<Originals> originals() {
        return Optional.of(new AgyOriginals(new AgyFolder(root(settings))));
    }

    @Override
    public Optional<EngineProvider> at(Path folder) {
        return Optional.of(new AntigravityProvider(settings.withStore(folder)));
    }
}
