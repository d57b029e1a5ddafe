package dev.svc.server.terminal;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.session.Asking;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.host.Foreground;
import dev.svc.server.terminal.status.AtPrompt;
import dev.svc.server.terminal.status.Between;
import dev.svc.server.terminal.status.Explained;
import dev.svc.server.terminal.status.LiveScreen;
import dev.svc.server.terminal.status.Menu;
import dev.svc.server.terminal.status.MenuReader;
import dev.svc.server.terminal.status.Picture;
import dev.svc.server.terminal.status.Settling;
import dev.svc.server.terminal.status.StatusReader;
import dev.svc.server.terminal.status.Typed;
import dev.svc.shared.control.ProcessMemory;
import dev.svc.shared.vital.OwnedBy;
import dev.svc.shared.vital.Vital;
import java.io.Closeable;
import java.io.IOException;
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
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Looks at every terminal a few times a second, and sooner where one prints after a pause, and announces when its
/// program does something else. One thread for all, and a platform thread, because screens are texts of strangers:
/// status may lag by a moment, output never waits for it.
final class StatusWatch implements Closeable {
    private static final Logger LOG = Logger.getLogger(StatusWatch.class.getName());

    /// All terminals are looked after this often.
    private static final Duration ROUND = Duration.ofMillis(250);

    /// While one prints, or says something that is not announced yet.
    private static final Duration TICK = Duration.ofMillis(25);

    /// Time limit for who asks what stands on a screen at that moment.
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Supplier<Collection<Terminal>> living;
    private final Function<EngineKey, ScreenRules> screens;
    private final Predicate<EngineKey> isPlain;
    private final InstantSource clock;
    private final Listener listener;
    private final Map<Terminal, Watched> watched = new ConcurrentHashMap<>();
    private final Between between = new Between();
    private final ProcessMemory memory;
    private final Thread thread;

    /// Receives what a terminal's program does now, and what it asks while it waits.
    interface Listener {
        void changed(Terminal terminal, Status status, @Nullable Asking asking);
    }

    /// @param screens what the screen of each program looks like
    /// @param isPlain whether a program is a shell, which is at work while a command runs in front of it
    /// @param memory where that command is read
    StatusWatch(
            Supplier<Collection<Terminal>> living,
            Function<EngineKey, ScreenRules> screens,
            Predicate<EngineKey> isPlain,
            ProcessMemory memory,
            InstantSource clock,
            Listener listener) {
        this.living = living;
        this.screens = screens;
        this.isPlain = isPlain;
        this.memory = memory;
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

    /// What stands on the screen at this moment, whether it was announced or not; empty where nothing is asked, or not
    /// known yet. Waits for the watching thread.
    Optional<Asking> askingNow(Terminal terminal) {
        var known = watched.get(terminal);
        return known == null ? Optional.empty() : between.ask(known::askingNow, PATIENCE);
    }

    /// Types the key of a choice, if exactly the question with this digest stands on the screen now. Done by the
    /// watching thread, so that no look comes between.
    Typed answer(Terminal terminal, String digest, String key) {
        var known = watched.get(terminal);
        return known == null
                ? Typed.GONE
                : between.ask(() -> Optional.of(known.answer(digest, key)), PATIENCE)
                        .orElse(Typed.BUSY);
    }

    /// Whether a text can be sent to the program now.
    AtPrompt atPrompt(Terminal terminal) {
        return between(terminal, Watched::atPrompt);
    }

    /// Puts a text at the prompt, if the program is there now and nothing else is typed.
    AtPrompt paste(Terminal terminal, String text) {
        return between(terminal, known -> known.paste(text));
    }

    /// Sends what was pasted, unless something has come between. Done by the watching thread, as an answer is: Enter
    /// must not answer a question that has come up since.
    AtPrompt enter(Terminal terminal) {
        return between(terminal, Watched::enter);
    }

    private AtPrompt between(Terminal terminal, Function<Watched, AtPrompt> look) {
        var known = watched.get(terminal);
        return known == null
                ? AtPrompt.NOT_YET
                : between.ask(() -> Optional.of(look.apply(known)), PATIENCE).orElse(AtPrompt.NOT_YET);
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
            long round = System.nanoTime();
            while (true) {
                var left = Duration.ofNanos(round + ROUND.toNanos() - System.nanoTime());
                between.rest(isQuiet() || left.compareTo(TICK) < 0 ? left : TICK, this::isQuiet);
                long now = System.nanoTime();
                boolean isRound = now - round >= ROUND.toNanos();
                if (isRound) {
                    round = now;
                    gather();
                }
                watched.values().forEach(it -> look(it, now, isRound));
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isQuiet() {
        return watched.values().stream().allMatch(Watched::isQuiet);
    }

    private void gather() {
        var now = Set.copyOf(living.get());
        watched.keySet().retainAll(now);
        for (var terminal : now) {
            watched.computeIfAbsent(terminal, this::watched);
        }
    }

    private Watched watched(Terminal terminal) {
        terminal.watchedBy(between::wake);
        var engine = terminal.session().engine();
        var foreground = isPlain.test(engine) ? new Foreground(memory) : null;
        return new Watched(terminal, screens.apply(engine), foreground, clock);
    }

    private void look(Watched one, long now, boolean isRound) {
        try {
            if (one.isDue(now, isRound)) {
                one.look(now, listener);
            }
        } catch (RuntimeException failed) {
            LOG.log(Level.FINE, failed, () -> "the status of " + one.terminal.session() + " could not be read");
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }

    /// One terminal's screen as of the output read so far, and what was announced of it. Only the watching thread reads
    /// on.
    private static final class Watched {
        /// So long at least between two looks at output that keeps coming.
        private static final long GAP = Duration.ofMillis(80).toNanos();

        /// Who prints more than this within a gap is far from asking something.
        private static final long FLOOD = 32 * 1024;

        /// So long at most a program has to take a key, until the same question counts as asked again.
        private static final long REACTION = Duration.ofSeconds(3).toNanos();

        /// Shown as idle: the words for a status are those that a program can be in.
        private static final Explained UNKNOWN =
                new Explained(Status.IDLE, "not known yet: the program has not repainted since svc was started", "");

        private final Terminal terminal;
        private final InstantSource clock;
        private final StatusReader reader;
        private final @Nullable Foreground foreground; // of a plain terminal alone
        private final MenuReader menus;
        private final ReentrantLock lock = new ReentrantLock();

        @GuardedBy("lock")
        private final LiveScreen screen;

        @OwnedBy("the watching thread")
        private boolean unread;

        @OwnedBy("the watching thread")
        private long lookedAt;

        @OwnedBy("the watching thread")
        private final Settling settling = new Settling();

        /// Seen, and not announced yet.
        @OwnedBy("the watching thread")
        private @Nullable Asking coming;

        /// The digest of the question that was answered last, while it has been seen on.
        @OwnedBy("the watching thread")
        private @Nullable String answered;

        @OwnedBy("the watching thread")
        private long answeredAt;

        private volatile Status told = Status.IDLE;
        private volatile @Nullable Asking asking;

        Watched(Terminal terminal, ScreenRules rules, @Nullable Foreground foreground, InstantSource clock) {
            this.foreground = foreground;
            this.terminal = terminal;
            this.clock = clock;
            this.reader = new StatusReader(rules);
            this.menus = new MenuReader(rules);
            this.screen = new LiveScreen(terminal.ring(), terminal.begin(), terminal.modes(), terminal::size);
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
                return screen.lastLines();
            } finally {
                lock.unlock();
            }
        }

        Explained explain() {
            lock.lock();
            try {
                if (foreground != null) {
                    return new Explained(plain(foreground), "what is in the foreground of the terminal", "");
                }
                return terminal.repaint().isOver()
                        ? reader.explain(terminal.announcements(), screen.present(), screen.isCursorShown())
                        : UNKNOWN;
            } finally {
                lock.unlock();
            }
        }

        private long unread() {
            lock.lock();
            try {
                return screen.unread();
            } finally {
                lock.unlock();
            }
        }

        /// Whether the next round is soon enough to look at it, unless it prints. A terminal whose ring was closed is
        /// about to leave.
        boolean isQuiet() {
            try {
                return !terminal.repaint().isOver() || (settling.isSettled() && !unread && unread() == 0);
            } catch (IllegalStateException closed) {
                return true;
            }
        }

        /// A repaint that is due is counted in rounds, and a flood is looked at in rounds.
        boolean isDue(long now, boolean isRound) {
            if (isRound || !terminal.repaint().isOver()) {
                return isRound;
            }
            long more = unread();
            boolean prints = (more > 0 && more < FLOOD) || unread;
            return (prints && now - lookedAt >= GAP) || (!settling.isSettled() && now - settling.nextAt() >= 0);
        }

        /// Nothing is read while a repaint is due: the screen is that of another time. A shell is looked at in every
        /// round, since a command that prints nothing can come to its foreground.
        void look(long at, Listener listener) {
            Settling.Reading now;
            lock.lock();
            try {
                unread |= screen.readOn();
                if (!terminal.repaint().look(screen.end()) || (!unread && foreground == null && settling.isSettled())) {
                    return;
                }
                unread = false;
                lookedAt = at;
                now = reading();
            } finally {
                lock.unlock();
            }
            var asks = asked(now);
            if (settling.read(now, at)) {
                asking = asks;
                told = now.status();
                listener.changed(terminal, told, asks);
            }
        }

        /// What stands there when all is read that has been printed until now; the next look reads it again.
        @GuardedBy("lock")
        private Settling.Reading readingNow() {
            unread |= screen.readOn();
            return reading();
        }

        @GuardedBy("lock")
        private Settling.Reading reading() {
            if (foreground != null) {
                return new Settling.Reading(plain(foreground), null);
            }
            var lines = screen.present();
            var status = reader.read(terminal.announcements(), lines, screen.isCursorShown());
            return new Settling.Reading(status, status == Status.WAITING ? menus.read(lines) : null);
        }

        private Status plain(Foreground front) {
            return front.isBusy(terminal.program().leaderPid()) ? Status.WORKING : Status.IDLE;
        }

        Optional<Asking> askingNow() {
            lock.lock();
            try {
                return terminal.repaint().isOver() ? Optional.ofNullable(asked(readingNow())) : Optional.empty();
            } finally {
                lock.unlock();
            }
        }

        /// Not while something is under way to the program, be it the same answer: what is typed too late goes to
        /// whatever comes next.
        Typed answer(String digest, String key) {
            lock.lock();
            try {
                if (!terminal.repaint().isOver()) {
                    return Typed.BUSY;
                }
                var now = readingNow();
                var menu = now.menu();
                asked(now);
                if (menu == null) {
                    return Typed.GONE;
                }
                if (!menu.digest().equals(digest) || !menu.offers(key)) {
                    return Typed.CHANGED;
                }
                boolean isUnderWay = digest.equals(answered) && System.nanoTime() - answeredAt < REACTION;
                boolean isReady = settling.isSettledAt(now) && !isUnderWay && menus.takesKeys(screen.present());
                return isReady && terminal.type(key) ? typed(digest) : Typed.BUSY;
            } catch (IOException ended) {
                return Typed.GONE;
            } finally {
                lock.unlock();
            }
        }

        AtPrompt atPrompt() {
            lock.lock();
            try {
                return terminal.repaint().isOver() ? promptNow() : AtPrompt.NOT_YET;
            } finally {
                lock.unlock();
            }
        }

        /// A prompt is what a screen shows that says nothing else, and stays as it is.
        @GuardedBy("lock")
        private AtPrompt promptNow() {
            var now = readingNow();
            asked(now);
            return switch (now.status()) {
                case WAITING -> AtPrompt.QUESTION;
                case WORKING -> AtPrompt.WORKING;
                default -> {
                    boolean isDrawn = screen.present().stream().anyMatch(line -> !line.isBlank());
                    if (terminal.isTypedInto()) {
                        yield AtPrompt.TYPING;
                    }
                    if (!isDrawn || !settling.isSettledAt(now) || !terminal.isQuiet()) {
                        yield AtPrompt.NOT_YET;
                    }
                    yield reader.isPromptEmpty(screen.present()) ? AtPrompt.READY : AtPrompt.FILLED;
                }
            };
        }

        AtPrompt paste(String text) {
            lock.lock();
            try {
                var now = terminal.repaint().isOver() ? promptNow() : AtPrompt.NOT_YET;
                return now != AtPrompt.READY || terminal.paste(text) ? now : AtPrompt.TYPING;
            } catch (IOException ended) {
                return AtPrompt.GONE;
            } finally {
                lock.unlock();
            }
        }

        /// The screen shows the text by now, so it need not be as quiet as before.
        AtPrompt enter() {
            lock.lock();
            try {
                if (!terminal.hasShownPaste()) {
                    return AtPrompt.NOT_YET;
                }
                var now = readingNow();
                asked(now);
                return switch (now.status()) {
                    case WAITING -> AtPrompt.QUESTION;
                    case WORKING -> AtPrompt.WORKING;
                    default -> terminal.enter() ? AtPrompt.READY : AtPrompt.TYPING;
                };
            } catch (IOException ended) {
                return AtPrompt.GONE;
            } finally {
                lock.unlock();
            }
        }

        private Typed typed(String digest) {
            answered = digest;
            answeredAt = System.nanoTime();
            return Typed.TYPED;
        }

        /// What a reading asks; null where nothing is asked. The same question keeps its age where only what may be
        /// answered has changed.
        private @Nullable Asking asked(Settling.Reading now) {
            var menu = now.menu();
            if (menu == null || !menu.digest().equals(answered)) {
                answered = null;
            }
            if (menu == null) {
                coming = null;
                return null;
            }
            var before = asking;
            if (before != null && before.digest().equals(menu.digest())) {
                return before;
            }
            if (coming == null || !coming.digest().equals(menu.digest())) {
                boolean isSame = before != null && Objects.equals(before.text(), menu.text());
                coming = asking(menu, isSame && before != null ? before.since() : clock.instant());
            }
            return coming;
        }

        private Asking asking(Menu menu, Instant since) {
            String id = MenuReader.hash(terminal.session() + " " + since + " " + menu.digest());
            return new Asking(id, menu.text(), since, menu.choices(), menu.digest(), menu.kind(), menu.about());
        }
    }
}
