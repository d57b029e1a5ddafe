package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.file.DashedName;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.turn.LogPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where Claude Code keeps things: the folder that `CLAUDE_CONFIG_DIR` names, `~/.claude` by default.
///
/// @param isDefault false when the program needs the variable, because it would look elsewhere
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

    /// The session's transcript, in use or put away; the one written last if there are several.
    ///
    /// @throws NoSuchFileException when there is none
    Path transcript(String nativeId) throws IOException {
        var found = new ArrayList<FileStamp>();
        if (ID.matcher(nativeId).matches()) {
            for (var tree : List.of(projects(), archive())) {
                for (var folder : tree.folders()) {
                    var name = folder.resolve(fileName(nativeId));
                    // One look at each folder; how it got there is only asked where it is.
                    if (Files.exists(tree.place().resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                        tree.find(name).ifPresent(found::add);
                    }
                }
            }
        }
        return found.stream()
                .max(Comparator.comparingLong(FileStamp::modifiedNanos))
                .map(FileStamp::path)
                .orElseThrow(() -> new NoSuchFileException(nativeId, null, "no transcript of this session"));
    }

    List<LogPart> parts(String nativeId) throws IOException {
        return List.of(LogPart.whole(transcript(nativeId)));
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
    /// The name cannot be reversed, and holds only the beginning of a very long path.
    static boolean holds(String folderName, Path cwd) {
        var encoded = DashedName.of(cwd.toString());
        return encoded.length() <= LONGEST_NAME
                ? folderName.equals(encoded)
                : folderName.startsWith(encoded.substring(0, LONGEST_NAME) + "-");
    }

    /// The folder in which the program looks for transcripts of a working folder; empty for a very long path, whose
    /// name
    /// ends with a checksum that only the program knows.
    static Optional<String> folderName(String cwd) {
        return Optional.of(DashedName.of(cwd)).filter(name -> name.length() <= LONGEST_NAME);
    }
}
