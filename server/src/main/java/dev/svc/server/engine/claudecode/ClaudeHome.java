package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.StoreTree;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// Where Claude Code keeps things: the folder that `CLAUDE_CONFIG_DIR` names, `~/.claude` by default.
///
/// @param isDefault false when the program must be told, because it would look elsewhere
record ClaudeHome(Path root, boolean isDefault) {
    static final Pattern ID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    static final String PROJECTS = "projects";
    static final String ARCHIVE = "projects-archive";

    private static final String SUFFIX = ".jsonl";
    private static final int LONGEST_NAME = 200;

    static ClaudeHome of(EngineSettings settings) {
        var usual = settings.home().resolve(".claude");
        var chosen = settings.storeOverride() != null
                ? settings.storeOverride()
                : settings.pathFrom("CLAUDE_CONFIG_DIR").orElse(usual);
        return new ClaudeHome(chosen, chosen.equals(usual));
    }

    StoreTree projects() {
        return new StoreTree(root.resolve(PROJECTS));
    }

    StoreTree archive() {
        return new StoreTree(root.resolve(ARCHIVE));
    }

    Path processes() {
        return root.resolve("sessions");
    }

    static String fileName(String nativeId) {
        return nativeId + SUFFIX;
    }

    static boolean isTranscript(String fileName) {
        return fileName.endsWith(SUFFIX) && ID.matcher(id(fileName)).matches();
    }

    static String id(String fileName) {
        return fileName.substring(0, fileName.length() - SUFFIX.length());
    }

    /// Whether the program keeps the transcripts of this working folder in a folder of that name.
    /// The name cannot be turned back, and of a very long path only its beginning is in it.
    static boolean holds(String folderName, Path cwd) {
        var encoded = encode(cwd.toString());
        return encoded.length() <= LONGEST_NAME
                ? folderName.equals(encoded)
                : folderName.startsWith(encoded.substring(0, LONGEST_NAME) + "-");
    }

    /// By UTF-16 units, as the program does it: an emoji becomes two dashes.
    private static String encode(String path) {
        var encoded = new StringBuilder(path.length());
        for (int i = 0; i < path.length(); i++) {
            char unit = path.charAt(i);
            encoded.append(unit < 128 && Character.isLetterOrDigit(unit) ? unit : '-');
        }
        return encoded.toString();
    }
}
