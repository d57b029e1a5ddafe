package dev.svc.server.wiring.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.server.push.Happenings;
import dev.svc.server.push.PushNotice;
import dev.svc.server.push.PushNotice.Deny;
import dev.svc.server.push.PushNotice.Kind;
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
                words(settled),
                page(settled.question().id()),
                null);
    }

    private static String words(SettledQuestion settled) {
        var receipt = settled.receipt();
        return switch (settled.how()) {
            case ALLOWED, DENIED, CHOSEN ->
                receipt == null
                        ? "Answered."
                        : "Answered by %s: %s"
                                .formatted(
                                        receipt.by().device(), receipt.choice().label());
            case SETTLED -> "Answered.";
            case DECIDED -> "Decided in the terminal.";
            case WITHDRAWN -> "Taken back by the program.";
            case ENDED -> "The program has ended.";
            case NOT_TAKEN -> "An answer has not arrived.";
        };
    }

    /// The page with the cards, this one first.
    private static String page(String question) {
        return "/ask/" + URLEncoder.encode(question, UTF_8);
    }
}
