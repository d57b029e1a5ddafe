package dev.svc.server.wiring.terminal;

import dev.svc.server.engine.shell.ShellBook;
import dev.svc.server.session.Asking;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.TerminalEvents;
import dev.svc.server.terminal.Terminals;
import dev.svc.shared.vital.Vital;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
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

    private final ShellBook book;
    private final InstantSource clock;

    /// Those whose output has to be looked at: every one that began or ended since the last round; guards itself.
    private final Set<SessionId> heard = ConcurrentHashMap.newKeySet();

    private final Map<SessionId, ShellLog> logs = new HashMap<>(); // of the writing thread
    private final byte[] bytes = new byte[ShellLog.PIECE]; // of the writing thread
    private final CountDownLatch closing = new CountDownLatch(1);
    private @Nullable Thread thread; // by the one who starts and closes

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
            book.open().forEach(id -> heard.add(new SessionId(EngineKey.SHELL, id)));
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, unreadable, () -> "the logs of plain terminals cannot be read");
        }
        thread = Vital.platform("shell logs").start(() -> run(terminals));
    }

    private void run(Terminals terminals) {
        try {
            do {
                round(terminals);
            } while (!closing.await(ROUND.toMillis(), TimeUnit.MILLISECONDS));
            leave();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void leave() {
        logs.forEach((session, log) -> {
            try {
                log.leave();
            } catch (IOException | RuntimeException failed) {
                LOG.log(Level.FINE, failed, () -> "how far " + session + " was read could not be written down");
            }
        });
    }

    private void round(Terminals terminals) {
        for (var session : List.copyOf(heard)) {
            if (closing.getCount() == 0) {
                return;
            }
            boolean runs = terminals.isLive(session);
            try {
                var log = log(session);
                if (runs) {
                    log.round(reading -> terminals.scrollback(session, reading));
                } else {
                    heard.remove(session); // heard of again, it has begun again
                    log.end(reading -> terminals.scrollback(session, reading));
                    logs.remove(session);
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

    private ShellLog log(SessionId session) throws IOException {
        var known = logs.get(session);
        if (known == null) {
            known = new ShellLog(book, session.nativeId(), clock, bytes);
            logs.put(session, known);
        }
        return known;
    }

    /// What has not been written down yet is taken from the rings by the next server.
    @Override
    public void close() {
        closing.countDown();
        if (thread != null) {
            try {
                thread.join();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
