package dev.svc.server.engine.antigravity;

import dev.svc.server.engine.Binaries;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Launch;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// Antigravity CLI: mints its own ids, and resumes a conversation from anywhere.
public final class AntigravityProvider implements EngineProvider {
    private static final String HOME_VARIABLE = "ANTIGRAVITY_CLI_HOME";
    private static final String COMMAND = "agy";

    private final EngineSettings settings;
    private final AntigravityStore store;

    public AntigravityProvider(EngineSettings settings) {
        this.settings = settings;
        this.store = new AntigravityStore(root(settings));
    }

    private static Path root(EngineSettings settings) {
        return settings.storeOverride() != null
                ? settings.storeOverride()
                : settings.pathFrom(HOME_VARIABLE).orElse(settings.home().resolve(".gemini/antigravity-cli"));
    }

    @Override
    public EngineKey engineId() {
        return EngineKey.ANTIGRAVITY;
    }

    @Override
    public Pattern idPattern() {
        return AgyFolder.ID;
    }

    @Override
    public String command() {
        return COMMAND;
    }

    @Override
    public Optional<Path> binary() {
        return Binaries.find(settings, COMMAND, List.of());
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
    public Launch launchArgv(String nativeId, Path cwd, boolean bypass) {
        if (!AgyFolder.ID.matcher(nativeId).matches()) {
            throw new IllegalArgumentException("not an Antigravity conversation id: " + nativeId);
        }
        return launch(List.of("--conversation", nativeId), bypass);
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
        return launch(List.of(), bypass);
    }

    /// Also by the folder's real path, whatever link led there.
    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        var folders = new HashSet<String>();
        folders.add(cwd.toString());
        try {
            folders.add(cwd.toRealPath().toString());
        } catch (IOException gone) {
            return store.idsIn(folders);
        }
        return store.idsIn(folders);
    }

    private Launch launch(List<String> arguments, boolean bypass) {
        var argv = new ArrayList<String>();
        argv.add(binary().map(Path::toString).orElse(COMMAND));
        argv.addAll(arguments);
        if (bypass) {
            argv.add("--dangerously-skip-permissions");
        }
        return new Launch(argv, Map.of());
    }
}
