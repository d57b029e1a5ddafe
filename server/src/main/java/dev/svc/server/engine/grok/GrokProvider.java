package dev.svc.server.engine.grok;

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
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// Grok Build: the caller chooses the id of a new session, and a session is resumed from any folder.
public final class GrokProvider implements EngineProvider {
    /// Moves Grok's whole home folder.
    private static final String HOME_VARIABLE = "GROK_HOME";

    /// The key of a model, in config.toml.
    private static final Pattern MODEL_KEY =
            Pattern.compile("(?m)^\\s*env_key\\s*=\\s*[\"']([A-Za-z_][A-Za-z0-9_]{0,99})[\"']");

    /// An empty id would resume the latest session, so ids are checked. There is no argument for the folder: the
    /// process starts in it.
    public static final Manifest MANIFEST = new Manifest(
            EngineKey.GROK,
            "grok",
            "Grok",
            GrokFolder.ID,
            false,
            new Manifest.Command("grok", List.of(".grok/bin"), "npm i -g @xai-official/grok"),
            new Manifest.Variables("SVC_ENGINE11_BIN", "SVC_ENGINE11_DIR", "~/.grok"),
            new Manifest.Arguments(
                    List.of("--resume", "{id}", "{bypass}"),
                    List.of("--session-id", "{id}", "{bypass}"),
                    List.of("--always-approve"),
                    List.of("--", "{prompt}"),
                    true),
            new Manifest.Environment(
                    List.of("GROK_", "XAI_"),
                    List.of(
                            "GROK_SESSION_ID",
                            "GROK_WORKSPACE_ROOT",
                            "GROK_EVENT",
                            "GROK_MESSAGE",
                            "GROK_HOOK_EVENT",
                            "GROK_HOOK_NAME",
                            "GROK_PLUGIN_DATA",
                            "GROK_PLUGIN_ROOT")),
            new Manifest.Look(
                    new Manifest.Colors("#a12433", "#f98e8f", "#febebd"),
                    "M13 3 3 13M11.9 6.2a4.7 4.7 0 0 1-5.7 5.7M4.1 9.8a4.7 4.7 0 0 1 5.7-5.7"));

    private final EngineSettings settings;
    private final GrokFolder folder;
    private final GrokStore store;

    public GrokProvider(EngineSettings settings) {
        this.settings = settings;
        this.folder = new GrokFolder(root(settings));
        this.store = new GrokStore(folder);
    }

    private static Path root(EngineSettings settings) {
        return settings.place(HOME_VARIABLE, ".grok");
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
        return ScreenRules.beside(GrokProvider.class);
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

    /// The keys of models that were added.
    @Override
    public Set<String> namedVariables() {
        return NamedVariables.in(folder.root().resolve("config.toml"), MODEL_KEY);
    }

    /// The program knows its folder by the real path, whatever link led there.
    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        var ids = new TreeSet<String>();
        StoreFile.bothNames(cwd).forEach(folder -> ids.addAll(store.idsIn(folder)));
        return ids;
    }

    @Override
    public Optional<Sightings> sightings() {
        return Optional.of(new GrokSightings(folder));
    }

    @Override
    public Optional<Originals> originals() {
        return Optional.of(new GrokOriginals(folder));
    }

    @Override
    public Optional<UsageLogs> usage() {
        return Optional.of(new LoggedUsage(
                new GrokOriginals(folder)::logs,
                (nativeId, _) -> folder.summary(nativeId).isAgent() ? GrokUsage.NOTHING : new GrokUsage()));
    }

    @Override
    public Optional<EngineProvider> at(Path folder) {
        return Optional.of(new GrokProvider(settings.withStore(folder)));
    }
}
