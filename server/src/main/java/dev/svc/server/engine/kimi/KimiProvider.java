package dev.svc.server.engine.kimi;

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

    private static final String COMMAND = "kimi";

    private final EngineSettings settings;
    private final KimiStore store;

    public KimiProvider(EngineSettings settings) {
        this.settings = settings;
        this.store = new KimiStore(root(settings));
    }

    private static Path root(EngineSettings settings) {
        return settings.storeOverride() != null
                ? settings.storeOverride()
                : settings.pathFrom(HOME_VARIABLE).orElse(settings.home().resolve(".kimi-code"));
    }

    @Override
    public EngineKey engineId() {
        return EngineKey.KIMI;
    }

    @Override
    public Pattern idPattern() {
        return KimiFolder.ID;
    }

    @Override
    public String command() {
        return COMMAND;
    }

    @Override
    public Optional<Path> binary() {
        return Binaries.find(settings, COMMAND, List.of(".kimi-code/bin"));
    }

    @Override
    public EngineStore store() {
        return store;
    }

    /// An empty id would open a picker, so the id is checked; there is no flag for the folder, the process starts in
    /// it.
    @Override
    public Turns turns() {
        return store.turns();
    }

    @Override
    public Launch launchArgv(String nativeId, Path cwd, boolean bypass) {
        if (!KimiFolder.ID.matcher(nativeId).matches()) {
            throw new IllegalArgumentException("not a Kimi Code session id: " + nativeId);
        }
        return launch(List.of("-S", nativeId), bypass);
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

    /// The program knows its folder by the real path, whatever link led there.
    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        var ids = new TreeSet<>(store.idsIn(cwd));
        try {
            ids.addAll(store.idsIn(cwd.toRealPath()));
        } catch (IOException gone) {
            return ids;
        }
        return ids;
    }

    /// `-y` still asks about what is risky; `--auto` never asks.
    private Launch launch(List<String> arguments, boolean bypass) {
        var argv = new ArrayList<String>();
        argv.add(binary().map(Path::toString).orElse(COMMAND));
        argv.addAll(arguments);
        if (bypass) {
            argv.add("--auto");
        }
        return new Launch(argv, environment());
    }

    /// A store chosen for svc is the one that the program must use too.
    private Map<String, String> environment() {
        return settings.storeOverride() == null
                ? Map.of()
                : Map.of(HOME_VARIABLE, settings.storeOverride().toString());
    }
}
