package dev.svc.server.fleet.copy;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.fleet.broker.BrokerLog;
import dev.svc.server.fleet.broker.LogFullException;
import dev.svc.server.fleet.broker.LogMovedException;
import dev.svc.server.fleet.copy.OwnJournal.OwnEntry;
import dev.svc.server.fleet.envelope.Charter;
import dev.svc.server.fleet.envelope.CopyOpening;
import dev.svc.server.fleet.envelope.MessageKind;
import dev.svc.server.fleet.envelope.Seal;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Keeps the copy of this host's journal at the broker complete, on a thread of its own that alone waits for the
/// broker. The journal is the queue: with every connection the broker says how far its copy goes, and what lacks is
/// read from the journal and sent.
public final class JournalCopier implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(JournalCopier.class.getName());

    /// Changes within this time are sent together.
    private static final Duration PACE = Duration.ofMillis(100);

    private static final int MOST_LINES = 256;
    private static final int MOST_CHARACTERS = 64 << 10;
    private static final Duration LEAVING = Duration.ofSeconds(1);

    private final OwnJournal journal;
    private final Settled settled;
    private final boolean sweeps;
    private final Duration retry;
    private final Thread thread;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition comes = lock.newCondition();

    @GuardedBy("lock")
    private @Nullable Line line;

    @GuardedBy("lock")
    private boolean woken;

    private volatile boolean closed;
    private volatile @Nullable String trouble;

    /// The newest note that stands in the log.
    @OwnedBy("the thread")
    private @Nullable String noted;

    /// One connection, and how far the copy goes on it.
    private static final class Line {
        final BrokerLog log;
        final Seal seal;
        final String host;
        volatile Charter charter;
        volatile boolean caughtUp;
        volatile boolean current;
        volatile @Nullable String note;

        @OwnedBy("the thread")
        CopyLook.@Nullable Fits end;

        /// Up to where entries were looked at, of which none is left to be copied.
        @OwnedBy("the thread")
        long seen;

        @OwnedBy("the thread")
        boolean isRefused;

        @OwnedBy("the thread")
        long swept;

        Line(BrokerLog log, Seal seal, Charter charter, String host) {
            this.log = log;
            this.seal = seal;
            this.charter = charter;
            this.host = host;
        }
    }

    /// @param sweeps whether copies that the list of hosts does not name are removed from here
    /// @param retry how long after a failure it is tried again
    public JournalCopier(OwnJournal journal, Settled settled, boolean sweeps, Duration retry) {
        this.journal = journal;
        this.settled = settled;
        this.sweeps = sweeps;
        this.retry = retry;
        this.thread = Thread.ofPlatform().daemon().name("fleet-copy").unstarted(this::run);
    }

    public void start() {
        thread.start();
    }

    /// The journal has more. Returns at once.
    public void changed() {
        wake();
    }

    /// A connection is there, on which nothing is sent before [#caughtUp]: until then it may be under a secret that a
    /// host has which was ended.
    ///
    /// @param host the id of this host
    public void connected(BrokerLog log, Seal seal, Charter charter, String host) {
        lock.lock();
        try {
            line = new Line(log, seal, charter, host);
            trouble = null;
        } finally {
            lock.unlock();
        }
    }

    /// The broker has told which hosts there are.
    public void caughtUp() {
        var now = line();
        if (now != null) {
            now.caughtUp = true;
            wake();
        }
    }

    /// Other hosts are in the fleet now, under the same secret.
    public void under(Charter charter) {
        var now = line();
        if (now != null) {
            now.charter = charter;
            wake();
        }
    }

    public void lost() {
        lock.lock();
        try {
            line = null;
            trouble = null;
        } finally {
            lock.unlock();
        }
    }

    public CopyStatus status() {
        var now = line();
        return now == null ? new CopyStatus(false, null, null) : new CopyStatus(now.current, trouble, now.note);
    }

    private @Nullable Line line() {
        lock.lock();
        try {
            return line;
        } finally {
            lock.unlock();
        }
    }

    private void wake() {
        lock.lock();
        try {
            woken = true;
            comes.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /// Until there is something to do, or it is time to try again.
    private void await() throws InterruptedException {
        lock.lock();
        try {
            long left = retry.toNanos();
            while (!woken && left > 0) {
                left = comes.awaitNanos(left);
            }
            woken = false;
        } finally {
            lock.unlock();
        }
    }

    private void run() {
        try {
            while (!closed) {
                await();
                var now = line();
                if (now != null && now.caughtUp && !closed) {
                    copy(now);
                }
                TimeUnit.NANOSECONDS.sleep(PACE.toNanos());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void copy(Line now) {
        try {
            if (sweeps) {
                sweep(now);
            }
            forward(now);
        } catch (LogMovedException moved) {
            now.end = null; // the next round looks where it ends
            LOG.log(Level.FINE, "copying", moved);
        } catch (LogFullException full) {
            failed(now, full.getMessage() + ": changes of this host are not copied until there is some");
        } catch (IOException | RuntimeException failed) {
            // Mostly a connection that was lost, of which the log has a line already.
            now.end = null;
            now.current = false;
            LOG.log(Level.FINE, "copying", failed);
            tell(now, "the journal is not copied: " + failed.getMessage());
        }
    }

    /// Somebody has to do something about it: it stands in the log, once.
    private void failed(Line now, String why) {
        now.current = false;
        if (!why.equals(trouble) && !closed) {
            LOG.warning(why);
        }
        tell(now, why);
    }

    private void tell(Line now, @Nullable String why) {
        lock.lock();
        try {
            if (line == now) {
                trouble = why;
            }
        } finally {
            lock.unlock();
        }
    }

    /// Nobody can read the copies of hosts that no charter knows any more.
    private void sweep(Line now) throws IOException {
        if (now.swept == now.charter.version()) {
            return;
        }
        var names = now.log.names(); // before the list: who comes in meanwhile is in that
        var charter = now.charter;
        var known = new HashSet<String>();
        charter.members().forEach(it -> known.add(it.id()));
        charter.former().forEach(it -> known.add(it.member().id()));
        for (var name : names) {
            if (!known.contains(name)) {
                now.log.remove(name);
            }
        }
        now.swept = charter.version();
    }

    private void forward(Line now) throws IOException {
        if (now.isRefused) {
            return;
        }
        if (now.end == null) {
            look(now);
        }
        for (var end = now.end; end != null && line() == now && !closed; end = now.end) {
            var batch = next(now, end);
            if (batch.lines.isEmpty()) {
                now.seen = Math.max(now.seen, batch.until.entry());
                now.current = true;
                tell(now, null);
                return;
            }
            now.current = false;
            send(now, end, batch);
        }
    }

    private void send(Line now, CopyLook.Fits end, Batch batch) throws IOException {
        var message = new CopyMessage(end.mark(), batch.until, end.count() + 1, end.unknown(), batch.lines);
        byte[] sealed = now.seal.seal(MessageKind.COPY, CopyLook.place(now.host), message.written());
        long place = now.log.append(now.host, end.place(), batch.id, sealed);
        now.end = new CopyLook.Fits(batch.until, message.count(), place, end.unknown());
        now.seen = batch.until.entry();
    }

    private void look(Line now) throws IOException {
        var found = CopyLook.at(now.log, new CopyOpening(now.charter), now.host, journal);
        switch (found) {
            case CopyLook.Fits fits -> begin(now, fits);
            case CopyLook.Useless _ -> beginAnew(now);
            case CopyLook.Beyond beyond -> {
                if (settled.upTo().filter(beyond.mark()::equals).isPresent()) {
                    beginAnew(now);
                } else {
                    now.isRefused = true;
                    failed(now, sentence(beyond, journal.head()));
                }
            }
        }
        if (!now.isRefused) {
            settled.forget();
        }
    }

    /// What is to be done where the broker has more.
    public static String sentence(CopyLook.Beyond beyond, CopyMark here) {
        var what = here.entry() < beyond.mark().entry()
                ? "the broker has this host's journal up to entry %d, and here it ends with entry %d"
                        .formatted(beyond.mark().entry(), here.entry())
                : "entry %d of this host's journal is another one than the broker has"
                        .formatted(beyond.mark().entry());
        return what + ": nothing is copied until you stop svc and run: " + OwnCommand.line("fleet resolve");
    }

    /// What is to be said of messages that are passed over; null where there are none.
    public static @Nullable String note(CopyLook.Fits at) {
        if (at.unknown() == 0) {
            return null;
        }
        boolean isOne = at.unknown() == 1;
        return ("the copy of this host's journal has %s in a form that this release of svc does not know, and goes on"
                        + " behind %s: update svc if a newer one ran here before; if none did, somebody else put %2$s"
                        + " there, so give the broker another token")
                .formatted(isOne ? "1 message" : at.unknown() + " messages", isOne ? "it" : "them");
    }

    private void begin(Line now, CopyLook.Fits at) {
        now.end = at;
        now.seen = at.mark().entry();
        var note = note(at);
        if (note != null && !note.equals(noted)) {
            LOG.warning(note);
        }
        noted = note;
        now.note = note;
    }

    private void beginAnew(Line now) throws IOException {
        now.log.remove(now.host);
        begin(now, CopyLook.Fits.NOTHING);
    }

    /// The next stretch of the journal, bounded in memory.
    private static final class Batch {
        final List<String> lines = new ArrayList<>();

        @OwnedBy("the thread")
        CopyMark until;

        @OwnedBy("the thread")
        String id = "";

        @OwnedBy("the thread")
        private int characters;

        Batch(CopyMark until) {
            this.until = until;
        }

        /// Whether there is room for another one.
        boolean take(OwnEntry entry) {
            until = entry.mark();
            var text = entry.line();
            if (text != null && text.length() <= CopyMessage.LONGEST_LINE) {
                lines.add(text);
                id = entry.id();
                characters += text.length();
            }
            return lines.size() < MOST_LINES && characters < MOST_CHARACTERS;
        }
    }

    private Batch next(Line now, CopyLook.Fits end) {
        var batch = new Batch(end.mark());
        journal.read(now.seen, batch::take);
        return batch;
    }

    /// Ends, and lets go of the journal if the broker does not keep it waiting; what lacks is copied after the next
    /// start.
    @Override
    public void close() {
        closed = true;
        wake();
        try {
            if (thread.isAlive() && !thread.join(LEAVING)) {
                LOG.fine("the broker still keeps the copying waiting");
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
