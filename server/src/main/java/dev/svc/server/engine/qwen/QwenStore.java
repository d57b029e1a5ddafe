package dev.svc.server.engine.qwen;

import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.file.ReadMark;
import dev.svc.server.engine.file.StoreTree;
import dev.svc.server.engine.json.JsonEdges;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// The chats of every project, those in use and those put away; each file is a piece.
final class QwenStore implements EngineStore {
    private static final JsonEdges.Sizes EDGES = new JsonEdges.Sizes(4 << 10, 8 << 10, 64 << 10, 256 << 10);

    /// A chat in use lies in its project's folder of chats, one that was put away in a folder below that.
    private static final int CHATS_AND_ARCHIVE = 2;

    private static final int IN_USE = 3;
    private static final int PUT_AWAY = 4;

    /// The newer one counts; of two that are equally new the one in use.
    private static final Comparator<SessionFacts> NEWER =
            Comparator.comparing(SessionFacts::updatedAt).thenComparing(facts -> !facts.archived());

    private final QwenHome home;
    private final JsonEdges edges = new JsonEdges(EDGES);

    QwenStore(QwenHome home) {
        this.home = home;
    }

    @Override
    public Path location() {
        return home.projects().place();
    }

    @Override
    public List<Path> roots() {
        return List.of(home.projects().realPlace());
    }

    @Override
    public void walk(Consumer<Piece> pieces) throws IOException {
        var real = home.projects().realPlace();
        for (var project : home.projects().folders()) {
            var chats = real.resolve(project).resolve(QwenHome.CHATS);
            if (Files.isDirectory(chats, LinkOption.NOFOLLOW_LINKS)) {
                new StoreTree(chats).walk(CHATS_AND_ARCHIVE, QwenStore::piece, pieces);
            }
        }
    }

    @Override
    public Optional<Piece> pieceOf(Path changed) throws IOException {
        var inside = home.projects().inside(changed).filter(QwenStore::isPlace);
        return inside.isEmpty()
                ? Optional.empty()
                : home.projects().find(inside.get()).flatMap(QwenStore::piece);
    }

    private static boolean isPlace(Path inside) {
        int names = inside.getNameCount();
        return (names == IN_USE || names == PUT_AWAY)
                && inside.getName(1).toString().equals(QwenHome.CHATS)
                && (names == IN_USE || inside.getName(2).toString().equals(QwenHome.ARCHIVE));
    }

    private static Optional<Piece> piece(FileStamp stamp) {
        var path = stamp.path();
        int names = path.getNameCount();
        if (names < PUT_AWAY || !QwenHome.isChat(nameOf(stamp))) {
            return Optional.empty();
        }
        var inside = path.subpath(names - (QwenHome.isArchived(path) ? PUT_AWAY : IN_USE), names);
        return isPlace(inside) ? Optional.of(new Piece(inside.toString(), List.of(stamp))) : Optional.empty();
    }

    @Override
    public Reading glance(Piece piece) throws IOException {
        var tally = new QwenTally();
        var tail = new QwenTail();
        edges.look(
                piece.files().getFirst(),
                line -> {
                    tally.line(line);
                    return !tally.knowsItsBeginning();
                },
                tail);
        tally.end(tail);
        return tally.glanced(piece);
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        try (var channel = JsonLines.open(piece.files().getFirst())) {
            var memo = goesOn(channel, before);
            var tally = memo == null || before == null ? new QwenTally() : new QwenTally(memo, before);
            long start = memo == null ? 0 : memo.mark().offset();
            long end = JsonLines.read(channel, start, Long.MAX_VALUE, line -> {
                tally.line(line);
                return true;
            });
            return tally.read(piece, ReadMark.at(channel, end));
        }
    }

    /// A chat without a row yet is short, so it is simply read again.
    private static @Nullable QwenMemo goesOn(FileChannel channel, @Nullable Reading before) throws IOException {
        if (before == null || !before.complete() || before.sessions().isEmpty()) {
            return null;
        }
        var memo = QwenMemo.parse(before.memo()).orElse(null);
        return memo != null && memo.mark().holds(channel) ? memo : null;
    }

    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        var rows = new HashMap<String, SessionFacts>();
        for (var reading : readings) {
            for (var facts : reading.sessions()) {
                rows.merge(facts.id().nativeId(), facts, (one, other) -> NEWER.compare(one, other) >= 0 ? one : other);
            }
        }
        return List.copyOf(rows.values());
    }

    @Override
    public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
        return Optional.of(Reading::sessions);
    }

    /// The sessions of one of these working folders.
    Set<String> idsIn(Collection<String> folders) throws IOException {
        var ids = new TreeSet<String>();
        for (var folder : new TreeSet<>(folders)) {
            chatsIn(folder, stamp -> folder.equals(folderOf(stamp)), stamp -> ids.add(idOf(stamp)));
        }
        return ids;
    }

    /// The session of the working folder that was written to last, if that was not before.
    Optional<String> newestIn(String folder, Instant since) throws IOException {
        long start = TimeUnit.MILLISECONDS.toNanos(since.toEpochMilli());
        var written = new ArrayList<FileStamp>();
        chatsIn(folder, stamp -> stamp.modifiedNanos() >= start, written::add);
        written.sort(Comparator.comparingLong(FileStamp::modifiedNanos).reversed());
        return written.stream()
                .filter(stamp -> folder.equals(folderOf(stamp)))
                .findFirst()
                .map(QwenStore::idOf);
    }

    /// The folder of a project may hold the chats of other working folders as well, so each has to be asked.
    private void chatsIn(String folder, Predicate<FileStamp> isMeant, Consumer<FileStamp> found) throws IOException {
        var chats =
                home.projects().realPlace().resolve(QwenHome.folderName(folder)).resolve(QwenHome.CHATS);
        if (Files.isDirectory(chats, LinkOption.NOFOLLOW_LINKS)) {
            new StoreTree(chats).walk(1, stamp -> {
                if (QwenHome.isChat(nameOf(stamp)) && isMeant.test(stamp)) {
                    found.accept(stamp);
                }
            });
        }
    }

    private static String nameOf(FileStamp stamp) {
        return stamp.path().getName(stamp.path().getNameCount() - 1).toString();
    }

    private static String idOf(FileStamp stamp) {
        return QwenHome.id(nameOf(stamp));
    }

    /// What the first record says; a chat that cannot be read belongs to no folder.
    private static @Nullable String folderOf(FileStamp chat) {
        var folder = new @Nullable String[1];
        try (var channel = JsonLines.open(chat)) {
            JsonLines.read(channel, 0, EDGES.reach(), EDGES.head(), line -> {
                QwenRecord.of(line).ifPresent(record -> folder[0] = record.folder());
                return folder[0] == null;
            });
        } catch (IOException unreadable) {
            return null;
        }
        return folder[0];
    }
}
