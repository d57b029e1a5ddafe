package dev.svc.server.wiring.terminal;

import dev.svc.server.engine.shell.ShellBook;
import dev.svc.server.session.Asking;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.TerminalEvents;
import dev.svc.server.terminal.Terminals;
import dev.svc.server.terminal.ring.Ring;
import dev.svc.server.terminal.vt.TextLines;
import dev.svc.shared.vital.Vital;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Writes down what plain terminals print, from their rings into their logs, every few seconds and once more when they
/// have ended: then it is listed, read and searched as any conversation is.
///
/// One platform thread, since what is printed is text of strangers; it alone touches the lines. What a killed
/// server did not get to is taken from the ring by the next one.
public final class ShellLogs implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(ShellLogs.class.getName());
    private static final Duration ROUND = Duration.ofSeconds(2);

    /// A program that printed nothing for so many rounds has paused: what it printed is written down.
    private static final int REST = 2;

    private static final int PIECE = 256 << 10;

    /// A terminal gets no more than this in one round, so that none starves.
    private static final int MOST = 8 << 20;

    /// What one record takes, about.
    private static final int RECORD = 16 << 10;

    private final ShellBook book;
    private final InstantSource clock;

    /// Those whose output has to be looked at: every one that began or ended since the last round; guards itself.
    private final Set<SessionId> heard = ConcurrentHashMap.newKeySet();

    /// Begun under a former server, and not read yet; of the one who starts, then of the writing thread.
    private final Set<SessionId> inherited = new HashSet<>();

    private final Map<SessionId, Log> logs = new HashMap<>(); // of the writing thread
    private @Nullable Thread thread; // by the one who starts and closes

    /// What is being written about one terminal; of the writing thread.
    private static final class Log {
        private final Deque<Finished> finished = new ArrayDeque<>();
        private int length;
        private TextLines lines;
        private int quiet;
        private boolean full;

        /// Up to this place, it is written down where output may be missing.
        private long settled;

        /// Whether all up to here was read by this server. A full-screen program prints much of which nothing is
        /// written
        /// down: where a former server has read to, its log does not say.
        private boolean follows;

        Log(ShellBook.Extent extent, boolean inherited) {
            this.follows = !inherited;
            this.lines = new TextLines(extent.upto(), this::take);
            this.settled = extent.settled() ? extent.upto() : extent.upto() - 1;
        }

        private void take(String line, long next) {
            finished.add(new Finished(line, next));
            length += line.length() + 1;
        }

        void goOn(long start, String modes) {
            lines.close();
            lines = new TextLines(start, this::take);
            lines.resume(modes.getBytes(StandardCharsets.UTF_8));
        }
    }

    /// A line that is to be written down, and where the output goes on after it.
    private record Finished(String text, long next) {}

    /// A stretch of a ring; in `bytes`, its first `length`.
    ///
    /// @param from where it begins
    /// @param modes what is in force there, where what came before is gone; empty otherwise
    /// @param gap whether output may be missing after it
    private record Stretch(long from, int length, String modes, boolean gap) {
        boolean isNothing() {
            return length == 0 && !gap;
        }
    }

    private final byte[] bytes = new byte[PIECE]; // of the writing thread

    public ShellLogs(ShellBook book, InstantSource clock) {
        this.book = book;
        this.clock = clock;
    }

    /// Hears of the terminals what the others hear.
    public TerminalEvents beside(TerminalEvents others) {
        return new TerminalEvents() {
            @Override
            public void adopted(SessionId placeholder, SessionId real) {
                others.adopted(placeholder, real);
            }

            @Override
            public void changed(SessionId session, Status status, @Nullable Asking asking) {
                others.changed(session, status, asking);
                if (session.engine() == EngineKey.SHELL) {
                    heard.add(session);
                }
            }

            @Override
            public void reaped(SessionId session, String why, boolean dryRun) {
                others.reaped(session, why, dryRun);
            }

            @Override
            public void takenOver(SessionId session, String viewer) {
                others.takenOver(session, viewer);
            }
        };
    }

    /// Writes from now on, first what a former server did not get to.
    public void start(Terminals terminals) {
        try {
            book.open().forEach(id -> inherited.add(new SessionId(EngineKey.SHELL, id)));
            heard.addAll(inherited);
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, unreadable, () -> "the logs of plain terminals cannot be read");
        }
        thread = Vital.platform("shell logs").start(() -> run(terminals));
    }

    private void run(Terminals terminals) {
        try {
            while (true) {
                round(terminals);
                Thread.sleep(ROUND);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void round(Terminals terminals) {
        for (var session : List.copyOf(heard)) {
            boolean runs = terminals.isLive(session);
            try {
                var log = log(session);
                if (runs) {
                    write(terminals, session, log);
                } else {
                    end(terminals, session, log);
                }
            } catch (NoSuchFileException removed) {
                logs.remove(session);
                heard.remove(session);
            } catch (IOException | RuntimeException failed) {
                logs.remove(session);
                heard.add(session);
                LOG.log(Level.FINE, failed, () -> "what " + session + " printed could not be written down yet");
            }
        }
    }

    private Log log(SessionId session) throws IOException {
        var known = logs.get(session);
        if (known == null) {
            known = new Log(book.extent(session.nativeId()), inherited.remove(session));
            logs.put(session, known);
        }
        return known;
    }

    private void write(Terminals terminals, SessionId session, Log log) throws IOException {
        boolean printed = read(terminals, session, log);
        log.quiet = printed ? 0 : log.quiet + 1;
        if (log.quiet == REST) {
            log.lines.rest();
        }
        note(session, log, printed ? RECORD : 1);
    }

    /// Heard of again, it has begun again.
    private void end(Terminals terminals, SessionId session, Log log) throws IOException {
        heard.remove(session);
        while (read(terminals, session, log)) {
            note(session, log, RECORD);
        }
        log.lines.close();
        note(session, log, 1);
        book.ended(session.nativeId(), log.lines.end(), clock.instant());
        logs.remove(session);
    }

    /// Whether there was something new.
    private boolean read(Terminals terminals, SessionId session, Log log) throws IOException {
        int length = 0;
        while (length < MOST) {
            long from = log.lines.end();
            var found = terminals.scrollback(session, ring -> stretch(ring, from, log.settled));
            if (found.isEmpty() || found.get().isNothing()) {
                return length > 0;
            }
            var stretch = found.get();
            if (stretch.from() > from && log.follows) {
                missed(session, log);
            }
            if (stretch.from() != from) {
                log.goOn(stretch.from(), stretch.modes());
                log.settled = stretch.from() - 1;
            }
            log.follows = true;
            log.lines.write(bytes, stretch.length());
            length += stretch.length();
            if (stretch.gap()) {
                missed(session, log);
            }
        }
        return true;
    }

    /// The next bytes; where they are overwritten or were cleared, those from a place where a replay can begin.
    private Stretch stretch(Ring ring, long from, long settled) {
        var point = from < ring.start() || from > ring.end() ? ring.replayPoint() : null;
        long start = point == null ? from : point.offset();
        long gap = ring.gaps().stream()
                .filter(at -> at >= start && (point != null || at > settled))
                .min(Comparator.naturalOrder())
                .orElse(Long.MAX_VALUE);
        int most = (int) Math.min(PIECE, Math.min(gap, ring.end()) - start);
        int read = Math.max(0, ring.read(start, bytes, 0, most));
        return new Stretch(start, read, point == null ? "" : point.modes(), start + read == gap);
    }

    /// Writes down that output may be missing at the place up to which it was read.
    private void missed(SessionId session, Log log) throws IOException {
        log.lines.close();
        note(session, log, 1);
        if (!log.full) {
            book.missed(session.nativeId(), log.lines.end(), clock.instant());
        }
        log.settled = log.lines.end();
    }

    /// Writes the finished lines down, where they are enough for a record. Each record says where the output goes
    /// on after its own lines, so that a writing that breaks off between two loses nothing and doubles nothing.
    private void note(SessionId session, Log log, int enough) throws IOException {
        if (log.length < enough) {
            return;
        }
        while (!log.finished.isEmpty() && !log.full) {
            var text = new StringBuilder();
            long next = 0;
            while (!log.finished.isEmpty() && text.length() < RECORD) {
                var line = log.finished.removeFirst();
                text.append(line.text()).append('\n');
                next = line.next();
            }
            if (!text.toString().isBlank()) {
                log.full = !book.printed(session.nativeId(), text.toString().stripTrailing(), next, clock.instant());
            }
        }
        log.finished.clear();
        log.length = 0;
    }

    /// What has not been written down yet is taken from the rings by the next server.
    @Override
    public void close() {
        if (thread != null) {
            thread.interrupt();
            try {
                thread.join();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
