package dev.svc.server.question;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.Ask;
import dev.svc.server.session.SessionId;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// All open questions. The first answer counts; it is written down, then given to the program without any lock, and
/// the question stays until it is known what became of that.
public final class Questions {
    private final AnswerLog log;
    private final Duration patience;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    @GuardedBy("lock")
    private final OpenQuestions open;

    /// @param ids makes ids that nobody can guess
    /// @param patience how long somebody who answers waits to be told that the program took it
    public Questions(
            AnswerLog log, QuestionListener listener, InstantSource clock, Supplier<String> ids, Duration patience) {
        this.log = log;
        this.patience = patience;
        this.open = new OpenQuestions(listener, clock, ids);
    }

    /// A program asks by its hook or line. Said again, it is the same question.
    public void asked(Asked asked) {
        change(it -> it.asked(asked));
    }

    /// What the screen of a session asks from now on.
    ///
    /// @param now null where it asks nothing
    public void screen(SessionId session, @Nullable Asked now) {
        change(it -> it.screen(session, now));
    }

    /// The same for who has looked at the screen a moment ago, unless that is out of date by now.
    ///
    /// @param still asked while nothing else can change, so it must not wait
    /// @return whether it still held
    public boolean screenIf(SessionId session, @Nullable Asked now, BooleanSupplier still) {
        var held = new AtomicBoolean();
        change(it -> {
            if (still.getAsBoolean()) {
                held.set(true);
                it.screen(session, now);
            }
        });
        return held.get();
    }

    /// The program says that a question is open no more.
    public void settled(SessionId session, AnswerChannel channel, String key, How how) {
        change(it -> it.settled(session, channel, key, how));
    }

    /// The program of a session has ended.
    public void ended(SessionId session) {
        change(it -> it.ended(session));
    }

    /// A session has got its real id.
    public void adopted(SessionId placeholder, SessionId real) {
        change(it -> it.adopted(placeholder, real));
    }

    /// Looks for answers that the program has not been seen to take. Called about once a second.
    public void tick() {
        change(OpenQuestions::tick);
    }

    /// One step under the lock; what was settled by it is written down after that.
    private void change(Consumer<OpenQuestions> step) {
        List<SettledQuestion> settled;
        lock.lock();
        try {
            step.accept(open);
            settled = open.takeUnwritten();
            changed.signalAll();
        } finally {
            lock.unlock();
        }
        settled.forEach(log::settled);
    }

    /// What is open, the one that has waited longest first.
    public List<OpenQuestion> open() {
        lock.lock();
        try {
            return open.all();
        } finally {
            lock.unlock();
        }
    }

    /// What was settled a short time ago, newest first.
    public List<SettledQuestion> recent(int most) {
        lock.lock();
        try {
            return open.recent(most);
        } finally {
            lock.unlock();
        }
    }

    /// A question that was settled a short time ago.
    public Optional<SettledQuestion> findSettled(String id) {
        lock.lock();
        try {
            return open.findSettled(id);
        } finally {
            lock.unlock();
        }
    }

    /// Somebody is shown a question. False when that is not what is asked, or no longer.
    public boolean seen(String id, String digest) {
        lock.lock();
        try {
            var held = open.find(id).orElse(null);
            if (held == null || !held.question().digest().equals(digest)) {
                return false;
            }
            open.seen(held);
            return true;
        } finally {
            lock.unlock();
        }
    }

    /// Gives an answer, if it is the first one to a question that is open and is what was shown. Waits a moment for
    /// the program to take it.
    public Outcome answer(String id, GivenAnswer answer) {
        Held held;
        Receipt receipt;
        lock.lock();
        try {
            held = open.find(id).orElse(null);
            if (held == null) {
                return open.findSettled(id)
                        .<Outcome>map(it -> new Outcome.Late(it, by(it)))
                        .orElseGet(Outcome.Unknown::new);
            }
            var question = held.question();
            if (!question.digest().equals(answer.digest())) {
                return new Outcome.Changed();
            }
            var choice = question.ask().choice(answer.choice()).orElse(null);
            var flaw = choice == null ? Outcome.Flaw.NO_SUCH_CHOICE : flaw(answer, choice);
            if (flaw != null || choice == null) {
                return new Outcome.Unfit(flaw == null ? Outcome.Flaw.NO_SUCH_CHOICE : flaw);
            }
            if (held.isTaken()) {
                return new Outcome.Late(null, question.inHand());
            }
            receipt = open.begin(held, answer, choice);
        } finally {
            lock.unlock();
        }
        return give(held, receipt);
    }

    private static @Nullable String by(SettledQuestion settled) {
        return settled.receipt() == null ? null : settled.receipt().by().device();
    }

    /// Null where the answer fits.
    private static Outcome.@Nullable Flaw flaw(GivenAnswer answer, Ask.Choice choice) {
        if (choice.effect() == Ask.Effect.TERMINAL) {
            return Outcome.Flaw.TERMINAL_ONLY;
        }
        if (choice.lasting() && !answer.confirm()) {
            return Outcome.Flaw.NOT_CONFIRMED;
        }
        if (answer.words() != null) {
            return choice.words() ? null : Outcome.Flaw.NO_WORDS;
        }
        boolean needsWords = choice.words() && choice.effect() == Ask.Effect.CHOOSE;
        return needsWords ? Outcome.Flaw.WORDS_MISSING : null;
    }

    private Outcome give(Held held, Receipt receipt) {
        var given = Given.NOT_SENT;
        boolean written = false;
        try {
            log.answered(held.question(), receipt);
            written = true;
            given = held.asked().answerer().give(receipt.choice(), receipt.words());
        } finally {
            given(held, given, receipt, written);
        }
        return outcome(held, given, receipt);
    }

    private void given(Held held, Given given, Receipt receipt, boolean written) {
        change(it -> it.given(held, given, receipt));
        if (written && given == Given.NOT_SENT) {
            log.notSent(held.question(), receipt);
        }
    }

    private Outcome outcome(Held held, Given given, Receipt receipt) {
        lock.lock();
        try {
            if (given == Given.SENT) {
                awaitSettled(held);
            }
            var settled = held.settled();
            if (settled == null) {
                return switch (given) {
                    case TAKEN, SENT -> new Outcome.Sent(receipt);
                    case LATE, CHANGED -> new Outcome.Changed();
                    case NOT_SENT -> new Outcome.NotSent();
                };
            }
            if (settled.receipt() != null && settled.receipt().takenAt() != null) {
                return new Outcome.Taken(settled);
            }
            // nobody was before an answer that was sent, whatever became of it
            return given == Given.SENT && settled.receipt() != null
                    ? new Outcome.Sent(receipt)
                    : new Outcome.Late(settled, by(settled));
        } finally {
            lock.unlock();
        }
    }

    @GuardedBy("lock")
    private void awaitSettled(Held held) {
        long left = patience.toNanos();
        try {
            while (held.settled() == null && left > 0) {
                left = changed.awaitNanos(left);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
