package dev.svc.server.wiring.question;

import dev.svc.server.http.question.QuestionView;
import dev.svc.server.question.OpenQuestion;
import dev.svc.server.question.QuestionListener;
import dev.svc.server.question.SettledQuestion;
import java.util.function.BiConsumer;

/// Tells the open pages of questions.
final class QuestionNews implements QuestionListener {
    private final BiConsumer<String, Object> pages;

    /// @param pages take a type of event and its data, and never wait
    QuestionNews(BiConsumer<String, Object> pages) {
        this.pages = pages;
    }

    @Override
    public void asked(OpenQuestion question) {
        pages.accept("question", QuestionView.of(question));
    }

    @Override
    public void settled(SettledQuestion settled) {
        pages.accept("question_settled", QuestionView.Settled.of(settled));
    }
}
