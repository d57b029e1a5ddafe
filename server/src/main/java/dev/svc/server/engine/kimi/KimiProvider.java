package dev.svc.server.engine.kimi;

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

/// Kimi Code: mints its own ids at the first prompt, and resumes a session only in the folder where it was made.
public final class KimiProvider implements EngineProvider {
    /// Moves Kimi's whole home folder.
    private static final String HOME_VARIABLE = "KIMI_CODE_HOME";

    /// The key of a provider, in config.toml.
    private static final Pattern PROVIDER_KEY =
            Pattern.compile("(?m)^\\s*api_key_env\\s*=\\s*[\"']([A-Za-z_][A-Za-z0-9_]{0,99})[\"']");

    /// The token of a tools' server, in mcp.json.
    private static final Pattern SERVER_TOKEN =
            Pattern.compile("\"bearerTokenEnvVar\"\\s*:\\s*\"([A-Za-z_][A-Za-z0-9_]{0,99})\"");

    /// An empty id would open a picker, so ids are checked. There is no argument for the folder: the process starts in
    /// it. `-y` still asks about what is risky; `--auto` never asks.
    public static final Manifest MANIFEST = new Manifest(
            EngineKey.KIMI,
            "kimi",
            "Kimi Code",
            KimiFolder.ID,
            true,
            new Manifest.Command("kimi", List.of(".kimi-code/bin"), "npm i -g @moonshot-ai/kimi-code"),
            new Manifest.Variables("SVC_ENGINE6_BIN", "SVC_ENGINE6_DIR", "~/.kimi-code"),
            new Manifest.Arguments(
                    List.of("-S", "{id}", "{bypass}"), List.of("{bypass}"), List.of("--auto"), List.of(), false),
            new Manifest.Environment(List.of("KIMI_", "MOONSHOT_"), List.of("KIMI_PLUGIN_ROOT")),
            new Manifest.Look(
                    new Manifest.Colors("#08628a", "#58bfe3", "#86e0ff"),
                    "M13.2 9.7A5.7 5.7 0 1 1 6.3 2.8a4.6 4.6 0 0 0 6.9 6.9z"));

    private final EngineSettings settings;
    private final KimiStore store;

    public KimiProvider(EngineSettings settings) {
        this.settings = settings;
        this.store = new KimiStore(root(settings));
    }

    private static Path root(EngineSettings settings) {
        return settings.place(HOME_VARIABLE, ".kimi-code");
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
        return ScreenRules.beside(KimiProvider.class);
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

    /// The keys of model providers and the tokens of tools' servers.
    @Override
    public Set<String> namedVariables() {
        var folder = root(settings);
        var names = new TreeSet<>(NamedVariables.in(folder.resolve("config.toml"), PROVIDER_KEY));
        names.addAll(NamedVariables.in(folder.resolve("mcp.json"), SERVER_TOKEN));
        return names;
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
        return Optional.of(new KimiSightings(new KimiFolder(root(settings))));
    }

    @Override
    public Optional<Originals> originals() {
        return Optional.of(new KimiOriginals(new KimiFolder(root(settings))));
    }

    @Override
    public Optional<UsageLogs> usage() {
        return Optional.of(new LoggedUsage(
                new KimiOriginals(new KimiFolder(root(settings)))::wires, (_, state) -> new KimiUsage(state)));
    }

    @Override
    public Optional<EngineProvider> at(Path folder) {
        return Optional.of(new KimiProvider(settings.withStore(folder)));
    }
}
