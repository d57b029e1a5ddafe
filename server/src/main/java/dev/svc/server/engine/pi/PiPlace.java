package dev.svc.server.engine.pi;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.json.JsonLines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/// Where Pi keeps things: its settings, and its sessions, which may lie elsewhere.
///
/// @param agent the folder of its settings
/// @param sessions the folder of its sessions
record PiPlace(Path agent, Path sessions) {
    /// Moves the whole folder.
    static final String AGENT_VARIABLE = "PI_CODING_AGENT_DIR";

    /// Moves the sessions alone, and wins over everything else.
    private static final String SESSIONS_VARIABLE = "PI_CODING_AGENT_SESSION_DIR";

    private static final String SESSIONS_SETTING = "sessionDir";
    private static final String HOME = "~/";
    private static final int MOST_BYTES = 1 << 20;

    static PiPlace of(EngineSettings settings) {
        var agent = settings.place(AGENT_VARIABLE, ".pi/agent");
        var sessions = settings.pathFrom(SESSIONS_VARIABLE)
                .or(() -> chosen(agent.resolve("settings.json"), settings.home()))
                .orElse(agent.resolve("sessions"));
        return new PiPlace(agent, sessions);
    }

    /// The folder that the settings name; empty where they name none that is the same wherever the program starts.
    private static Optional<Path> chosen(Path settings, Path home) {
        try (var in = Files.newInputStream(settings)) {
            var bytes = in.readNBytes(MOST_BYTES);
            return JsonLines.parse(bytes, 0, bytes.length)
                    .map(it -> it.path(SESSIONS_SETTING).asText(""))
                    .filter(it -> !it.isBlank())
                    .map(it -> it.startsWith(HOME) ? home.resolve(it.substring(HOME.length())) : Path.of(it))
                    .filter(Path::isAbsolute);
        } catch (IOException | InvalidPathException none) {
            return Optional.empty();
        }
    }

    /// How the program names the folder of a working folder's sessions. The name cannot be reversed.
    static String folderName(String cwd) {
        var below = cwd.startsWith("/") || cwd.startsWith("\\") ? cwd.substring(1) : cwd;
        return "--" + below.replace('/', '-').replace('\\', '-').replace(':', '-') + "--";
    }
}
