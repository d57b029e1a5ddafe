package dev.svc.server.engine.gemini;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.engine.EngineSettings;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Predicate;

/// Stops the program from deleting chats when svc starts it, where it can be stopped.
///
/// Its cleaning takes the file that a resume leaves behind for an empty session, and deletes every file of the same
/// id, the conversation too. Its system defaults are the one place where that can be turned off for a single start:
/// they are named by a variable, and whatever the person set for themselves still wins. But it only takes them from
/// root's hands, so this helps a service that runs as root; for others an administrator has to put the setting in
/// place. What the machine's own defaults say is kept.
final class Retention {
    static final String VARIABLE = "GEMINI_CLI_SYSTEM_DEFAULTS_PATH";

    private static final Logger LOG = System.getLogger(Retention.class.getName());
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();

    private final Path machines;
    private final Path own;
    private final Predicate<Path> isTaken;

    Retention(EngineSettings settings, Path ownFolder) {
        this(settings, ownFolder, RootOwned::isMet);
    }

    /// As above, with another rule for which files the program takes.
    Retention(EngineSettings settings, Path ownFolder, Predicate<Path> isTaken) {
        this.machines = settings.pathFrom(VARIABLE).orElse(machinesDefaults());
        this.own = ownFolder.resolve("gemini-system-defaults.json");
        this.isTaken = isTaken;
    }

    private static Path machinesDefaults() {
        return System.getProperty("os.name").startsWith("Mac")
                ? Path.of("/Library/Application Support/GeminiCli/system-defaults.json")
                : Path.of("/etc/gemini-cli/system-defaults.json");
    }

    /// What to hand to the program; nothing when the machine's defaults already decide, or cannot be taken over.
    Map<String, String> environment() {
        if (!isTaken.test(own)) {
            return Map.of();
        }
        try {
            var defaults = Files.exists(machines) ? MAPPER.readTree(machines.toFile()) : MAPPER.createObjectNode();
            return defaults instanceof ObjectNode settings && isOpen(settings)
                    ? Map.of(VARIABLE, written(settings).toString())
                    : Map.of();
        } catch (IOException unusable) {
            LOG.log(Level.WARNING, "Gemini CLI may clean up resumed sessions: {0}", unusable.toString());
            return Map.of();
        }
    }

    /// Whether nothing of the machine's is in the way of the setting.
    private static boolean isOpen(ObjectNode settings) {
        var general = settings.path("general");
        var retention = general.path("sessionRetention");
        return (general.isMissingNode() || general.isObject())
                && (retention.isMissingNode() || retention.isObject())
                && retention.path("enabled").isMissingNode();
    }

    private Path written(ObjectNode settings) throws IOException {
        settings.withObject("/general/sessionRetention").put("enabled", false);
        byte[] content = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsBytes(settings);
        if (!Files.isRegularFile(own) || !Arrays.equals(Files.readAllBytes(own), content)) {
            AtomicFile.write(own, content);
        }
        return own.toRealPath();
    }
}
