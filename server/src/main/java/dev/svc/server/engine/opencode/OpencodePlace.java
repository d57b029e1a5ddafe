package dev.svc.server.engine.opencode;

import dev.svc.server.engine.EngineSettings;
import java.nio.file.Path;

/// Where a program keeps its sessions.
///
/// @param database of today's versions
/// @param tree of the versions before; today's neither read nor remove it
record OpencodePlace(Brand brand, Path database, Path tree) {
    static final String DATA_VARIABLE = "XDG_DATA_HOME";

    static OpencodePlace of(Brand brand, EngineSettings settings) {
        if (settings.storeOverride() != null) {
            return new OpencodePlace(
                    brand, settings.storeOverride(), settings.storeOverride().resolveSibling("storage"));
        }
        Path data = settings.pathFrom(DATA_VARIABLE)
                .orElse(settings.home().resolve(".local/share"))
                .resolve(brand.name());
        String named = settings.environment().getOrDefault(brand.variable("DB"), "");
        return new OpencodePlace(
                brand, data.resolve(isFile(named) ? named : brand.database()), data.resolve("storage"));
    }

    /// A store in memory leaves nothing to find.
    private static boolean isFile(String named) {
        return !named.isBlank() && !named.equals(":memory:") && named.indexOf(0) < 0;
    }

    Path log() {
        return database.resolveSibling(database.getFileName() + "-wal");
    }
}
