package dev.svc.server.engine.gemini;

import dev.svc.server.engine.EngineSettings;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;

/// Where Gemini CLI keeps its sessions.
///
/// @param tmp a folder for each project, with the chats in it
/// @param projects the list of the projects' folders
record GeminiPlace(Path tmp, Path projects) {
    static final String HOME_VARIABLE = "GEMINI_CLI_HOME";

    private static final Path BELOW_HOME = Path.of(".gemini", "tmp");

    static GeminiPlace of(EngineSettings settings) {
        Path tmp = settings.storeOverride() != null
                ? settings.storeOverride()
                : settings.pathFrom(HOME_VARIABLE).orElse(settings.home()).resolve(BELOW_HOME);
        return new GeminiPlace(tmp, tmp.resolveSibling("projects.json"));
    }

    /// What the program needs to use a store that was chosen for svc; nothing fits one that lies in no home.
    static Map<String, String> environment(EngineSettings settings) {
        Path chosen = settings.storeOverride();
        if (chosen == null || !chosen.endsWith(BELOW_HOME) || chosen.getNameCount() <= BELOW_HOME.getNameCount()) {
            return Map.of();
        }
        Path home = Objects.requireNonNull(
                Objects.requireNonNull(chosen.getParent()).getParent());
        return Map.of(HOME_VARIABLE, home.toString());
    }
}
