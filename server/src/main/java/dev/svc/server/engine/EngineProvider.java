package dev.svc.server.engine;

import dev.svc.server.engine.ask.AskWay;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.engine.usage.UsageLogs;
import dev.svc.server.session.EngineKey;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// One agent program: where it is, what its store contains, how it is started.
public interface EngineProvider {

    /// What there is to say of it that is data.
    Manifest manifest();

    default EngineKey engineId() {
        return manifest().key();
    }

    /// The whole shape of a native id; anything else is refused before it reaches a file system.
    default Pattern idPattern() {
        return manifest().idPattern();
    }

    /// The word that starts it in a shell.
    default String command() {
        return manifest().command().name();
    }

    /// The program's executable: pinned by its variable, else on PATH, else in a known directory.
    Optional<Path> binary();

    /// What its screen looks like; asked for once, at the start.
    default ScreenRules screen() {
        return ScreenRules.NONE;
    }

    /// Present when there is a binary or a readable store.
    default boolean isPresent() {
        return binary().isPresent() || store().isReadable();
    }

    EngineStore store();

    /// The conversations of the store's sessions.
    Turns turns();

    /// Why a session that is listed cannot be resumed now, as a sentence; empty when nothing is in the way.
    default Optional<String> objection(String nativeId) {
        return Optional.empty();
    }

    /// Continues a session; `bypass` lets the program act without asking.
    default Launch launchArgv(String nativeId, Path cwd, boolean bypass) {
        return launch(manifest().resume(nativeId, cwd.toString(), bypass), bypass);
    }

    default boolean supportsNew() {
        return true;
    }

    /// Whether it is an agent: a model answers, whose work can be handed over, reviewed and counted.
    default boolean isAgent() {
        return true;
    }

    /// A new session is about to be started. For a program whose store svc keeps itself: others write their own.
    ///
    /// @param prompt what was said with it; null for nothing
    default void begin(String nativeId, Path cwd, @Nullable String prompt) throws IOException {}

    /// True when the program mints its own id, so that a launch starts under a placeholder that is reconciled
    /// afterwards.
    default boolean newSessionReconciles() {
        return manifest().mintsIds();
    }

    /// Starts a fresh session. Programs that pin ids take `nativeId`; those that mint their own ignore it.
    default Launch newLaunchArgv(String nativeId, Path cwd, boolean bypass) {
        return launch(manifest().fresh(nativeId, cwd.toString(), bypass), bypass);
    }

    /// The same with a first prompt, which is the end of the last word: only for programs that take one.
    default Launch newLaunchArgv(String nativeId, Path cwd, boolean bypass, String prompt) {
        var launch = newLaunchArgv(nativeId, cwd, bypass);
        var argv = new ArrayList<>(launch.argv());
        argv.addAll(manifest().prompt(prompt));
        return new Launch(argv, launch.environment());
    }

    /// What the program needs in its environment on top, so that it finds the store that svc reads.
    default Map<String, String> launchEnvironment(boolean bypass) {
        return Map.of();
    }

    /// The variables that the program's own configuration looks for in the environment.
    default Set<String> namedVariables() {
        return Set.of();
    }

    /// The program with these arguments, on the store that svc reads.
    default Launch launch(List<String> arguments, boolean bypass) {
        var argv = new ArrayList<String>();
        argv.add(binary().map(Path::toString).orElseGet(this::command));
        argv.addAll(arguments);
        return new Launch(argv, launchEnvironment(bypass));
    }

    /// The ids this folder has now, taken before a launch.
    Set<String> snapshotSessionIds(Path cwd);

    /// The ids this folder has gained since; exactly one means that it is the launched session's real id.
    default Set<String> reconcileNewSession(Path cwd, Set<String> snapshot) {
        var gained = new TreeSet<>(snapshotSessionIds(cwd));
        gained.removeAll(snapshot);
        return gained;
    }

    /// What can be seen of its processes that svc did not start; empty where nobody knows.
    default Optional<Sightings> sightings() {
        return Optional.empty();
    }

    /// How it can be asked and answered beside its screen; empty where it cannot.
    default Optional<AskWay> asks() {
        return Optional.empty();
    }

    /// The files that hold its sessions; empty where nobody knows how to keep their bytes.
    default Optional<Originals> originals() {
        return Optional.empty();
    }

    /// What its sessions used, as its logs say it; empty where they say nothing of it.
    default Optional<UsageLogs> usage() {
        return Optional.empty();
    }

    /// How long after it was written to last the program leaves a session alone before it deletes it; empty where it
    /// deletes none.
    default Optional<Duration> retention() {
        return Optional.empty();
    }

    /// The same program with its store in a folder of svc's own, for reading what was kept of it; empty where that
    /// cannot be done.
    default Optional<EngineProvider> at(Path folder) {
        return Optional.empty();
    }

    /// Present where archiving moves files; otherwise svc's own flag is all there is.
    default Optional<StoreArchive> archive() {
        return Optional.empty();
    }
}
