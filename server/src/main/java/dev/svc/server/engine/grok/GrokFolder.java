package dev.svc.server.engine.grok;

import dev.svc.server.engine.Piece;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.turn.LogPart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/// Where things lie below Grok's home folder. Files are named by their real path, so that a link on the way shows.
record GrokFolder(Path root) {
    static final Pattern ID = Pattern.compile("[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}");

    static final String SUMMARY = "summary.json";

    /// The whole conversation. The file beside it that is called the history is what the model sees of it.
    static final String UPDATES = "updates.jsonl";

    /// What the program does just then.
    static final String EVENTS = "events.jsonl";

    /// In a bucket whose name does not say its working folder.
    private static final String CWD = ".cwd";

    private static final int LONGEST_CWD = 16 << 10;

    Path sessions() {
        return root.resolve("sessions");
    }

    void walk(Consumer<Piece> pieces) throws IOException {
        for (Path bucket : buckets()) {
            for (Path session : sessionsOf(bucket)) {
                piece(session).ifPresent(pieces);
            }
        }
    }

    /// The piece that a changed file, or a session's new folder, belongs to.
    Optional<Piece> pieceOf(Path changed) throws IOException {
        var below = new StoreTree(sessions()).inside(changed);
        return below.isEmpty() || !isOfSession(below.get()) || !Files.isDirectory(sessions())
                ? Optional.empty()
                : piece(sessions().toRealPath().resolve(below.get().subpath(0, 2)));
    }

    private static boolean isOfSession(Path below) {
        return below.getNameCount() >= 2
                && below.getNameCount() <= 3
                && isSessionName(below.getName(1))
                && (below.getNameCount() == 2 || isRead(below.getName(2).toString()));
    }

    private static boolean isRead(String name) {
        return name.equals(SUMMARY) || name.equals(UPDATES);
    }

    /// Folders of sessions, one for each working folder.
    List<Path> buckets() throws IOException {
        return Files.isDirectory(sessions())
                ? list(sessions().toRealPath(), entry -> Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS))
                : List.of();
    }

    /// Those of one working folder.
    List<Path> bucketsOf(String cwd) throws IOException {
        var name = GrokBucket.name(cwd);
        return buckets().stream()
                .filter(bucket -> name.isPresent()
                        ? bucket.getFileName().toString().equals(name.get())
                        : cwdOf(bucket).filter(cwd::equals).isPresent())
                .toList();
    }

    /// The working folder that a bucket is for, by its name, else by what it says.
    static Optional<String> cwdOf(Path bucket) {
        var named = GrokBucket.folder(bucket.getFileName().toString());
        if (named.isPresent()) {
            return named;
        }
        var file = StoreFile.stamp(bucket.resolve(CWD)).filter(stamp -> stamp.size() <= LONGEST_CWD);
        try {
            return file.isEmpty()
                    ? Optional.empty()
                    : Optional.ofNullable(GrokSummary.folder(
                            new String(StoreFile.head(file.get().path()), StandardCharsets.UTF_8).strip()));
        } catch (IOException goneOrClosed) {
            return Optional.empty();
        }
    }

    /// By the whole name: other files lie there as well.
    List<Path> sessionsOf(Path bucket) {
        try {
            return list(
                    bucket,
                    entry -> isSessionName(entry.getFileName()) && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException vanishedOrClosed) {
            return List.of();
        }
    }

    private static boolean isSessionName(Path name) {
        return ID.matcher(name.toString()).matches();
    }

    /// The updates first, which grow. Without its summary the program knows no session.
    private static Optional<Piece> piece(Path session) {
        var summary = StoreFile.stamp(session.resolve(SUMMARY));
        if (summary.isEmpty()) {
            return Optional.empty();
        }
        var files = new ArrayList<FileStamp>(2);
        StoreFile.stamp(session.resolve(UPDATES)).ifPresent(files::add);
        files.add(summary.get());
        return Optional.of(new Piece(session.getName(session.getNameCount() - 2) + "/" + session.getFileName(), files));
    }

    /// The session's log. One that only has its summary has said nothing yet.
    List<LogPart> parts(String nativeId) throws IOException {
        var session = session(nativeId);
        if (session.isEmpty()) {
            throw new NoSuchFileException(nativeId, null, "no such session of Grok");
        }
        return updates(session.get()).map(LogPart::whole).map(List::of).orElse(List.of());
    }

    static Optional<Path> updates(Path session) throws IOException {
        return new StoreTree(session).find(Path.of(UPDATES)).map(FileStamp::path);
    }

    /// The log of a sub-agent: a session of its own, or a folder of the one that started it.
    Optional<Path> agent(String nativeId, String agent) throws IOException {
        if (!ID.matcher(agent).matches() || agent.equals(nativeId)) {
            return Optional.empty();
        }
        var alone = session(agent);
        var own = alone.isEmpty() ? Optional.<Path>empty() : updates(alone.get());
        var parent = own.isEmpty() ? session(nativeId) : Optional.<Path>empty();
        return parent.isEmpty()
                ? own
                : new StoreTree(parent.get())
                        .find(Path.of("subagents", agent, UPDATES))
                        .map(FileStamp::path);
    }

    /// The folder of a session.
    Optional<Path> session(String nativeId) throws IOException {
        if (ID.matcher(nativeId).matches()) {
            for (var bucket : buckets()) {
                var session = bucket.resolve(nativeId);
                if (Files.isDirectory(session, LinkOption.NOFOLLOW_LINKS)) {
                    return Optional.of(session);
                }
            }
        }
        return Optional.empty();
    }

    /// What the program says of a session; nothing is known of one whose summary cannot be read.
    GrokSummary summary(String nativeId) throws IOException {
        var session = session(nativeId);
        var file =
                session.isEmpty() ? Optional.<FileStamp>empty() : new StoreTree(session.get()).find(Path.of(SUMMARY));
        if (file.isEmpty()) {
            return GrokSummary.UNKNOWN;
        }
        var bytes = StoreFile.head(file.get().path());
        return JsonLines.parse(bytes, 0, bytes.length).map(GrokSummary::of).orElse(GrokSummary.UNKNOWN);
    }

    private static List<Path> list(Path folder, DirectoryStream.Filter<Path> filter) throws IOException {
        var found = new ArrayList<Path>();
        try (var entries = Files.newDirectoryStream(folder, filter)) {
            entries.forEach(found::add);
        } catch (DirectoryIteratorException broken) {
            throw broken.getCause();
        }
        return found;
    }
}
