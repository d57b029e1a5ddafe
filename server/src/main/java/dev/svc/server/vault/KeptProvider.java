package dev.svc.server.vault;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Launch;
import dev.svc.server.engine.Manifest;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.engine.StoreArchive;
import dev.svc.server.engine.ask.AskWay;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.engine.usage.UsageLogs;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A program whose deleted sessions are listed and read as well, from their copies. All else is the program's own.
public final class KeptProvider implements EngineProvider {
    private final EngineProvider program;
    private final Vault vault;
    private final UnpackedCopies unpacked;
    private final EngineStore store;
    private final Turns turns;

    public KeptProvider(EngineProvider program, Vault vault, UnpackedCopies unpacked) {
        this.program = program;
        this.vault = vault;
        this.unpacked = unpacked;
        this.store = new KeptStore(program.store(), program.engineId(), vault);
        this.turns = new KeptTurns(program, unpacked);
    }

    @Override
    public EngineStore store() {
        return store;
    }

    @Override
    public Turns turns() {
        return turns;
    }

    @Override
    public Manifest manifest() {
        return program.manifest();
    }

    @Override
    public Optional<Path> binary() {
        return program.binary();
    }

    @Override
    public ScreenRules screen() {
        return program.screen();
    }

    @Override
    public Optional<String> objection(String nativeId) {
        var isKept = vault.find(new SessionId(engineId(), nativeId)).filter(HeldSession::isTheOnlyOne);
        return isKept.isEmpty()
                ? program.objection(nativeId)
                : Optional.of((vault.isBrought(isKept.get().id())
                                ? "This session was brought from elsewhere, so %s does not have it. Restore it, then resume it."
                                : "%s deleted this session; svc keeps a copy. Restore it, then resume it.")
                        .formatted(manifest().label()));
    }

    @Override
    public Launch launchArgv(String nativeId, Path cwd, boolean bypass) {
        return program.launchArgv(nativeId, cwd, bypass);
    }

    @Override
    public boolean supportsNew() {
        return program.supportsNew();
    }

    @Override
    public boolean isAgent() {
        return program.isAgent();
    }

    @Override
    public void begin(String nativeId, Path cwd, @Nullable String prompt) throws IOException {
        program.begin(nativeId, cwd, prompt);
    }

    @Override
    public boolean newSessionReconciles() {
        return program.newSessionReconciles();
    }

    @Override
    public Launch newLaunchArgv(String nativeId, Path cwd, boolean bypass) {
        return program.newLaunchArgv(nativeId, cwd, bypass);
    }

    @Override
    public Launch newLaunchArgv(String nativeId, Path cwd, boolean bypass, String prompt) {
        return program.newLaunchArgv(nativeId, cwd, bypass, prompt);
    }

    @Override
    public Map<String, String> launchEnvironment(boolean bypass) {
        return program.launchEnvironment(bypass);
    }

    @Override
    public Set<String> namedVariables() {
        return program.namedVariables();
    }

    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        return program.snapshotSessionIds(cwd);
    }

    @Override
    public Set<String> reconcileNewSession(Path cwd, Set<String> snapshot) {
        return program.reconcileNewSession(cwd, snapshot);
    }

    @Override
    public Optional<Sightings> sightings() {
        return program.sightings();
    }

    @Override
    public Optional<AskWay> asks() {
        return program.asks();
    }

    @Override
    public Optional<Originals> originals() {
        return program.originals();
    }

    @Override
    public Optional<UsageLogs> usage() {
        return program.usage().map(own -> (nativeId, mark, sink) -> {
            try {
                return own.read(nativeId, mark, sink);
            } catch (NoSuchFileException gone) {
                return unpacked.with(
                        new SessionId(engineId(), nativeId),
                        copy -> copy.usage().orElseThrow().read(nativeId, "", sink));
            }
        });
    }

    @Override
    public Optional<Duration> retention() {
        return program.retention();
    }

    @Override
    public Optional<EngineProvider> at(Path folder) {
        return program.at(folder);
    }

    @Override
    public Optional<StoreArchive> archive() {
        return program.archive();
    }
}
