package dev.svc.server.wiring.question;

import dev.svc.server.question.AnswerChannel;
import dev.svc.server.question.Answerer;
import dev.svc.server.question.Asked;
import dev.svc.server.question.Given;
import dev.svc.server.question.Questions;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Asking;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.Terminals;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// What programs ask on their screens. A choice is answered by its key, which is typed only while exactly that question
/// stands there.
final class ScreenQuestions {
    private static final String UNREAD = "The program waits for you.";

    private final Questions questions;
    private final Supplier<Optional<Terminals>> terminals;

    /// Sessions whose screen asks, as announced last; guards itself.
    private final Set<SessionId> asking = ConcurrentHashMap.newKeySet();

    /// @param terminals empty until they are open
    ScreenQuestions(Questions questions, Supplier<Optional<Terminals>> terminals) {
        this.questions = questions;
        this.terminals = terminals;
    }

    /// A terminal shows something else.
    void changed(SessionId session, Status status, @Nullable Asking asks) {
        if (!status.isLive()) {
            asking.remove(session);
            questions.ended(session);
        } else {
            now(session, status == Status.WAITING ? asks : null);
        }
    }

    private void now(SessionId session, @Nullable Asking asks) {
        if (asks == null) {
            asking.remove(session);
            questions.screen(session, null);
        } else {
            asking.add(session);
            questions.screen(session, asked(session, asks, false));
        }
    }

    /// What a program asks that svc did not start and has not joined. It cannot be answered here.
    ///
    /// @param asks null where it does not wait, or has ended
    void outside(SessionId session, @Nullable Asking asks) {
        questions.screen(session, asks == null ? null : asked(session, asks, true));
    }

    void adopted(SessionId placeholder, SessionId real) {
        if (asking.remove(placeholder)) {
            asking.add(real);
        }
    }

    /// Whether the screen has asked, and a look at it shows that it does so no more.
    boolean isSettled(SessionId session) {
        return asking.contains(session) && look(session).isEmpty();
    }

    /// Looks at the screen at this moment.
    Optional<Asking> look(SessionId session) {
        return terminals.get().flatMap(it -> it.askingNow(session));
    }

    /// Takes note of what the screen shows at this moment, and says whether it asks.
    boolean refresh(SessionId session) {
        var found = look(session);
        now(session, found.orElse(null));
        return found.isPresent();
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
            return terminals
                    .get()
                    .map(it -> switch (it.answer(session, asks.digest(), choice.key())) {
                        case TYPED -> Given.SENT;
                        case CHANGED -> Given.CHANGED;
                        case GONE -> Given.LATE;
                        case BUSY -> Given.NOT_SENT;
                    })
                    .orElse(Given.NOT_SENT);
        }
    }
}
