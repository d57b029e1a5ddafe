package dev.svc.server.usage;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.StoreFixture;
import dev.svc.server.engine.usage.LimitNote;
import dev.svc.server.engine.usage.UsageLogs;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.engine.usage.UsageSink;
import dev.svc.server.follow.FollowProgress;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.usage.UsageQuestion.By;
import dev.svc.server.usage.UsageQuestion.Sort;
import dev.svc.server.usage.price.Prices;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Counts the sessions of some programs when a test says so, as the service does in the background.
final class Counting implements AutoCloseable {
    static final Instant NOW = Instant.parse("2026-11-21T12:00:00Z");

    final Map<SessionId, SessionFacts> facts = new LinkedHashMap<>();
    final Map<EngineKey, UsageLogs> logs = new HashMap<>();
    final List<SessionId> changed = new ArrayList<>();
    int again;
    Instant now = NOW;
    final Map<SessionId, String> projects = new HashMap<>();

    private final Path folder;
    private final Prices prices;
    private UsageTally tally;
    private UsageTaker taker;

    Counting(Path folder) throws IOException {
        this.folder = folder.resolve("usage");
        this.prices = new Prices(folder.resolve("prices.json"));
        this.tally = new UsageTally(new LocalHours(ZoneOffset.UTC), () -> now);
        this.taker = taker();
        taker.open();
    }

    private UsageTaker taker() {
        return new UsageTaker(
                folder,
                new UsageTaker.Around(
                        engine -> Optional.ofNullable(logs.get(engine)),
                        session -> Optional.ofNullable(facts.get(session)),
                        () -> again++,
                        changed::add,
                        () -> {},
                        () -> now),
                tally,
                () -> {});
    }

    Path folder() {
        return folder;
    }

    UsageTaker taken() {
        return taker;
    }

    UsageTally tally() {
        return tally;
    }

    /// As the service does when it starts again.
    void restart() throws IOException {
        taker.close();
        tally = new UsageTally(new LocalHours(ZoneOffset.UTC), () -> now);
        taker = taker();
        taker.open();
    }

    /// A program's sessions as they are now, all of them to be read.
    Counting with(EngineProvider program) throws IOException {
        logs.put(program.engineId(), program.usage().orElseThrow());
        facts.keySet().removeIf(id -> id.engine() == program.engineId());
        for (var row : StoreFixture.rows(program.store())) {
            facts.put(row.id(), row);
        }
        return this;
    }

    /// A session of a made-up program.
    SessionId session(EngineKey engine, String id, Instant created, @Nullable SessionId parent) {
        var session = new SessionId(engine, id);
        facts.put(
                session,
                new SessionFacts(session, null, null, null, created, created, 1, null, null, 1, false, parent, 0));
        return session;
    }

    /// What the made-up program tells of its sessions, all at once.
    void tell(EngineKey engine, Map<String, List<UsageRecord>> told) {
        logs.put(engine, (nativeId, mark, sink) -> {
            told.getOrDefault(nativeId, List.of()).forEach(sink::used);
            return "read";
        });
    }

    /// Reads all sessions, in the order that they have here.
    Counting read() throws IOException, InterruptedException {
        return read(facts.keySet());
    }

    Counting read(Collection<SessionId> sessions) throws IOException, InterruptedException {
        for (var id : List.copyOf(sessions)) {
            taker.take(FollowedSession.any(java.util.Objects.requireNonNull(facts.get(id)), false));
        }
        taker.flush();
        return this;
    }

    UsageAnswers answers() {
        return new UsageAnswers(
                tally, new Subjects(), prices, () -> new FollowProgress(FollowProgress.Phase.FOLLOWING, 1, 1, null));
    }

    UsageView.Whole by(By by) {
        return answers().whole(new UsageQuestion(by, null, null, null, Set.of(), null, Sort.COST, Integer.MAX_VALUE));
    }

    UsageView.OfSession turns(SessionId session, TurnTimes times) throws IOException {
        return new UsageByTurn(folder, tally, prices).of(session, times, true);
    }

    UsageView.Counts total() {
        return by(By.ENGINE).total();
    }

    /// Input, output, cache read and written: what a test most wants to know.
    List<Long> figures() {
        var total = total();
        return List.of(total.input(), total.output(), total.cacheRead(), total.cacheWrite());
    }

    Map<String, Long> messages(By by) {
        var messages = new HashMap<String, Long>();
        by(by).rows().forEach(row -> messages.put(row.key(), row.messages()));
        return messages;
    }

    private final class Subjects implements UsageSubjects {
        @Override
        public @Nullable String project(SessionId session) {
            return projects.get(session);
        }

        @Override
        public String projectName(String project) {
            return "Project " + project;
        }

        @Override
        public @Nullable String title(SessionId session) {
            return facts.containsKey(session) ? "Title of " + session.nativeId() : null;
        }

        @Override
        public String label(EngineKey engine) {
            return engine.key();
        }

        @Override
        public Set<EngineKey> silent() {
            return Set.of();
        }
    }

    @Override
    public void close() {
        taker.close();
    }

    /// Keeps what a reader of logs tells.
    static final class Told implements UsageSink {
        final List<UsageRecord> records = new ArrayList<>();
        final List<LimitNote> limits = new ArrayList<>();
        int unreadable;

        @Override
        public void used(UsageRecord record) {
            records.add(record);
        }

        @Override
        public void limit(LimitNote note) {
            limits.add(note);
        }

        @Override
        public void unreadable() {
            unreadable++;
        }
    }
}
