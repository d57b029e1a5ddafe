package dev.svc.server.engine.opencode;

import dev.svc.server.engine.EngineSettings;
import java.nio.file.Path;

/// Where opencode keeps its sessions.
///
/// @param database of today's versions
/// @param tree of the versions before; today's neither read nor remove it
record OpencodePlace(Path database, Path tree) {
    static final String DATABASE_VARIABLE = "OPENCODE_DB";
    static final String DATA_VARIABLE = "XDG_DATA_HOME";

    static OpencodePlace of(EngineSettings settings) {
        if (settings.storeOverride() != null) {
            return new OpencodePlace(
                    settings.storeOverride(), settings.storeOverride().resolveSibling("storage"));
        }
        Path data = settings.pathFrom(DATA_VARIABLE)
                .orElse(settings.home().resolve(".local/share"))
                .resolve("opencode");
        String named = settings.environment().getOrDefault(DATABASE_VARIABLE, "");
        return new OpencodePlace(data.resolve(isFile(named) ? named : "opencode.db"), data.resolve("storage"));
    }

    /// A store in memory leaves nothing to find.
    private static boolean isFile(String named) {
        return !named.isBlank() && !named.equals(":memory:") && named.indexOf(0) < 0;
    }

    Path log() {
        return database.resolveSibling(database.getFileName() + "-wal");
    }
}
