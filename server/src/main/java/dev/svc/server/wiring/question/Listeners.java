package dev.svc.server.wiring.question;

import dev.svc.server.question.OpenQuestion;
import dev.svc.server.question.QuestionListener;
import dev.svc.server.question.SettledQuestion;
import java.util.List;

/// Everybody who hears of questions, one after the other.
record Listeners(List<QuestionListener> all) implements QuestionListener {
    @Override
    public void asked(OpenQuestion question) {
        all.forEach(it -> it.asked(question));
    }

    @Override
    public void settled(SettledQuestion settled) {
        all.forEach(it -> it.settled(settled));
    }
}
