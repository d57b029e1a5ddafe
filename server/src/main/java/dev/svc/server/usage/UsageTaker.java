package dev.svc.server.usage;

import dev.svc.server.engine.usage.LimitNote;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageLogs;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.engine.usage.UsageSink;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.follow.NotTakenException;
import dev.svc.server.follow.SessionTaker;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.shared.text.PlainText;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Reads what sessions used as they change. Each call of a model counts once: what several sessions have belongs to
/// the one that began first. Used by the following thread alone, once it has been opened.
///
/// What was counted stays when a session is deleted: it was used. A file that is damaged, or of another version, is
/// made again from the logs that are there.
final class UsageTaker implements SessionTaker, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(UsageTaker.class.getName());

    /// Others wait so long at most; it is less than an echo takes.
    private static final Duration UNBROKEN = Duration.ofMillis(3);

    /// What is held until it is written.
    private static final int AT_ONCE = 5_000;

    private static final int MOST_MODELS = 1_000;
    private static final int LONGEST_MODEL = 100;
    private static final String UNKNOWN = "unknown";
    private static final String OTHERS = "others";

    /// No program that is read here is older.
    private static final Instant EARLIEST = Instant.parse("2020-01-01T00:00:00Z");

    /// Clocks of hosts differ; more than this is damage.
    private static final Duration AHEAD = Duration.ofHours(24);

    private final Path folder;
    private final Around around;
    private final UsageTally tally;
    private final Breath breath;

    private @Nullable UsageDatabase database;

    /// What was taken since the file was written last.
    private final Set<SessionUse> ahead = new HashSet<>();

    /// When others were let through last.
    private long breathed = System.nanoTime();

    /// What it speaks to.
    ///
    /// @param logs of a program; empty where it says nothing
    /// @param facts what the list shows of a session
    /// @param again has all sessions looked at again
    /// @param changed hears of each session that used something, by the one that it counts for
    /// @param flushed hears when what was read is durable
    record Around(
            Function<EngineKey, Optional<UsageLogs>> logs,
            Function<SessionId, Optional<SessionFacts>> facts,
            Runnable again,
            Consumer<SessionId> changed,
            Runnable flushed,
            InstantSource clock) {}

    UsageTaker(Path folder, Around around, UsageTally tally, Breath breath) {
        this.folder = folder;
        this.around = around;
        this.tally = tally;
        this.breath = breath;
    }

    /// Something that is done with the database.
    @FunctionalInterface
    private interface Work<T> {
        T with(UsageDatabase database) throws SQLException, IOException, InterruptedException;
    }

    /// Opens the file and knows what is in it; makes a new one when that cannot be.
    void open() throws IOException {
        try {
            load();
        } catch (SQLException refused) {
            if (!UsageDatabase.isDamage(refused)) {
                throw new NotTakenException(refused);
            }
            anew(refused);
        }
    }

    private void load() throws IOException, SQLException {
        closeQuietly();
        var opened = UsageDatabase.open(folder);
        database = opened;
        var loaded = tally.none();
        opened.load(loaded);
        tally.replace(loaded);
    }

    private void anew(SQLException why) throws IOException {
        LOG.log(Level.WARNING, why, () -> "what was counted is thrown away and read again: " + why.getMessage());
        closeQuietly();
        UsageDatabase.remove(folder);
        try {
            load();
        } catch (SQLException refused) {
            throw new NotTakenException(refused);
        }
        around.again().run();
    }

    /// After any failure memory is as the file is: what was not committed is read again.
    private <T> Optional<T> with(Work<T> work) throws IOException, InterruptedException {
        try {
            if (database == null) {
                open();
            }
            var opened = database;
            return opened == null ? Optional.empty() : Optional.of(work.with(opened));
        } catch (SQLException refused) {
            failed(refused);
        } catch (UncheckedSqlException refused) {
            failed(refused.failure());
        }
        return Optional.empty();
    }

    private void failed(SQLException refused) throws IOException {
        if (!UsageDatabase.isDamage(refused)) {
            closeQuietly();
            throw new NotTakenException(refused);
        }
        anew(refused);
    }

    @Override
    public boolean has(FollowedSession session) throws IOException {
        if (around.logs().apply(session.id().engine()).isEmpty()) {
            return true;
        }
        return tally.with(all -> all.find(session.id())
                .filter(use -> use.stamp == session.stamp())
                .isPresent());
    }

    @Override
    public void take(FollowedSession session) throws IOException, InterruptedException {
        var logs = around.logs().apply(session.id().engine());
        var facts = around.facts().apply(session.id());
        if (logs.isEmpty() || facts.isEmpty()) {
            return;
        }
        with(opened -> {
            take(opened, session, facts.get(), logs.get());
            return true;
        });
        // A pause for each of thousands of small logs would take longer than reading them.
        if (System.nanoTime() - breathed >= UNBROKEN.toNanos()) {
            breath.breathe();
            breathed = System.nanoTime();
        }
    }

    private void take(UsageDatabase opened, FollowedSession session, SessionFacts facts, UsageLogs logs)
            throws SQLException, IOException, InterruptedException {
        var use = entry(opened, session.id());
        tally.with(all -> {
            all.parent(use, facts.parent());
            use.created = facts.createdAt().toEpochMilli();
            use.isUnread = false;
            use.isGone = false;
            use.isAhead = true;
            return true;
        });
        ahead.add(use);
        var mark = opened.mark(use);
        var reading = new Taking(opened, use, facts, mark.isEmpty());
        String next;
        try {
            next = logs.read(session.id().nativeId(), mark, reading);
            reading.write();
        } catch (InterruptedIOException ended) {
            throw new InterruptedException(ended.getMessage());
        } catch (NoSuchFileException gone) {
            LOG.log(Level.FINE, gone, () -> session.id() + " has no log to count");
            next = mark;
        } catch (IOException unreadable) {
            tally.with(_ -> {
                use.isUnread = true;
                return true;
            });
            throw unreadable;
        }
        reading.end(session.stamp());
        opened.save(use, next);
        if (reading.isNews) {
            around.changed().accept(tally.with(all -> all.root(use).id));
        }
    }

    private SessionUse entry(UsageDatabase opened, SessionId id) throws SQLException {
        var known = tally.with(all -> all.find(id));
        if (known.isPresent()) {
            return known.get();
        }
        var made = new SessionUse(opened.addSession(id), id);
        tally.with(all -> {
            all.knows(made);
            return true;
        });
        return made;
    }

    /// Gathers what one reading tells.
    private final class Taking implements UsageSink {
        private final UsageDatabase opened;
        private final SessionUse use;
        private final long otherwise;
        private final long latest;
        private final Map<Long, UsageRecord> held = new LinkedHashMap<>();
        private final Map<String, LimitNote> limits = new LinkedHashMap<>();
        private int unreadable;
        private boolean isNews;

        /// @param isFirst whether the session is read from its start
        Taking(UsageDatabase opened, SessionUse use, SessionFacts facts, boolean isFirst) {
            this.opened = opened;
            this.use = use;
            this.unreadable = isFirst ? 0 : use.unreadable;
            var now = around.clock().instant();
            this.latest = now.plus(AHEAD).toEpochMilli();
            this.otherwise = TurnTimes.millis(facts.updatedAt().isAfter(now) ? now : facts.updatedAt(), EARLIEST);
        }

        @Override
        public void used(UsageRecord record) {
            held.merge(
                    record.key(),
                    record,
                    (one, other) -> new UsageRecord(
                            one.key(),
                            one.at(),
                            other.model(),
                            one.tokens().orMore(other.tokens()),
                            Math.max(one.cost(), other.cost())));
        }

        @Override
        public void limit(LimitNote note) {
            limits.merge(note.name(), note, (one, other) -> other.seenAt().isBefore(one.seenAt()) ? one : other);
        }

        @Override
        public void unreadable() {
            unreadable = Math.min(unreadable + 1, Integer.MAX_VALUE - 1);
        }

        @Override
        public void breathe() throws InterruptedIOException {
            try {
                if (held.size() >= AT_ONCE) {
                    write();
                }
                breath.breathe();
            } catch (SQLException refused) {
                throw new UncheckedSqlException(refused);
            } catch (InterruptedException ended) {
                var words = new InterruptedIOException("following ends");
                words.initCause(ended);
                throw words;
            }
        }

        /// A clock that was wrong is not believed.
        private long at(UsageRecord record) {
            return record.at() < EARLIEST.toEpochMilli() || record.at() > latest ? otherwise : record.at();
        }

        void write() throws SQLException {
            for (var record : held.values()) {
                put(record);
            }
            held.clear();
        }

        private void put(UsageRecord record) throws SQLException {
            var call = new Call(
                    use.number,
                    at(record),
                    model(opened, record.model()),
                    CallKind.of(record),
                    record.tokens(),
                    record.cost());
            if (opened.add(record.key(), call)) {
                isNews = true;
                tally.with(all -> {
                    all.add(call);
                    return true;
                });
            } else {
                again(record.key(), call);
            }
        }

        /// A call that is known. In the same session it may say more than before; another session has it if it began
        /// earlier.
        private void again(long key, Call call) throws SQLException {
            var known = opened.find(key);
            boolean isOwn = known.session() == call.session();
            boolean isOurs = isOwn
                    || tally.with(all -> all.numbered(known.session())
                            .map(use::isEarlierThan)
                            .orElse(true));
            TokenCounts most = known.tokens().orMore(call.tokens());
            var next = new Call(
                    isOurs ? call.session() : known.session(),
                    known.at(),
                    isOurs ? call.model() : known.model(),
                    isOurs ? call.kind() : known.kind(),
                    isOwn ? most : isOurs ? call.tokens() : known.tokens(),
                    isOurs ? Math.max(known.cost(), call.cost()) : known.cost());
            if (!next.equals(known)) {
                isNews = true;
                opened.replace(key, next);
                tally.with(all -> {
                    all.remove(known);
                    all.add(next);
                    return true;
                });
            }
        }

        void end(long stamp) throws SQLException {
            for (var note : limits.values()) {
                if (tally.with(all -> all.limit(use.id.engine(), note))) {
                    opened.limit(use.id.engine(), note, note.seenAt().minus(KnownLimits.KEPT.multipliedBy(2)));
                }
            }
            tally.with(_ -> {
                use.unreadable = unreadable;
                use.stamp = stamp;
                return true;
            });
        }
    }

    /// Passes through the readers of logs, which know nothing of databases.
    private static final class UncheckedSqlException extends RuntimeException {
        private static final long serialVersionUID = 1;

        private final SQLException failure;

        UncheckedSqlException(SQLException failure) {
            super(failure);
            this.failure = failure;
        }

        SQLException failure() {
            return failure;
        }
    }

    private int model(UsageDatabase opened, String name) throws SQLException {
        var line = PlainText.line(name).strip();
        var shown = line.isEmpty() ? UNKNOWN : line.length() > LONGEST_MODEL ? line.substring(0, LONGEST_MODEL) : line;
        var known = tally.with(all -> all.model(shown)
                .or(() -> all.models() < MOST_MODELS || shown.equals(OTHERS) ? Optional.empty() : all.model(OTHERS)));
        if (known.isPresent()) {
            return known.get();
        }
        boolean isFull = tally.with(UsedSessions::models) >= MOST_MODELS;
        var kept = isFull ? OTHERS : shown;
        int number = opened.addModel(kept);
        tally.with(all -> {
            all.knowsModel(number, kept);
            return true;
        });
        return number;
    }

    @Override
    public Set<SessionId> sessions() {
        return tally.with(all ->
                all.all().stream().filter(use -> !use.isGone).map(use -> use.id).collect(Collectors.toSet()));
    }

    /// What it used was used.
    @Override
    public void gone(SessionId session) throws IOException {
        var use = tally.with(all -> all.find(session));
        if (use.isEmpty()) {
            return;
        }
        try {
            with(opened -> {
                opened.gone(use.get());
                return true;
            });
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
        tally.with(_ -> {
            use.get().isGone = true;
            use.get().stamp = 0;
            return true;
        });
    }

    @Override
    public void flush() throws IOException {
        commit();
        around.flushed().run();
        commit();
    }

    private void commit() throws IOException {
        try {
            with(opened -> {
                opened.commit();
                return true;
            });
            tally.with(_ -> {
                ahead.forEach(use -> use.isAhead = false);
                return true;
            });
            ahead.clear();
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    /// Notes that something was said that is said once; called while it is flushed.
    void said(String what) {
        try {
            tally.with(all -> {
                all.said(what);
                return true;
            });
            if (database != null) {
                database.said(what, around.clock().instant());
            }
        } catch (SQLException refused) {
            LOG.log(Level.WARNING, refused, () -> "it may be said again: " + what);
        }
    }

    private void closeQuietly() {
        try {
            if (database != null) {
                database.close();
            }
        } catch (SQLException unclosed) {
            LOG.log(Level.FINE, unclosed, () -> "the file of what was counted was not closed");
        }
        database = null;
    }

    @Override
    public void close() {
        closeQuietly();
    }
}
