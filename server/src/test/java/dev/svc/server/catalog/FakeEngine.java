package dev.svc.server.catalog;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineStore;
import dev.svc.server.engine.Launch;
import dev.svc.server.engine.Manifest;
import dev.svc.server.engine.Manifests;
import dev.svc.server.engine.Piece;
import dev.svc.server.engine.Reading;
import dev.svc.server.engine.StoreArchive;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.JsonLine;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.engine.turn.LogPart;
import dev.svc.server.engine.turn.LogTurns;
import dev.svc.server.engine.turn.TurnMaker;
import dev.svc.server.engine.turn.TurnScan;
import dev.svc.server.engine.turn.TurnScript;
import dev.svc.server.engine.turn.Turns;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Turn;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// A program whose store is a tree of `<id>.jsonl` files; each line `{"text", "title"?, "cwd"?, "model"?, "branch"?,
/// "at"?, "role"?, "tool"?, "output"?}` is a message.
public final class FakeEngine implements EngineProvider, EngineStore {
    private final EngineKey engine;
    private final Path root;
    private final boolean glancesAreEnough;
    public final AtomicInteger glances = new AtomicInteger();
    public final AtomicInteger reads = new AtomicInteger();
    final AtomicInteger walks = new AtomicInteger();
    final AtomicLong bytesRead = new AtomicLong();
    volatile @Nullable IOException walkFails;
    public volatile @Nullable IOException readingFails;
    volatile Runnable afterNextWalk = () -> {};
    /// As if the store were moved while it is walked.
    final AtomicReference<@Nullable Path> missedByNextWalk = new AtomicReference<>();
    public volatile @Nullable Path binary;
    public volatile @Nullable Sightings sightings;
    public volatile String command = "fake";
    public volatile Map<String, String> environment = Map.of();
    volatile @Nullable StoreArchive archive;

    public FakeEngine(EngineKey engine, Path root) {
        this(engine, root, false);
    }

    public FakeEngine(EngineKey engine, Path root, boolean glancesAreEnough) {
        this.engine = engine;
        this.root = root;
        this.glancesAreEnough = glancesAreEnough;
    }

    /// The next walk does not end before the returned latch opens.
    public CountDownLatch holdNextWalk() {
        var held = new CountDownLatch(1);
        afterNextWalk = () -> {
            try {
                Waiting.countedDown(held);
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        };
        return held;
    }

    @Override
    public Manifest manifest() {
        return Manifests.of(engine);
    }

    @Override
    public Pattern idPattern() {
        return Pattern.compile("[a-z0-9-]{1,40}");
    }

    @Override
    public String command() {
        return command;
    }

    @Override
    public Map<String, String> launchEnvironment(boolean bypass) {
        return environment;
    }

    @Override
    public Optional<Path> binary() {
        return Optional.ofNullable(binary);
    }

    public void archivesBy(StoreArchive moves) {
        archive = moves;
    }

    @Override
    public Optional<StoreArchive> archive() {
        return Optional.ofNullable(archive);
    }

    @Override
    public Optional<Sightings> sightings() {
        return Optional.ofNullable(sightings);
    }

    @Override
    public EngineStore store() {
        return this;
    }

    @Override
    public Turns turns() {
        return new LogTurns(id -> List.of(LogPart.whole(root.toRealPath().resolve(id + ".jsonl"))), new Script());
    }

    /// Every line is something that a person typed, unless it names another role, or a tool with its output.
    private static final class Script implements TurnScript {
        @Override
        public void scan(JsonLine line, TurnScan scan) {
            scan.begin(0);
        }

        @Override
        public void tell(JsonLine line, int part, TurnMaker turn) {
            var role = line.view().member("role").text();
            var tool = line.view().member("tool").text();
            var text = line.view().member("text").text();
            turn.at(line.view().member("at").text());
            if (tool.isEmpty()) {
                turn.role(role.isEmpty() ? Turn.Role.USER : Turn.Role.valueOf(role))
                        .say(text);
            } else {
                turn.tool(tool, text).result(line.view().member("output").text(), true);
            }
        }
    }

    @Override
    public Launch launchArgv(String nativeId, Path cwd, boolean bypass) {
        return Launch.of("fake", "--resume", nativeId);
    }

    @Override
    public boolean supportsNew() {
        return true;
    }

    @Override
    public boolean newSessionReconciles() {
        return true;
    }

    @Override
    public Launch newLaunchArgv(String nativeId, Path cwd, boolean bypass) {
        return Launch.of("fake");
    }

    @Override
    public Set<String> snapshotSessionIds(Path cwd) {
        return Set.of();
    }

    @Override
    public Path location() {
        return root;
    }

    @Override
    public boolean isReadable() {
        return Files.isDirectory(root);
    }

    @Override
    public List<Path> roots() {
        return List.of(root);
    }

    @Override
    public void walk(Consumer<Piece> pieces) throws IOException {
        walks.incrementAndGet();
        var failure = walkFails;
        if (failure != null) {
            throw failure;
        }
        var missed = missedByNextWalk.getAndSet(null);
        Files.walkFileTree(root, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (isOurs(file) && !file.equals(missed)) {
                    FileStamp.of(file, attributes).ifPresent(stamp -> pieces.accept(piece(stamp)));
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException gone) {
                return FileVisitResult.CONTINUE;
            }
        });
        var next = afterNextWalk;
        afterNextWalk = () -> {};
        next.run();
    }

    @Override
    public Optional<Piece> pieceOf(Path changed) throws IOException {
        return isOurs(changed) ? FileStamp.of(changed).map(this::piece) : Optional.empty();
    }

    private static boolean isOurs(Path file) {
        return file.toString().endsWith(".jsonl");
    }

    /// With the log of a database, where a test puts one beside it.
    private Piece piece(FileStamp stamp) {
        var key = root.relativize(stamp.path()).toString();
        try {
            return new Piece(
                    key,
                    Stream.concat(Stream.of(stamp), FileStamp.of(logOf(stamp.path())).stream())
                            .toList());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    public static Path logOf(Path file) {
        return file.resolveSibling(file.getFileName() + "-wal");
    }

    @Override
    public Reading glance(Piece piece) throws IOException {
        glances.incrementAndGet();
        var whole = readFrom(piece, null);
        if (glancesAreEnough) {
            return whole;
        }
        return new Reading(
                whole.sessions().stream().map(FakeEngine::uncounted).toList(), List.of(), List.of(), "", false);
    }

    private static SessionFacts uncounted(SessionFacts it) {
        return new SessionFacts(
                it.id(),
                it.title(),
                it.firstMessage(),
                it.cwd(),
                it.createdAt(),
                it.updatedAt(),
                -1,
                it.model(),
                it.branch(),
                it.sizeBytes(),
                false,
                null,
                0);
    }

    @Override
    public Reading read(Piece piece, @Nullable Reading before) throws IOException {
        reads.incrementAndGet();
        return readFrom(piece, before);
    }

    private Reading readFrom(Piece piece, @Nullable Reading before) throws IOException {
        var failure = readingFails;
        if (failure != null) {
            throw failure;
        }
        var file = piece.files().getFirst();
        long from = before == null ? 0 : Long.parseLong(before.memo());
        var log = new Log(
                before == null ? null : before.sessions().stream().findFirst().orElse(null));
        long to = JsonLines.read(file.path(), from, line -> {
            bytesRead.addAndGet(line.length());
            log.line(line.object().orElse(null));
            return true;
        });
        var name = file.path().getFileName().toString().replace(".jsonl", "");
        if (log.explodes) {
            throw new IllegalStateException("the reader of " + name + " broke");
        }
        var sessions = log.messages == 0
                ? List.<SessionFacts>of()
                : List.of(log.facts(new SessionId(engine, name), file.size()));
        return new Reading(sessions, List.of(), log.unreadable(), Long.toString(to), true);
    }

    @Override
    public List<SessionFacts> combine(Collection<Reading> readings) {
        var all = new ArrayList<SessionFacts>();
        readings.forEach(reading -> all.addAll(reading.sessions()));
        return all;
    }

    @Override
    public Optional<Function<Reading, List<SessionFacts>>> each(Collection<Reading> readings) {
        return Optional.of(Reading::sessions);
    }

    private static final class Log {
        private @Nullable String title;
        private @Nullable String first;
        private @Nullable String cwd;
        private @Nullable String model = "fake-model";
        private @Nullable String branch = "main";
        private Instant at = Instant.EPOCH;
        private int messages;
        private int broken;
        private boolean explodes;

        Log(@Nullable SessionFacts before) {
            if (before != null) {
                title = before.title();
                first = before.firstMessage();
                cwd = before.cwd();
                model = before.model();
                branch = before.branch();
                at = before.updatedAt();
                messages = before.messageCount();
                broken = before.unreadable();
            }
        }

        void line(com.fasterxml.jackson.databind.@Nullable JsonNode line) {
            if (line == null) {
                broken++;
                return;
            }
            explodes |= line.has("explode");
            messages++;
            title = line.path("title").asText(title);
            cwd = line.path("cwd").asText(cwd);
            model = line.path("model").asText(model);
            branch = line.path("branch").asText(branch);
            if (first == null) {
                first = line.path("text").asText();
            }
            if (line.has("at")) {
                at = Instant.parse(line.path("at").asText());
            }
        }

        SessionFacts facts(SessionId id, long size) {
            return new SessionFacts(id, title, first, cwd, at, at, messages, model, branch, size, false, null, broken);
        }

        List<Reading.Unreadable> unreadable() {
            return broken == 0 ? List.of() : List.of(new Reading.Unreadable("line", broken, "1.0"));
        }
    }
}
