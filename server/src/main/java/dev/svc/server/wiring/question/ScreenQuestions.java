package dev.svc.server.wiring.question;

import dev.svc.server.question.AnswerChannel;
import dev.svc.server.question.Answerer;
import dev.svc.server.question.Asked;
import dev.svc.server.question.Given;
import dev.svc.server.question.How;
import dev.svc.server.question.Questions;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.status.Typed;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/// What programs ask on their screens. A choice is answered by its key, which is typed only while exactly that question
/// stands there.
final class ScreenQuestions {
    private static final String UNREAD = "The program waits for you.";

    private final Questions questions;
    private final Screens screens;

    /// Of every terminal what was heard last; guards itself.
    private final Map<SessionId, Heard> heard = new ConcurrentHashMap<>();

    private final AtomicLong count = new AtomicLong();

    /// The screens of all terminals.
    interface Screens {
        boolean isLive(SessionId session);

        /// What is asked at this moment.
        Optional<Asking> askingNow(SessionId session);

        /// Types the key of a choice if the question with this digest stands there.
        Typed answer(SessionId session, String digest, String key);
    }

    /// No two are the same: who looks at a screen knows by it whether something was heard in between.
    private record Heard(long number, boolean asks) {}

    ScreenQuestions(Questions questions, Screens screens) {
        this.questions = questions;
        this.screens = screens;
    }

    /// A terminal shows something else.
    void changed(SessionId session, Status status, @Nullable Asking asks) {
        if (status.isLive()) {
            var now = status == Status.WAITING ? asks : null;
            heard.put(session, next(now != null));
            questions.screen(session, asked(session, now));
        } else {
            heard.remove(session);
            questions.ended(session);
        }
    }

    private Heard next(boolean asks) {
        return new Heard(count.incrementAndGet(), asks);
    }

    /// What a program asks that svc did not start and has not joined. It cannot be answered here.
    ///
    /// @param asks null where it does not wait, or has ended
    void outside(SessionId session, @Nullable Asking asks) {
        questions.screen(session, asks == null ? null : asked(session, asks, true));
    }

    void adopted(SessionId placeholder, SessionId real) {
        var last = heard.remove(placeholder);
        if (last != null) {
            heard.putIfAbsent(real, last);
        }
    }

    /// Whether the screen has asked, and a look at it shows that it does so no more.
    boolean isSettled(SessionId session) {
        var last = heard.get(session);
        return last != null && last.asks() && screens.askingNow(session).isEmpty();
    }

    /// Takes note of what the screen shows at this moment, and says how a question ends whose call is over by itself.
    /// A look takes a while: it counts only where nothing was heard meanwhile, or it would bring back a dialog that
    /// has gone, of a program that may have ended.
    How whenHungUp(SessionId session) {
        while (true) {
            var before = heard.get(session);
            var found = screens.askingNow(session).orElse(null);
            if (!screens.isLive(session)) {
                return How.ENDED;
            }
            if (questions.screenIf(session, asked(session, found), () -> Objects.equals(heard.get(session), before))) {
                if (before != null) {
                    heard.replace(session, before, next(found != null));
                }
                // a question whose call is over by an accident is not the person's doing
                return found == null ? How.DECIDED : How.WITHDRAWN;
            }
        }
    }

    private @Nullable Asked asked(SessionId session, @Nullable Asking asks) {
        return asks == null ? null : asked(session, asks, false);
    }

    private Asked asked(SessionId session, Asking asks, boolean outside) {
        var title = asks.text() == null || asks.text().isEmpty() ? UNREAD : asks.text();
        List<Ask.Choice> choices = outside ? List.of() : asks.choices();
        var ask = new Ask(asks.kind(), null, title, asks.about(), null, null, null, choices);
        return new Asked(
                session, AnswerChannel.SCREEN, asks.digest(), ask, asks.since(), outside, new ByKey(session, asks));
    }

    private final class ByKey implements Answerer {
        private final SessionId session;
        private final Asking asks;

        ByKey(SessionId session, Asking asks) {
            this.session = session;
            this.asks = asks;
        }

        @Override
        public Given give(Ask.Choice choice, @Nullable String words) {
            return switch (screens.answer(session, asks.digest(), choice.key())) {
                case TYPED -> Given.SENT;
                case CHANGED -> Given.CHANGED;
                case GONE -> Given.LATE;
                case BUSY -> Given.NOT_SENT;
            };
        }
    }
}
