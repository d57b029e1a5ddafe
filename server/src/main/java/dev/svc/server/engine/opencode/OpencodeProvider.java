package dev.svc.server.engine.opencode;

import dev.svc.server.engine.Binaries;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Launch;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// opencode: mints its own ids at the first prompt, and opens a session from any folder.
public final class OpencodeProvider implements EngineProvider {
    /// The program's own shape of an id: 12 hex digits of an inverted time, 14 characters of chance.
    static final Pattern ID = Pattern.compile("ses_[0-9a-f]{12}[0-9A-Za-z]{14}");

    private static final String COMMAND = "opencode";

    private final EngineSettings settings;
    private final OpencodeStore store;

    public OpencodeProvider(EngineSettings settings) {
        this.settings = settings;
        this.store = new OpencodeStore(OpencodePlace.of(settings));
    }

    @Override
    public EngineKey engineId() {
        return EngineKey.OPENCODE;
    }

    @Override
    public Pattern idPattern() {
        return ID;
    }

    @Override
    public String command() {
        return COMMAND;
    }

    @Override
    public Optional<Path> binary() {
        return Binaries.find(settings, COMMAND, List.of(".opencode/bin"));
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
        if (!ID.matcher(nativeId).matches()) {
            throw new IllegalArgumentException("not an opencode session id: " + nativeId);
        }
        return launch(cwd, List.of("--session", nativeId), bypass);
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
        return launch(cwd, List.of(), bypass);
    }

    private Launch launch(Path cwd, List<String> arguments, boolean bypass) {
        var argv = new ArrayList<String>();
        argv.add(binary().map(Path::toString).orElse(COMMAND));
        argv.add(cwd.toString());
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
                : Map.of(
                        OpencodePlace.DATABASE_VARIABLE,
                        settings.storeOverride().toString());
    }

    /// The program knows its folder by the real path, whatever link led there. A store that cannot be read now fails
    /// the snapshot: an empty one would make every older session look new.
    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        try {
            return store.idsIn(new TreeSet<>(List.of(cwd.toString(), realPath(cwd))));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String realPath(Path cwd) {
        try {
            return cwd.toRealPath().toString();
        } catch (IOException gone) {
            return cwd.toAbsolutePath().normalize().toString();
        }
    }
}
