package dev.svc.server.engine.gemini;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.Unreadables;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.engine.turn.WholeTurns;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// The chats of every project, and the list of projects, which alone knows some of their folders.
final class GeminiStore implements EngineStore {
    private final GeminiPlace place;
    private final GeminiFolder folder;
    private final ProjectFolders roots = new ProjectFolders();
    private final Supplier<Set<String>> otherFolders;

    GeminiStore(GeminiPlace place, Supplier<Set<String>> otherFolders) {
        this.place = place;
        this.folder = new GeminiFolder(place);
        this.otherFolders = otherFolders;
    }

    @Override
    public Path location() {
        return place.tmp();
    }

    @Override
    public List<Path> roots() {
        return List.of(place.tmp(), place.projects());
    }

    @Override
    public void walk(Consumer<Piece> pieces) throws IOException {
        folder.walk(pieces);
    }

    @Override
    public Optional<Piece> pieceOf(Path changed) throws IOException {
        return folder.pieceOf(changed);
    }

    @Override
    public Reading glance(Piece piece) throws IOException {
        return isProjects(piece)
                ? ProjectFolders.read(piece.files().getFirst().path())
                : new GeminiSessions(piece, roots).glance();
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        return isProjects(piece)
                ? ProjectFolders.read(piece.files().getFirst().path())
                : new GeminiSessions(piece, roots).read(before);
    }

    Turns turns() {
        var chats = new GeminiChats(folder);
        return new WholeTurns(chats::turns, chats::deeds);
    }

    private static boolean isProjects(Piece piece) {
        return piece.key().equals(GeminiFolder.PROJECTS);
    }

    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        return new GeminiRows(otherFolders).of(readings);
    }

    @Override
    public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
        return Optional.empty();
    }

    /// The sessions of the projects whose folder this is.
    Set<String> idsIn(Set<String> folders) throws IOException {
        var ids = new TreeSet<String>();
        for (Path project : folder.projectFolders()) {
            if (isOf(project, folders)) {
                ids.addAll(idsOf(project));
            }
        }
        return ids;
    }

    /// The session that people started in one of these folders and that was written to last, if that was not before.
    Optional<String> newestIn(Set<String> folders, Instant since) throws IOException {
        long start = TimeUnit.MILLISECONDS.toNanos(since.toEpochMilli());
        var files = new ArrayList<FileStamp>();
        for (Path project : folder.projectFolders()) {
            if (isOf(project, folders)) {
                folder.piecesOf(project).forEach(piece -> files.addAll(piece.files()));
            }
        }
        var newest = files.stream()
                .filter(file -> file.modifiedNanos() >= start
                        && GeminiFolder.parentOf(file.path()).isEmpty())
                .max(Comparator.comparingLong(FileStamp::modifiedNanos));
        if (newest.isEmpty()) {
            return Optional.empty();
        }
        var id = ChatFile.glance(newest.get(), new Unreadables()).replay().sessionId();
        return Optional.of(id).filter(it -> GeminiProvider.ID.matcher(it).matches());
    }

    private boolean isOf(Path project, Set<String> folders) throws IOException {
        var noted = roots.folderOf(project);
        String name = String.valueOf(project.getFileName());
        return noted.isPresent()
                ? folders.contains(noted.get().path())
                : folders.stream().map(ProjectFolders::digest).anyMatch(name::equals);
    }

    private Set<String> idsOf(Path project) throws IOException {
        var ids = new TreeSet<String>();
        for (var piece : folder.piecesOf(project)) {
            new GeminiSessions(piece, roots)
                    .glance().sessions().stream()
                            .filter(facts -> facts.parent() == null)
                            .forEach(facts -> ids.add(facts.id().nativeId()));
        }
        return ids;
    }
}
