package dev.svc.server.engine.claudecode;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.engine.Original;
import dev.svc.server.engine.Original.Kind;
import dev.svc.server.engine.OriginalTree;
import dev.svc.server.engine.Originals;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.json.JsonLines;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
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

    private final ClaudeHome home;
    private final OriginalTree transcripts;
    private final OriginalTree history;

    /// Whose the files of sub-agents are; a file never changes hands.
    @GuardedBy("owners")
    private final LinkedHashMap<Path, String> owners = new LinkedHashMap<>();

    ClaudeOriginals(ClaudeHome home) {
        this.home = home;
        this.transcripts = new OriginalTree(ClaudeHome.PROJECTS, home.projects().place());
        this.history = new OriginalTree(HISTORY, home.root().resolve(HISTORY));
    }

    @Override
    public List<Original> of(String nativeId, Path scratch) throws IOException {
        Path transcript;
        try {
            transcript = home.transcript(nativeId);
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
        found.addAll(history.all(Path.of(nativeId)));
        return found;
    }

    private List<FileStamp> agents(Path folder, String nativeId) throws IOException {
        var agents = new ArrayList<FileStamp>();
        new StoreTree(folder).walk(1, stamp -> {
            if (AGENT.matcher(nameOf(stamp.path())).matches()) {
                agents.add(stamp);
            }
        });
        var own = new ArrayList<FileStamp>();
        for (var agent : agents) {
            if (owner(agent).equals(nativeId)) {
                own.add(agent);
            }
        }
        return own;
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
    public Optional<Path> place(String name) {
        var place = transcripts.place(name);
        return place.isPresent() ? place : history.place(name);
    }
}
