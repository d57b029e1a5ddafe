package dev.svc.server.terminal;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Launch;
import dev.svc.server.engine.Manifest;
import dev.svc.server.engine.Manifests;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// A program that is a shell script and whose store is the `.session` files in its working folder.
public final class ShellEngine implements EngineProvider {
    private final EngineKey key;
    private final boolean mintsIds;
    public volatile String script;
    volatile ScreenRules screen = ScreenRules.NONE;
    volatile boolean installed = true;

    ShellEngine(EngineKey key, boolean mintsIds, String script) {
        this.key = key;
        this.mintsIds = mintsIds;
        this.script = script;
    }

    @Override
    public Manifest manifest() {
        return Manifests.of(key);
    }

    @Override
    public Pattern idPattern() {
        return Pattern.compile("[a-z0-9-]+");
    }

    @Override
    public String command() {
        return manifest().alias();
    }

    @Override
    public Optional<Path> binary() {
        return installed ? Optional.of(Path.of("/bin/sh")) : Optional.empty();
    }

    @Override
    public ScreenRules screen() {
        return screen;
    }

    @Override
    public EngineStore store() {
        throw new UnsupportedOperationException("nobody asks for the store here");
    }

    @Override
    public Turns turns() {
        throw new UnsupportedOperationException("no conversations");
    }

    @Override
    public Launch launchArgv(String nativeId, Path cwd, boolean bypass) {
        return Launch.of("/bin/sh", "-c", script, nativeId, "resume");
    }

    @Override
    public boolean supportsNew() {
        return true;
    }

    @Override
    public boolean newSessionReconciles() {
        return mintsIds;
    }

    @Override
    public Launch newLaunchArgv(String nativeId, Path cwd, boolean bypass) {
        return Launch.of("/bin/sh", "-c", script, nativeId, "new");
    }

    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        try (var files = Files.list(cwd)) {
            var ids = new TreeSet<String>();
            files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".session"))
                    .forEach(name -> ids.add(name.replace(".session", "")));
            return ids;
        } catch (IOException gone) {
            throw new UncheckedIOException(gone);
        }
    }
}
