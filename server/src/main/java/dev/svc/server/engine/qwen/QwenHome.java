package dev.svc.server.engine.qwen;

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

/// Where Qwen Code keeps things.
///
/// @param root of what it writes as it runs, sessions among it
/// @param own its own folder: settings, the notes of its processes, the files it can rewind to. The same as the root,
///     unless that was moved alone
record QwenHome(Path root, Path own) {
    /// Names its own folder, and the root with it.
    static final String HOME_VARIABLE = "QWEN_HOME";

    /// Names the root alone.
    static final String ROOT_VARIABLE = "QWEN_RUNTIME_DIR";

    /// Ids that people chose may be in capitals.
    static final Pattern ID = Pattern.compile("[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}");

    static final String PROJECTS = "projects";
    static final String CHATS = "chats";
    static final String ARCHIVE = "archive";
    static final String AGENTS = "subagents";
    static final String LOG = ".jsonl";

    static QwenHome of(EngineSettings settings) {
        var own = settings.pathFrom(HOME_VARIABLE).orElse(settings.home().resolve(".qwen"));
        var root = settings.storeOverride() != null
                ? settings.storeOverride()
                : settings.pathFrom(ROOT_VARIABLE).orElse(own);
        return new QwenHome(root, own);
    }

    StoreTree projects() {
        return new StoreTree(root.resolve(PROJECTS));
    }

    /// The notes that its processes keep of themselves.
    Path processes() {
        return own.resolve("sessions");
    }

    /// Whether a file of that name is a chat, and not what lies beside one.
    static boolean isChat(String fileName) {
        return fileName.endsWith(LOG) && ID.matcher(id(fileName)).matches();
    }

    static String id(String fileName) {
        return fileName.substring(0, Math.max(0, fileName.length() - LOG.length()));
    }

    static String fileName(String nativeId) {
        return nativeId + LOG;
    }

    /// The folder in which the program looks for the chats of a working folder. Others may have it as well.
    static String folderName(String cwd) {
        return DashedName.of(cwd);
    }

    /// Where a chat is, below the folder of all projects.
    static Path place(String project, String nativeId) {
        return Path.of(project, CHATS, fileName(nativeId));
    }

    /// The session's chat, in use or put away; the one written last if there are several.
    Optional<FileStamp> chat(String nativeId) throws IOException {
        var found = new ArrayList<FileStamp>();
        if (ID.matcher(nativeId).matches()) {
            var projects = projects();
            for (var project : projects.folders()) {
                for (var chats :
                        List.of(project.resolve(CHATS), project.resolve(CHATS).resolve(ARCHIVE))) {
                    var name = chats.resolve(fileName(nativeId));
                    // One look at each folder; how it got there is only asked where it is.
                    if (Files.exists(projects.place().resolve(name), LinkOption.NOFOLLOW_LINKS)) {
                        projects.find(name).ifPresent(found::add);
                    }
                }
            }
        }
        return found.stream().max(Comparator.comparingLong(FileStamp::modifiedNanos));
    }

    /// @throws NoSuchFileException when there is none
    List<LogPart> parts(String nativeId) throws IOException {
        return List.of(LogPart.whole(chat(nativeId)
                .map(FileStamp::path)
                .orElseThrow(() -> new NoSuchFileException(nativeId, null, "no chat of this session"))));
    }

    static boolean isArchived(Path chat) {
        return parent(chat).equals(ARCHIVE);
    }

    /// The name of the folder that a chat's project has.
    static Path project(Path chat) {
        int names = chat.getNameCount();
        return chat.getName(names - (isArchived(chat) ? 4 : 3));
    }

    private static String parent(Path chat) {
        return chat.getName(chat.getNameCount() - 2).toString();
    }

    /// The logs of a session's sub-agents, below the folder of all projects.
    static Path agents(Path project, String nativeId) {
        return project.resolve(AGENTS).resolve(nativeId);
    }
}
