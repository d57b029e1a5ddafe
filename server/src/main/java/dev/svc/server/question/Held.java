package dev.svc.server.question;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/// An open question with what only its owner needs to know. Guarded by the lock of [Questions].
final class Held {
    private OpenQuestion question;
    private Asked asked;
    private boolean answering;
    private @Nullable Receipt sent;
    private @Nullable How passed;
    private @Nullable SettledQuestion settled;

    Held(OpenQuestion question, Asked asked) {
        this.question = question;
        this.asked = asked;
    }

    OpenQuestion question() {
        return question;
    }

    void question(OpenQuestion now) {
        this.question = now;
    }

    Asked asked() {
        return asked;
    }

    boolean is(AnswerChannel channel) {
        return asked.channel() == channel;
    }

    /// The same question in another form, or by a better channel. Nobody has been shown that yet.
    void becomes(Asked now) {
        this.asked = now;
        this.question = new OpenQuestion(
                question.id(),
                question.session(),
                now.channel(),
                now.ask(),
                AskDigest.of(now.key(), now.ask()),
                question.since(),
                null,
                null,
                now.outside());
    }

    /// The same question, to be answered in another way.
    void asked(Asked now) {
        this.asked = now;
    }

    /// Whether an answer is in progress.
    boolean isTaken() {
        return answering || sent != null;
    }

    /// Whether an answer is being given. Other changes wait until that is over.
    boolean isAnswering() {
        return answering;
    }

    void answering(String by) {
        answering = true;
        question = question.inHand(by);
    }

    void answered() {
        answering = false;
    }

    void release() {
        question = question.inHand(null);
    }

    /// The answer that is on its way.
    @Nullable
    Receipt sent() {
        return sent;
    }

    void sent(Receipt receipt) {
        this.sent = receipt;
    }

    boolean wasSentBefore(Instant time) {
        return sent != null && sent.answeredAt().isBefore(time);
    }

    /// How the question was settled while an answer was being given.
    @Nullable
    How passed() {
        return passed;
    }

    void passed(How how) {
        this.passed = how;
    }

    /// Null while it is open.
    @Nullable
    SettledQuestion settled() {
        return settled;
    }

    void settled(SettledQuestion how) {
        this.settled = how;
    }
}
