package dev.svc.server.engine;

import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/// One agent program: where it is, what its store contains, how it is started.
public interface EngineProvider {

    EngineKey engineId();

    /// The whole shape of a native id; anything else is refused before it reaches a file system.
    Pattern idPattern();

    /// The word that starts it in a shell.
    String command();

    /// The program's executable: pinned by its variable, else on PATH, else in a known directory.
    Optional<Path> binary();

    /// Present when there is a binary or a readable store.
    default boolean isPresent() {
        return binary().isPresent() || store().isReadable();
    }

    EngineStore store();

    /// The conversations of the store's sessions.
    Turns turns();

    /// Continues a session; `bypass` adds the flag that lets the program act without asking.
    Launch launchArgv(String nativeId, Path cwd, boolean bypass);

    boolean supportsNew();

    /// True when the program mints its own id, so that a launch starts under a placeholder that is reconciled
    /// afterwards.
    boolean newSessionReconciles();

    /// Starts a fresh session. Programs that pin ids take `nativeId`; those that mint their own ignore it.
    Launch newLaunchArgv(String nativeId, Path cwd, boolean bypass);

    /// The ids this folder has now, taken before a launch.
    Set<String> snapshotSessionIds(Path cwd);

    /// The ids this folder has gained since; exactly one means that it is the launched session's real id.
    default Set<String> reconcileNewSession(Path cwd, Set<String> snapshot) {
        var gained = new TreeSet<>(snapshotSessionIds(cwd));
        gained.removeAll(snapshot);
        return gained;
    }

    /// Present where the program says which sessions its processes work on.
    default Optional<LiveElsewhere> liveElsewhere() {
        return Optional.empty();
    }

    /// Present where archiving moves files; otherwise svc's own flag is all there is.
    default Optional<StoreArchive> archive() {
        return Optional.empty();
    }
}
