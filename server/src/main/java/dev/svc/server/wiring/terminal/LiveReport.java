package dev.svc.server.wiring.terminal;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Row;
import dev.svc.server.catalog.Running;
import dev.svc.server.engine.Engines;
import dev.svc.server.journal.EntryJson;
import dev.svc.server.metadata.Journal.Link;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.MetadataEvent;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.session.Elsewhere;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.live.Entry;
import dev.svc.shared.live.Live;
import dev.svc.shared.live.LiveFile;
import dev.svc.shared.live.LiveFleet;
import dev.svc.shared.live.LiveSession;
import dev.svc.shared.text.PlainText;
import dev.svc.shared.vital.Vital;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/// Writes what runs to a file for the tray: throttled to once a second, and only when it changed.
///
/// One virtual thread, from construction until it is closed; it alone touches `since` and `last`.
public final class LiveReport implements AutoCloseable {
    private static final Logger LOG = System.getLogger(LiveReport.class.getName());
    private static final int ENTRIES = 50;

    private final LiveFile file;
    private final Supplier<Collection<Running>> running;
    private final Catalog catalog;
    private final Engines engines;
    private final Metadata metadata;
    private final Supplier<LiveFleet> fleet;
    private final Clock clock;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;
    private Map<String, LiveSession> former = new HashMap<>();
    private List<Entry> entries = List.of();
    private long head = -1;
    private Live last = Live.NONE;
    private boolean failing;

    /// @param engines says what people call the programs
    /// @param fleet the other hosts
    public LiveReport(
            LiveFile file,
            Supplier<Collection<Running>> running,
            Catalog catalog,
            Engines engines,
            Metadata metadata,
            Supplier<LiveFleet> fleet,
            Clock clock) {
        this.file = file;
        this.running = running;
        this.catalog = catalog;
        this.engines = engines;
        this.metadata = metadata;
        this.fleet = fleet;
        this.clock = clock;
        thread = Vital.virtual("svc-live-report").start(this::run);
    }

    private void run() {
        try {
            do {
                report();
            } while (!closed.await(1, TimeUnit.SECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// A failed report is skipped: nothing here may harm the service.
    private void report() {
        try {
            var now = new Live(sessions(), entries(), fleet.get());
            if (!now.equals(last)) {
                file.write(now);
                last = now;
            }
            failing = false;
        } catch (IOException | RuntimeException failure) {
            if (!failing) {
                LOG.log(Level.WARNING, "The list of running sessions could not be written for the tray", failure);
            }
            failing = true;
        }
    }

    private List<LiveSession> sessions() {
        var now = new HashMap<String, LiveSession>();
        for (Running session : running.get()) {
            now.put(session.id().toString(), seen(session));
        }
        former = now;
        return now.values().stream().sorted((a, b) -> a.id().compareTo(b.id())).toList();
    }

    private LiveSession seen(Running session) {
        String id = session.id().toString();
        var status = session.status() == Status.ELSEWHERE
                ? LiveSession.Status.UNKNOWN
                : LiveSession.Status.valueOf(session.status().name());
        LiveSession before = former.get(id);
        var asking = session.asking();
        var elsewhere = session.elsewhere();
        Instant since = asking != null
                ? asking.since()
                : elsewhere != null && !elsewhere.joined()
                        ? elsewhere.since()
                        : before != null && before.status() == status ? before.since() : clock.instant();
        String question = asking == null || asking.text() == null ? "" : asking.text();
        Path name = Path.of(session.cwd()).getFileName();
        String title = title(session.id(), catalog.find(session));
        return new LiveSession(
                id,
                title,
                name == null ? "/" : PlainText.line(name.toString()),
                status,
                since,
                question,
                elsewhere == null
                        ? null
                        : outside(elsewhere, engines.label(session.id().engine())));
    }

    private static LiveSession.Outside outside(Elsewhere elsewhere, String program) {
        return new LiveSession.Outside(
                PlainText.line(elsewhere.words(program)),
                elsewhere.where().word(),
                Objects.requireNonNullElse(elsewhere.place(), ""),
                elsewhere.join(),
                elsewhere.sure(),
                elsewhere.joined());
    }

    private static String title(SessionId session, Optional<Row> row) {
        return row.map(Row::title).filter(title -> !title.isBlank()).orElseGet(session::toString);
    }

    private List<Entry> entries() {
        long now = metadata.journal().head().seq();
        if (now != head) {
            var newest = new ArrayList<Entry>();
            metadata.journal()
                    .readBackwards(Long.MAX_VALUE, link -> newest.add(entry(link)) && newest.size() < ENTRIES);
            entries = List.copyOf(newest.reversed());
            head = now;
        }
        return entries;
    }

    private Entry entry(Link link) {
        var entry = link.entry();
        String subject = EntryJson.subject(entry);
        return new Entry(
                entry.seq(),
                entry.at(),
                EntryJson.type(entry),
                SessionId.find(subject).map(id -> title(id, catalog.find(id))).orElseGet(() -> became(entry.event())),
                entry.actor().name().toLowerCase(Locale.ROOT));
    }

    /// What became of an update, since not every one was applied; empty for anything else.
    private static String became(MetadataEvent event) {
        if (!(event instanceof MetadataEvent.Security(SecurityEvent(var kind, var details)))
                || kind != SecurityEvent.Kind.UPDATE_APPLIED) {
            return "";
        }
        String from = details.getOrDefault("from", "");
        String to = details.getOrDefault("to", "");
        String aim = to.isEmpty() ? "the newest" : to;
        String why = details.containsKey("reason") ? ": " + details.get("reason") : "";
        return PlainText.line(
                switch (details.getOrDefault("result", "")) {
                    case "failed" -> "stayed at %s, not %s%s".formatted(from, aim, why);
                    case "returned" -> "came back from %s to %s%s".formatted(aim, from, why);
                    default -> "went from %s to %s".formatted(from, aim);
                });
    }

    /// Nothing runs any more, according to this file; the journal stays as it was.
    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
            file.write(last.onlyEntries());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException left) {
            LOG.log(Level.DEBUG, "The former list of running sessions could not be removed", left);
        }
    }
}
