package dev.svc.server.wiring.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.push.Happenings;
import dev.svc.server.push.PushNotice;
import dev.svc.server.push.PushNotice.Deny;
import dev.svc.server.push.PushNotice.Kind;
import dev.svc.server.push.PushSentence;
import dev.svc.server.push.PushSentence.Said;
import dev.svc.server.question.OpenQuestion;
import dev.svc.server.question.QuestionListener;
import dev.svc.server.question.SettledQuestion;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Effect;
import dev.svc.server.session.SessionId;
import java.net.URLEncoder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Makes notices of questions. Called under the lock of the questions: everything else happens later.
final class QuestionNotices implements QuestionListener {
    private final Happenings happenings;
    private final Function<SessionId, String> titles;

    /// @param titles of sessions; may take a while
    QuestionNotices(Happenings happenings, Function<SessionId, String> titles) {
        this.happenings = happenings;
        this.titles = titles;
    }

    @Override
    public void asked(OpenQuestion question) {
        boolean isSeen = question.seenAt() != null || question.inHand() != null;
        happenings.asked(question.id(), question.digest(), isSeen, () -> notice(question));
    }

    @Override
    public void settled(SettledQuestion settled) {
        happenings.settled(settled.question().id(), () -> notice(settled));
    }

    private PushNotice notice(OpenQuestion question) {
        return new PushNotice(
                Kind.QUESTION,
                question.session(),
                titles.apply(question.session()),
                words(question.ask()),
                page(question.id()),
                deny(question));
    }

    /// What is asked, and what it is about.
    private static String words(Ask ask) {
        var about = ask.command() != null ? ask.command() : ask.text();
        return about == null || about.isBlank() ? ask.title() : ask.title() + " " + about;
    }

    /// The choice that denies what is asked this once; words it would take along are not needed.
    private static @Nullable Deny deny(OpenQuestion question) {
        return question.ask().choices().stream()
                .filter(it -> it.effect() == Effect.DENY && !it.lasting())
                .findFirst()
                .map(it -> new Deny(question.id(), question.digest(), it.key()))
                .orElse(null);
    }

    private PushNotice notice(SettledQuestion settled) {
        var session = settled.question().session();
        return new PushNotice(
                Kind.ANSWERED,
                session,
                titles.apply(session),
                said(settled),
                page(settled.question().id()));
    }

    private static Said said(SettledQuestion settled) {
        var receipt = settled.receipt();
        return switch (settled.how()) {
            case ALLOWED, DENIED, CHOSEN ->
                receipt == null
                        ? PushSentence.ANSWERED.of()
                        : PushSentence.ANSWERED_BY.of(
                                receipt.by().device(), receipt.choice().label());
            case SETTLED -> PushSentence.ANSWERED.of();
            case DECIDED -> PushSentence.DECIDED.of();
            case WITHDRAWN -> PushSentence.WITHDRAWN.of();
            case ENDED -> PushSentence.PROGRAM_ENDED.of();
            case NOT_TAKEN -> PushSentence.NOT_TAKEN.of();
        };
    }

    /// The page with the cards, this one first.
    private static String page(String question) {
        return "/ask/" + URLEncoder.encode(question, UTF_8);
    }
}
