package dev.svc.server.usage;

import dev.svc.server.engine.usage.UsageLogs;
import dev.svc.server.follow.FollowProgress;
import dev.svc.server.follow.FollowedStores;
import dev.svc.server.follow.Follower;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.usage.price.Prices;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// What all sessions used: read behind everything else as it is written, kept in a file of its own, answered from
/// memory. Neither the list nor the start waits for it.
public final class Usage implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Usage.class.getName());

    /// Of one core, while there is much to read.
    private static final double SHARE = 0.5;

    private static final int MOST_PASSED = 100;

    private final UsageTally tally;
    private final UsageAnswers answers;
    private final UsageByTurn turns;
    private final UsageSubjects subjects;
    private final Prices prices;
    private final InstantSource clock;
    private final Supplier<UsageSettings> settings;
    private final Supplier<Collection<Runs>> running;
    private final Consumer<UsageView.Passed> passed;
    private final @Nullable Follower follower;
    private final AtomicReference<@Nullable UsageTaker> taker = new AtomicReference<>();
    private volatile boolean isLoaded;
    private volatile boolean isClosed;

    @OwnedBy("whoever starts and closes it")
    private @Nullable Thread opening;

    /// A session that runs.
    public record Runs(SessionId session, Status status) {}

    /// What it speaks to.
    ///
    /// @param logs of a program; empty where it says nothing of what it used
    /// @param changed hears of each session that used something
    /// @param passed hears of each budget that was passed: of a day's once, and once of each session's
    /// @param somebodyWaits whether somebody waits for an answer or an echo at this moment
    /// @param zone in which days are meant
    public record Around(
            FollowedStores stores,
            Function<EngineKey, Optional<UsageLogs>> logs,
            Function<SessionId, Optional<SessionFacts>> facts,
            UsageSubjects subjects,
            Supplier<UsageSettings> settings,
            Supplier<Collection<Runs>> running,
            Consumer<SessionId> changed,
            Consumer<UsageView.Passed> passed,
            BooleanSupplier somebodyWaits,
            InstantSource clock,
            ZoneId zone) {}

    /// Makes it; nothing is read before [#start].
    ///
    /// @param folder where it is kept
    public Usage(Path folder, Prices prices, Around around) {
        this.tally = new UsageTally(new LocalHours(around.zone()), around.clock());
        this.subjects = around.subjects();
        this.prices = prices;
        this.clock = around.clock();
        this.settings = around.settings();
        this.running = around.running();
        this.passed = around.passed();
        this.answers = new UsageAnswers(tally, subjects, prices, this::progress);
        this.turns = new UsageByTurn(folder, tally, prices);
        this.follower = Follower.of(
                around.stores(), breath -> made(folder, around, breath), SHARE, around.somebodyWaits(), _ -> {});
    }

    private Usage(Path folder, UsageTally tally, Prices prices, UsageSubjects subjects, InstantSource clock) {
        this.tally = tally;
        this.subjects = subjects;
        this.prices = prices;
        this.clock = clock;
        this.settings = () -> new UsageSettings(null, null, false);
        this.running = List::of;
        this.passed = _ -> {};
        this.answers = new UsageAnswers(tally, subjects, prices, this::progress);
        this.turns = new UsageByTurn(folder, tally, prices);
        this.follower = null;
    }

    private UsageTaker made(Path folder, Around around, dev.svc.server.follow.SessionTaker.Breath breath) {
        var made = new UsageTaker(
                folder,
                new UsageTaker.Around(
                        around.logs(), around.facts(), this::again, around.changed(), this::warn, around.clock()),
                tally,
                breath);
        taker.set(made);
        return made;
    }

    /// What was counted so far, for looking at it alone; empty where nothing was.
    public static Optional<Usage> look(
            Path folder, Prices prices, UsageSubjects subjects, InstantSource clock, ZoneId zone) throws IOException {
        var tally = new UsageTally(new LocalHours(zone), clock);
        try (var database = UsageDatabase.look(folder).orElse(null)) {
            if (database == null) {
                return Optional.empty();
            }
            var loaded = tally.none();
            database.load(loaded);
            tally.replace(loaded);
            return Optional.of(new Usage(folder, tally, prices, subjects, clock));
        } catch (SQLException unusable) {
            throw new IOException("What was counted cannot be read: " + unusable.getMessage(), unusable);
        }
    }

    /// Begins; returns at once.
    public void start() {
        opening = Thread.ofPlatform().daemon().name("svc-usage-open").start(this::open);
    }

    private void open() {
        try {
            var made = taker.get();
            if (made != null) {
                made.open();
            }
        } catch (IOException | RuntimeException later) {
            LOG.log(Level.WARNING, later, () -> "what was counted cannot be opened yet: " + later.getMessage());
        }
        isLoaded = true;
        if (follower != null && !isClosed) {
            follower.start();
        }
    }

    private void again() {
        if (follower != null) {
            follower.again();
        }
    }

    private FollowProgress progress() {
        return follower == null || !isLoaded
                ? new FollowProgress(FollowProgress.Phase.STARTING, 0, 0, null)
                : follower.progress();
    }

    /// Whether everything that there is has been read.
    public boolean isComplete() {
        return answers.isComplete();
    }

    public UsageView.Whole whole(UsageQuestion question) {
        return answers.whole(question);
    }

    public UsageView.OfSession session(SessionId session) {
        return answers.session(session);
    }

    /// What some turns of a session used, a row a turn that used something.
    public UsageView.OfSession turns(SessionId session, TurnTimes times) throws IOException {
        return turns.of(session, times, answers.isRead(session));
    }

    /// What a row of the list shows; empty while nobody wants that, and while nothing was counted.
    public Optional<UsageView.OfRow> row(SessionId session) {
        return settings.get().onRow() ? answers.row(session) : Optional.empty();
    }

    public UsageView.Now now() {
        var runs = running.get();
        var present = clock.instant();
        var table = prices.now().table();
        var wanted = settings.get();
        var made = tally.with(all -> {
            var it = new UsagePresent(all, table, tally.hours(), present);
            var live = runs.stream().map(it::live).toList();
            var over = over(it, wanted, runs);
            return new Made(it, live, over, all.limits().view(present));
        });
        return new UsageView.Now(
                made.live().stream()
                        .map(this::named)
                        .sorted((one, other) -> Double.compare(other.share(), one.share()))
                        .toList(),
                made.present().lately(),
                Math.max(0, made.present().lastHour().tokens()),
                made.present().lastHour().cost(),
                made.limits(),
                new UsageView.Budgets(
                        wanted.daily(), made.present().today().cost(), wanted.session(), titled(made.over())),
                UsageView.CURRENCY,
                isComplete());
    }

    private record Made(
            UsagePresent present,
            List<UsageView.Live> live,
            List<UsageView.Passed> over,
            List<UsageView.Limit> limits) {}

    private static List<UsageView.Passed> over(UsagePresent it, UsageSettings wanted, Collection<Runs> runs) {
        var over = new ArrayList<UsageView.Passed>();
        if (wanted.daily() != null && it.today().dollars() > wanted.daily()) {
            over.add(new UsageView.Passed("day", null, null, it.today().dollars(), wanted.daily(), UsageView.CURRENCY));
        }
        if (wanted.session() != null) {
            it.over(wanted.session(), runs).stream()
                    .limit(MOST_PASSED)
                    .map(dear -> new UsageView.Passed(
                            "session",
                            dear.session().toString(),
                            null,
                            dear.dollars(),
                            wanted.session(),
                            UsageView.CURRENCY))
                    .forEach(over::add);
        }
        return over;
    }

    private UsageView.Live named(UsageView.Live live) {
        var session = SessionId.find(live.sid()).orElseThrow();
        return new UsageView.Live(
                live.sid(),
                subjects.title(session),
                live.engine(),
                subjects.project(session),
                live.status(),
                live.tokensPerMinute(),
                live.tokensHour(),
                live.costHour(),
                live.share(),
                live.tokensToday(),
                live.costToday(),
                live.series());
    }

    private List<UsageView.Passed> titled(List<UsageView.Passed> over) {
        return over.stream().map(this::titled).toList();
    }

    private UsageView.Passed titled(UsageView.Passed it) {
        var title = it.sid() == null
                ? null
                : SessionId.find(it.sid()).map(subjects::title).orElse(null);
        return new UsageView.Passed(it.kind(), it.sid(), title, it.spent(), it.budget(), it.currency());
    }

    /// On the following thread: says once a day, and once a session, that a budget was passed.
    private void warn() {
        var made = taker.get();
        var wanted = settings.get();
        if (made == null || (wanted.daily() == null && wanted.session() == null)) {
            return;
        }
        var day = LocalDate.ofInstant(clock.instant(), tally.hours().zone());
        for (var it : titled(over(wanted))) {
            var what = it.sid() == null
                    ? "day %s %s".formatted(day, it.budget())
                    : "session %s %s".formatted(it.sid(), it.budget());
            if (!tally.with(all -> all.wasSaid(what))) {
                made.said(what);
                passed.accept(it);
            }
        }
    }

    private List<UsageView.Passed> over(UsageSettings wanted) {
        Instant present = clock.instant();
        var table = prices.now().table();
        var runs = running.get();
        return tally.with(all -> over(new UsagePresent(all, table, tally.hours(), present), wanted, runs));
    }

    @Override
    public void close() {
        isClosed = true;
        try {
            if (opening != null) {
                opening.join();
            }
            if (follower != null) {
                follower.close();
            }
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        } catch (IOException unclosed) {
            LOG.log(Level.WARNING, unclosed, () -> "what was counted was not closed: " + unclosed.getMessage());
        }
    }
}
