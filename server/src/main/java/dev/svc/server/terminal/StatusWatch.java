package dev.svc.server.terminal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Asking;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.status.Explained;
import dev.svc.server.terminal.status.LastLines;
import dev.svc.server.terminal.status.Menu;
import dev.svc.server.terminal.status.MenuReader;
import dev.svc.server.terminal.status.Picture;
import dev.svc.server.terminal.status.Settling;
import dev.svc.server.terminal.status.StatusReader;
import dev.svc.server.terminal.status.Typed;
import dev.svc.server.terminal.vt.Screen;
import dev.svc.shared.vital.OwnedBy;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Polls every terminal a few times a second and announces when its program does something else. One thread for all,
/// and a platform thread, because screens are texts of strangers: status may lag by a moment, output never waits for
/// it.
final class StatusWatch implements Closeable {
    private static final Logger LOG = Logger.getLogger(StatusWatch.class.getName());
    private static final Duration LOOK = Duration.ofMillis(250);

    private final Supplier<Collection<Terminal>> living;
    private final Function<EngineKey, ScreenRules> screens;
    private final InstantSource clock;
    private final Listener listener;
    private final Map<Terminal, Watched> watched = new ConcurrentHashMap<>();
    private final Thread thread;

    /// Receives what a terminal's program does now, and what it asks while it waits.
    interface Listener {
        void changed(Terminal terminal, Status status, @Nullable Asking asking);
    }

    /// @param screens what the screen of each program looks like
    StatusWatch(
            Supplier<Collection<Terminal>> living,
            Function<EngineKey, ScreenRules> screens,
            InstantSource clock,
            Listener listener) {
        this.living = living;
        this.screens = screens;
        this.clock = clock;
        this.listener = listener;
        this.thread = Vital.platform("status watch").start(this::run);
    }

    Status status(Terminal terminal) {
        var known = watched.get(terminal);
        return known == null ? Status.IDLE : known.told;
    }

    /// What the program of the terminal asks; null while it does not wait.
    @Nullable
    Asking asking(Terminal terminal) {
        var known = watched.get(terminal);
        return known == null ? null : known.asking;
    }

    /// Types the key of a choice, if exactly the question with this digest stands on the screen now.
    Typed answer(Terminal terminal, String digest, String key) {
        var known = watched.get(terminal);
        return known == null ? Typed.GONE : known.answer(digest, key);
    }

    /// The screen of the terminal as of the output read so far; empty before the first look.
    String screen(Terminal terminal) {
        var known = watched.get(terminal);
        return known == null ? "" : known.text();
    }

    /// What the terminal shows as of the output read so far; without lines before the first look.
    Picture picture(Terminal terminal) {
        var known = watched.get(terminal);
        var size = terminal.size();
        return new Picture(
                terminal.session(),
                known == null ? Status.IDLE : known.told,
                known == null ? null : known.asking,
                known == null ? List.of() : known.lastLines(),
                size.cols(),
                size.rows());
    }

    /// What the status of a terminal is read from now; empty before the first look.
    Optional<Explained> explain(Terminal terminal) {
        return Optional.ofNullable(watched.get(terminal)).map(Watched::explain);
    }

    private void run() {
        try {
            while (true) {
                Thread.sleep(LOOK);
                look();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void look() {
        var now = Set.copyOf(living.get());
        watched.keySet().retainAll(now);
        for (var terminal : now) {
            try {
                watched.computeIfAbsent(terminal, this::watched).look(listener);
            } catch (RuntimeException failed) {
                LOG.log(Level.FINE, failed, () -> "the status of " + terminal.session() + " could not be read");
            }
        }
    }

    private Watched watched(Terminal terminal) {
        return new Watched(terminal, screens.apply(terminal.session().engine()), clock);
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /// One terminal's screen as of the output read so far, and what was announced of it. Only the watching thread reads
    /// on.
    private static final class Watched {
        private static final int PIECE = 64 * 1024;

        /// A program that prints more than this between two looks is flooding: only the end of it is worth parsing.
        private static final long MOST = 128 * 1024;

        /// Shown as idle: the words for a status are those that a program can be in.
        private static final Explained UNKNOWN =
                new Explained(Status.IDLE, "not known yet: the program has not repainted since svc was started", "");

        private final Terminal terminal;
        private final InstantSource clock;
        private final StatusReader reader;
        private final MenuReader menus;
        private final ReentrantLock lock = new ReentrantLock();

        @GuardedBy("lock")
        private Screen screen;

        @GuardedBy("lock")
        private long cursor = -1;

        /// Whether the screen is made of what the program has printed since this server holds it; before that, it is
        /// the picture of what was kept, and says nothing of what the program does now.
        @GuardedBy("lock")
        private boolean fresh;

        /// Somebody else than the watching thread has read on.
        @GuardedBy("lock")
        private boolean unlooked;

        /// Made when somebody asks, and kept for all who ask until there is more output.
        @GuardedBy("lock")
        private @Nullable List<String> lastLines;

        @OwnedBy("the watching thread")
        private boolean unread;

        @OwnedBy("the watching thread")
        private final Settling settling = new Settling();

        private volatile Status told = Status.IDLE;
        private volatile @Nullable Asking asking;

        Watched(Terminal terminal, ScreenRules rules, InstantSource clock) {
            this.terminal = terminal;
            this.clock = clock;
            this.reader = new StatusReader(rules);
            this.menus = new MenuReader(rules);
            this.screen = emptyScreen();
        }

        private Screen emptyScreen() {
            var size = terminal.size();
            return new Screen(size.cols(), size.rows());
        }

        String text() {
            lock.lock();
            try {
                return screen.text();
            } finally {
                lock.unlock();
            }
        }

        List<String> lastLines() {
            lock.lock();
            try {
                var lines = lastLines;
                if (lines == null) {
                    lines = LastLines.of(screen.lines());
                    lastLines = lines;
                }
                return lines;
            } finally {
                lock.unlock();
            }
        }

        Explained explain() {
            lock.lock();
            try {
                return terminal.repaint().isOver()
                        ? reader.explain(terminal.announcements(), present(), isCursorShown())
                        : UNKNOWN;
            } finally {
                lock.unlock();
            }
        }

        /// Reads what the program has printed until now. A menu that two readings have not agreed about yet is not
        /// answered, and neither is one that offers no such key.
        Typed answer(String digest, String key) {
            lock.lock();
            try {
                boolean isDrawing = readOn();
                unlooked |= isDrawing;
                var now = reading();
                var menu = now.menu();
                if (menu == null) {
                    return Typed.GONE;
                }
                boolean offered = menu.choices().stream()
                        .anyMatch(it -> it.key().equals(key) && it.effect() != Ask.Effect.TERMINAL);
                if (!menu.digest().equals(digest) || !offered) {
                    return Typed.CHANGED;
                }
                var announced = asking;
                if (announced == null
                        || !announced.digest().equals(digest)
                        || !terminal.repaint().isOver()) {
                    return Typed.BUSY;
                }
                terminal.answer(key);
                return Typed.TYPED;
            } catch (IOException failed) {
                return Typed.BUSY;
            } finally {
                lock.unlock();
            }
        }

        /// Nothing is read while a repaint is due: the screen is that of another time.
        void look(Listener listener) {
            Settling.Reading now;
            lock.lock();
            try {
                unread |= readOn() || unlooked;
                unlooked = false;
                if (!terminal.repaint().look(cursor) || (!unread && settling.isSettled())) {
                    return;
                }
                unread = false;
                now = reading();
            } finally {
                lock.unlock();
            }
            if (settling.read(now)) {
                asking = now.menu() == null ? null : asking(now.menu());
                told = now.status();
                listener.changed(terminal, told, asking);
            }
        }

        @GuardedBy("lock")
        private Settling.Reading reading() {
            var status = reader.read(terminal.announcements(), present(), isCursorShown());
            return new Settling.Reading(status, status == Status.WAITING ? menus.read(present()) : null);
        }

        /// The program's own lines; none where all is kept output.
        @GuardedBy("lock")
        private List<String> present() {
            return fresh ? screen.lines() : List.of();
        }

        @GuardedBy("lock")
        private boolean isCursorShown() {
            return !fresh || screen.isCursorShown();
        }

        /// The same question keeps its age where only what may be answered has changed.
        private Asking asking(Menu menu) {
            var before = asking;
            var since = before != null && Objects.equals(before.text(), menu.text()) ? before.since() : clock.instant();
            return new Asking(id(menu, since), menu.text(), since, menu.choices(), menu.digest());
        }

        private String id(Menu menu, Instant since) {
            return MenuReader.hash(terminal.session() + " " + since + " " + menu.digest());
        }

        @GuardedBy("lock")
        private boolean readOn() {
            var ring = terminal.ring();
            long end = ring.end();
            if (end == cursor) {
                return false;
            }
            lastLines = null;
            boolean begins = !fresh && end > terminal.begin();
            if (cursor < 0 || begins || end - cursor > MOST) {
                fresh |= begins;
                cursor = Math.max(Math.max(ring.start(), end - MOST), fresh ? terminal.begin() : 0);
                screen = emptyScreen();
                if (cursor == terminal.begin()) {
                    byte[] modes = terminal.modes().getBytes(StandardCharsets.UTF_8);
                    screen.write(modes, modes.length);
                }
            }
            screen.resize(terminal.size().cols(), terminal.size().rows());
            byte[] bytes = new byte[(int) Math.min(PIECE, end - cursor)];
            for (int n = ring.read(cursor, bytes, 0, bytes.length);
                    n > 0 && cursor < end;
                    n = ring.read(cursor, bytes, 0, bytes.length)) {
                screen.write(bytes, n);
                cursor += n;
            }
            return true;
        }
    }
}
