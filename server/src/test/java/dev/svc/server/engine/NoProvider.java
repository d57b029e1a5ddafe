package dev.svc.server.engine;

import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/// A program that is not installed and has no store, for tests that need a provider only to be listed.
public class NoProvider implements EngineProvider {
    private final EngineKey engine;
    private final boolean minting;

    public NoProvider() {
        this(EngineKey.CODEX, true);
    }

    public NoProvider(EngineKey engine, boolean minting) {
        this.engine = engine;
        this.minting = minting;
    }

    @Override
    public Manifest manifest() {
        return Manifests.of(engine);
    }

    @Override
    public Pattern idPattern() {
        return Pattern.compile("[0-9a-f]{4}");
    }

    @Override
    public String command() {
        return manifest().alias();
    }

    @Override
    public Optional<Path> binary() {
        return Optional.empty();
    }

    @Override
    public EngineStore store() {
        throw new UnsupportedOperationException("no store");
    }

    @Override
    public Turns turns() {
        throw new UnsupportedOperationException("no conversations");
    }

    @Override
    public Launch launchArgv(String nativeId, Path cwd, boolean bypass) {
        throw new UnsupportedOperationException("no program");
    }

    @Override
    public boolean supportsNew() {
        return false;
    }

    @Override
    public boolean newSessionReconciles() {
        return minting;
    }

    @Override
    public Launch newLaunchArgv(String nativeId, Path cwd, boolean bypass) {
        throw new UnsupportedOperationException("no program");
    }

    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        return Set.of();
    }
}
