package dev.svc.server.engine.claudecode;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.engine.Original;
import dev.svc.server.engine.Original.Kind;
import dev.svc.server.engine.OriginalTree;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.Moving;
import dev.svc.server.engine.usage.LoggedUsage;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// A transcript with the folder of its side files and of the files it can rewind to. One that was put away keeps the
/// names it had: it is the same session.
final class ClaudeOriginals implements Originals {
    private static final String HISTORY = "file-history";

    /// Sub-agents of versions up to 2.0 lie beside the transcripts and say in each record whose they are.
    private static final Pattern AGENT = Pattern.compile("agent-[0-9a-f]{4,40}\\.jsonl");

    private static final int REMEMBERED = 4_096;
    private static final int FOLDERS = 256;

    private final ClaudeHome home;
    private final Finder finder;
    private final OriginalTree transcripts;
    private final OriginalTree history;

    /// Whose the files of sub-agents are; a file never changes hands.
    @GuardedBy("owners")
    private final LinkedHashMap<Path, String> owners = new LinkedHashMap<>();

    @GuardedBy("listed")
    private final LinkedHashMap<Path, Listed> listed = new LinkedHashMap<>();

    /// The sub-agents' files of a folder, as it was then.
    private record Listed(FileTime modified, List<Path> agents) {}

    /// Finds the transcript of a session.
    @FunctionalInterface
    interface Finder {
        Path transcript(String nativeId) throws IOException;
    }

    ClaudeOriginals(ClaudeHome home) {
        this(home, home::transcript);
    }

    ClaudeOriginals(ClaudeHome home, Finder finder) {
        this.home = home;
        this.finder = finder;
        this.transcripts = new OriginalTree(ClaudeHome.PROJECTS, home.projects().place());
        this.history = new OriginalTree(HISTORY, home.root().resolve(HISTORY));
    }

    /// What is written to as the session goes on: its transcript, and those of its sub-agents.
    List<LoggedUsage.Log> logs(String nativeId) throws IOException {
        var found = new ArrayList<LoggedUsage.Log>();
        for (var original : transcripts(nativeId)) {
            if (original.kind() == Kind.LOG) {
                found.add(original.usageLog());
            }
        }
        return found;
    }

    @Override
    public List<Original> of(String nativeId, Path scratch) throws IOException {
        var found = transcripts(nativeId);
        if (!found.isEmpty()) {
            found.addAll(history.all(Path.of(nativeId)));
        }
        return found;
    }

    private List<Original> transcripts(String nativeId) throws IOException {
        Path transcript;
        try {
            transcript = finder.transcript(nativeId);
        } catch (NoSuchFileException gone) {
            return List.of();
        }
        int names = transcript.getNameCount();
        var project = transcript.getName(names - 2);
        var folder = transcript.resolveSibling("");
        var found = new ArrayList<Original>();
        for (var stamp : FileStamp.of(transcript).stream().toList()) {
            found.add(transcripts.original(stamp, transcript.subpath(names - 2, names), Kind.LOG));
        }
        var beside = new OriginalTree(ClaudeHome.PROJECTS + "/" + project, folder);
        found.addAll(beside.all(Path.of(nativeId)));
        for (var agent : agents(folder, nativeId)) {
            found.add(beside.original(agent, Path.of(nameOf(agent.path())), Kind.LOG));
        }
        return found;
    }

    private List<FileStamp> agents(Path folder, String nativeId) throws IOException {
        var own = new ArrayList<FileStamp>();
        for (var file : agentsIn(folder)) {
            var stamp = FileStamp.of(file);
            if (stamp.isPresent() && owner(stamp.get()).equals(nativeId)) {
                own.add(stamp.get());
            }
        }
        return own;
    }

    /// A folder has as many files as its project has sessions, so it is listed again only when one came or went.
    private List<Path> agentsIn(Path folder) throws IOException {
        var modified = Files.getLastModifiedTime(folder);
        synchronized (listed) {
            var known = listed.get(folder);
            if (known != null && known.modified().equals(modified)) {
                return known.agents();
            }
        }
        var agents = new ArrayList<Path>();
        try (var files = Files.newDirectoryStream(
                folder, file -> AGENT.matcher(nameOf(file)).matches())) {
            files.forEach(agents::add);
        } catch (DirectoryIteratorException unreadable) {
            throw unreadable.getCause();
        }
        synchronized (listed) {
            listed.put(folder, new Listed(modified, List.copyOf(agents)));
            if (listed.size() > FOLDERS) {
                listed.pollFirstEntry();
            }
        }
        return agents;
    }

    private String owner(FileStamp agent) throws IOException {
        synchronized (owners) {
            var known = owners.get(agent.path());
            if (known != null) {
                return known;
            }
        }
        var owner = new StringBuilder();
        try (var channel = JsonLines.open(agent)) {
            JsonLines.read(channel, 0, Long.MAX_VALUE, line -> {
                line.object()
                        .ifPresent(
                                record -> owner.append(record.path("sessionId").asText()));
                return owner.isEmpty();
            });
        }
        synchronized (owners) {
            if (!owner.isEmpty()) {
                owners.put(agent.path(), owner.toString());
            }
            if (owners.size() > REMEMBERED) {
                owners.pollFirstEntry();
            }
        }
        return owner.toString();
    }

    private static String nameOf(Path file) {
        return file.getName(file.getNameCount() - 1).toString();
    }

    @Override
    public boolean has(String nativeId) throws IOException {
        try {
            return FileStamp.of(home.transcript(nativeId)).isPresent();
        } catch (NoSuchFileException gone) {
            return false;
        }
    }

    @Override
    public Optional<Moving> moving(String cwd, FolderMap folders, Moving.OtherLogs others) throws IOException {
        return folders.moves(cwd) ? Optional.of(new ClaudeMoving(cwd, folders)) : Optional.empty();
    }

    @Override
    public Optional<Path> place(String name) {
        var place = transcripts.place(name);
        return place.isPresent() ? place : history.place(name);
    }
}
