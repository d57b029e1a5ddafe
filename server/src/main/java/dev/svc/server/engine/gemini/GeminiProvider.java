package dev.svc.server.engine.gemini;

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
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/// Gemini CLI: takes the id it is given, and resumes a session only in the folder where it was made.
public final class GeminiProvider implements EngineProvider {
    /// Usually a UUID, but any id a person chose is accepted, except one that a command line would take for an option.
    static final Pattern ID = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_-]{0,199}");

    private static final String COMMAND = "gemini";

    private final EngineSettings settings;
    private final GeminiStore store;
    private final Retention retention;

    /// Makes the provider.
    ///
    /// @param ownFolder where svc may keep a file of settings for the programs that it starts
    /// @param otherFolders where sessions of other programs were held: the oldest chats know a digest only
    public GeminiProvider(EngineSettings settings, Path ownFolder, Supplier<Set<String>> otherFolders) {
        this.settings = settings;
        this.store = new GeminiStore(GeminiPlace.of(settings), otherFolders);
        this.retention = new Retention(settings, ownFolder);
    }

    @Override
    public EngineKey engineId() {
        return EngineKey.GEMINI;
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
        return launch("--resume", nativeId, bypass);
    }

    @Override
    public boolean supportsNew() {
        return true;
    }

    @Override
    public boolean newSessionReconciles() {
        return false;
    }

    @Override
    public Launch newLaunchArgv(String nativeId, Path cwd, boolean bypass) {
        return launch("--session-id", nativeId, bypass);
    }

    /// There is no argument for the folder: the process starts in it.
    private Launch launch(String option, String nativeId, boolean bypass) {
        if (!ID.matcher(nativeId).matches()) {
            throw new IllegalArgumentException("not a Gemini CLI session id: " + nativeId);
        }
        var argv = new ArrayList<>(List.of(binary().map(Path::toString).orElse(COMMAND), option, nativeId));
        if (bypass) {
            argv.addAll(List.of("--yolo", "--skip-trust"));
        }
        var environment = new HashMap<>(GeminiPlace.environment(settings));
        environment.putAll(retention.environment());
        return new Launch(argv, environment);
    }

    /// The program knows its folder by the real path, whatever link led there.
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
