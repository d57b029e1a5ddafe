package dev.svc.server.auth;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.auth.SecurityNote.What;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.login.Logins;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// Limits wrong codes per account, wherever they come from: [Penalties] alone would not stop an attacker who has the
/// password and a thousand addresses.
///
/// The first twenty wrong codes of a day are judged at once, later ones a minute apart. Sources with a login each have
/// their own minute, all others share one, so that a stranger's guesses do not lock out known sources. Three in a row
/// raise an alarm that stays until it is dismissed or the password changes. Guarded by its own lock; written to
/// disk before a code is judged.
public final class WrongCodes {
    static final int FREE = 20;
    static final int ALARMING = 3;
    static final Duration WINDOW = Duration.ofDays(1);
    static final Duration BETWEEN = Duration.ofMinutes(1);

    private static final Logger LOG = System.getLogger(WrongCodes.class.getName());
    private static final String EVERYBODY_ELSE = "";

    /// Somebody who has the password tries codes.
    ///
    /// @param count how many were wrong
    /// @param since when the first of them was
    public record Alarm(long count, Instant since) {}

    /// What the file keeps.
    ///
    /// @param charged when codes were judged that were not right, oldest first, the newest only
    /// @param row the wrong codes since the last right one, or since the alarm was last seen
    record State(List<Instant> charged, Alarm row) {
        static final State NONE = new State(List.of(), new Alarm(0, Instant.EPOCH));

        State {
            charged = List.copyOf(charged);
        }

        /// The count is unknown: each code waits.
        static State unknown(Instant now) {
            return new State(Collections.nCopies(FREE, now), NONE.row);
        }

        State charge(Instant now) {
            var longer = new ArrayList<>(charged);
            longer.add(now);
            // One more than counts, so that taking a charge back restores what was there before.
            return new State(longer.subList(Math.max(0, longer.size() - FREE - 1), longer.size()), row);
        }

        State takeBack() {
            return charged.isEmpty() ? this : new State(charged.subList(0, charged.size() - 1), row);
        }

        State with(Alarm changed) {
            return new State(charged, changed);
        }
    }

    private final WrongCodesFile file;
    private final Logins logins;
    private final Consumer<SecurityNote> journal;
    private final Clock clock;

    @GuardedBy("this")
    private final Map<String, Instant> judgedAt = new HashMap<>();

    private final Instant judgedBefore;

    @GuardedBy("this")
    private State state;

    @GuardedBy("this")
    private boolean unstored;

    WrongCodes(WrongCodesFile file, Logins logins, Consumer<SecurityNote> journal, Clock clock) {
        this.file = file;
        this.logins = logins;
        this.journal = journal;
        this.clock = clock;
        state = file.read(clock.instant());
        judgedBefore =
                state.charged().isEmpty() ? Instant.EPOCH : state.charged().getLast();
    }

    /// What the page shows to a signed-in person.
    public synchronized Optional<Alarm> alarm() {
        return Optional.of(state.row()).filter(row -> row.count() >= ALARMING);
    }

    /// Somebody has seen the alarm.
    public synchronized void seen() {
        keep(state.with(State.NONE.row()));
    }

    /// The password changed: an attacker who knew the old one has to start over.
    synchronized void passwordChanged() {
        judgedAt.clear();
        if (!state.equals(State.NONE)) {
            keep(State.NONE);
        }
    }

    /// @throws TooManyAttemptsException when a code of this caller may not be judged yet
    synchronized void requireTurn(Caller caller) {
        Duration wait = wait(caller);
        if (wait.isPositive()) {
            throw new TooManyAttemptsException(wait);
        }
    }

    /// Charges a code before it is judged.
    synchronized void charge(Caller caller) {
        requireTurn(caller);
        Instant now = clock.instant();
        judgedAt.values().removeIf(at -> !at.plus(BETWEEN).isAfter(now));
        judgedAt.put(lane(caller), now);
        keep(state.charge(now));
    }

    /// The charged code was no guess: it was right, or had been before.
    synchronized void takeBack(Caller caller) {
        judgedAt.remove(lane(caller));
        keep(state.takeBack());
    }

    /// A code was wrong. That of the app stays charged; a recovery code was not, because nobody guesses one.
    synchronized void wrong(Caller caller) {
        Alarm before = state.row();
        var row = new Alarm(before.count() + 1, before.count() == 0 ? clock.instant() : before.since());
        keep(state.with(row));
        if (isNoted(row.count())) {
            journal.accept(SecurityNote.of(What.CODES_GUESSED, caller, null)
                    .with("wrong", String.valueOf(row.count()))
                    .with("since", row.since().toString()));
        }
    }

    /// A code was right: one or two wrong ones before it were the owner's own.
    synchronized void right() {
        if (state.row().count() > 0 && alarm().isEmpty()) {
            keep(state.with(State.NONE.row()));
        }
    }

    /// Three, twenty, and each doubling: guessing for days does not fill the journal.
    private static boolean isNoted(long count) {
        return count == ALARMING || (count % FREE == 0 && Long.bitCount(count / FREE) == 1);
    }

    @GuardedBy("this")
    private Duration wait(Caller caller) {
        Instant now = clock.instant();
        Instant dayAgo = now.minus(WINDOW);
        long counting =
                state.charged().stream().filter(at -> at.isAfter(dayAgo)).count();
        if (counting < FREE) {
            return Duration.ZERO;
        }
        Duration left = Duration.between(
                now, judgedAt.getOrDefault(lane(caller), judgedBefore).plus(BETWEEN));
        // A clock that was set back must not make anybody wait for longer.
        return left.compareTo(BETWEEN) > 0 ? BETWEEN : left;
    }

    private String lane(Caller caller) {
        return logins.isFrom(caller.source()) ? caller.source() : EVERYBODY_ELSE;
    }

    /// A full disk locks nobody out, and the count in memory still counts.
    @GuardedBy("this")
    private void keep(State changed) {
        state = changed;
        try {
            file.write(changed);
            unstored = false;
        } catch (IOException e) {
            if (!unstored) {
                LOG.log(Level.WARNING, "The count of wrong codes could not be stored: {0}", e.getMessage());
            }
            unstored = true;
        }
    }
}
