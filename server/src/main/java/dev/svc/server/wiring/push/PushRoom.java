package dev.svc.server.wiring.push;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.ContinueResult;
import dev.svc.server.push.News;
import dev.svc.server.push.Push;
import dev.svc.server.push.PushNotice;
import dev.svc.server.push.PushNotice.Kind;
import dev.svc.server.push.PushSentence;
import dev.svc.server.push.PushServices;
import dev.svc.server.question.QuestionListener;
import dev.svc.server.review.model.Answer;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.terminal.TerminalEvents;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.Optional;
import java.util.function.Function;

/// Notices to devices with what they are about.
public final class PushRoom implements AutoCloseable {
    private final Push push;
    private final Function<SessionId, String> titles;

    PushRoom(Push push, Function<SessionId, String> titles) {
        this.push = push;
        this.titles = titles;
    }

    public static PushRoom open(
            Config config,
            PushSettings settings,
            Metadata metadata,
            Catalog catalog,
            SecureRandom random,
            InstantSource clock) {
        var options = new Push.Options(
                config.home().data(),
                new PushServices(config.find(Variable.PUSH_TEST_ORIGIN)),
                config.find(Variable.ORIGIN),
                ZoneId.systemDefault(),
                random,
                clock,
                Push.Pace.USUAL);
        var push = new Push(
                options,
                settings::now,
                session -> metadata.organisation()
                                .marks(session)
                                .at(clock.instant())
                                .snooze()
                        != null);
        return new PushRoom(push, session -> title(session, catalog));
    }

    /// The title of a session; else what its program is called.
    private static String title(SessionId session, Catalog catalog) {
        var title = catalog.find(session).map(row -> row.title()).orElse(null);
        return title == null || title.isBlank() ? catalog.engines().label(session.engine()) : title;
    }

    public Push push() {
        return push;
    }

    /// Hears of questions.
    public QuestionListener listener() {
        return new QuestionNotices(push.happenings(), titles);
    }

    /// Hears what the terminals say, and passes it on.
    public TerminalEvents beside(TerminalEvents others) {
        return new PushEvents(others, this::does);
    }

    private void does(SessionId session, Status before, Status now) {
        push.happenings().news(() -> new News.Doing(session, titles.apply(session), before, now));
        if (!now.isLive() && before == Status.WORKING) {
            tell(Kind.ENDED, session, PushSentence.ENDED_AT_WORK);
        }
    }

    /// A review has said something of a session.
    public void reviewed(SessionId session, Answer answer) {
        push.happenings()
                .news(() -> new News.Verdict(
                        session, titles.apply(session), answer.needsYou(), answer.summary(), answer.reason()));
        if (answer.needsYou()) {
            tell(Kind.REVIEW, session, PushSentence.REVIEW_NEEDS_YOU);
        }
    }

    /// A budget was passed.
    ///
    /// @param session empty for a day's, which is that of all sessions
    /// @param spent and the budget, as amounts of money
    public void overBudget(Optional<SessionId> session, String spent, String budget) {
        push.happenings()
                .happened(() -> session.map(it -> new PushNotice(
                                Kind.BUDGET,
                                it,
                                titles.apply(it),
                                PushSentence.SESSION_OVER_BUDGET.of(spent, budget),
                                PushNotice.page(it)))
                        .orElseGet(() -> new PushNotice(
                                Kind.BUDGET, null, "svc", PushSentence.DAY_OVER_BUDGET.of(spent, budget), "/usage")));
    }

    /// What became of a session that was to go on at a time.
    public void continued(SessionId session, ContinueResult result) {
        tell(
                Kind.CONTINUED,
                session,
                switch (result) {
                    case SENT -> PushSentence.CONTINUED;
                    case QUESTION -> PushSentence.NOT_CONTINUED_QUESTION;
                    case TYPING -> PushSentence.NOT_CONTINUED_TYPING;
                    case WORKING -> PushSentence.NOT_CONTINUED_WORKING;
                    case OUTSIDE -> PushSentence.NOT_CONTINUED_OUTSIDE;
                    case NOT_STARTED -> PushSentence.NOT_CONTINUED_NOT_STARTED;
                    case NO_PROMPT -> PushSentence.NOT_CONTINUED_NO_PROMPT;
                    case LATE -> PushSentence.NOT_CONTINUED_LATE;
                });
    }

    private void tell(Kind kind, SessionId session, PushSentence sentence) {
        push.happenings()
                .happened(() ->
                        new PushNotice(kind, session, titles.apply(session), sentence.of(), PushNotice.page(session)));
    }

    @Override
    public void close() {
        push.close();
    }
}
