package dev.svc.server.wiring.question;

import dev.svc.server.question.AnswerChannel;
import dev.svc.server.question.GivenAnswer;
import dev.svc.server.question.How;
import dev.svc.server.question.OpenQuestion;
import dev.svc.server.question.QuestionListener;
import dev.svc.server.question.Questions;
import dev.svc.server.question.Responder;
import dev.svc.server.question.SettledQuestion;
import dev.svc.server.question.allowed.AllowedCommand;
import dev.svc.shared.vital.Vital;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Answers questions about commands that a person has allowed from then on: once each, like anybody else, and on a
/// thread of its own, because a question is heard under a lock.
final class AllowedAnswers implements QuestionListener, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(AllowedAnswers.class.getName());
    private static final int MOST_WAITING = 100;
    private static final int MOST_LOST = 1_000;

    private final Predicate<OpenQuestion> isAllowed;
    private final Supplier<Questions> questions;
    private final BlockingQueue<OpenQuestion> waiting = new ArrayBlockingQueue<>(MOST_WAITING);

    /// Sessions in which an answer from here was not seen to be taken: whoever looks there decides from then on.
    private final Set<String> lost = ConcurrentHashMap.newKeySet();

    private final Thread thread;

    AllowedAnswers(Predicate<OpenQuestion> isAllowed, Supplier<Questions> questions) {
        this.isAllowed = isAllowed;
        this.questions = questions;
        this.thread = Vital.platform("allowed commands").start(this::run);
    }

    /// Where too many wait, a person is asked.
    @Override
    public void asked(OpenQuestion question) {
        boolean isNew = question.seenAt() == null && question.inHand() == null;
        if (isNew && question.channel() != AnswerChannel.SCREEN) {
            boolean _ = waiting.offer(question);
        }
    }

    @Override
    public void settled(SettledQuestion settled) {
        var receipt = settled.receipt();
        if (receipt != null
                && receipt.by().equals(Responder.ALLOWED_COMMAND)
                && settled.how() == How.NOT_TAKEN
                && lost.size() < MOST_LOST) {
            lost.add(settled.question().session().toString());
        }
    }

    private void run() {
        try {
            while (true) {
                answer(waiting.take());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void answer(OpenQuestion question) {
        try {
            var choice = AllowedCommand.once(question);
            if (choice.isPresent() && !lost.contains(question.session().toString()) && isAllowed.test(question)) {
                var answer =
                        new GivenAnswer(choice.get().key(), null, question.digest(), false, Responder.ALLOWED_COMMAND);
                var _ = questions.get().answer(question.id(), answer);
            }
        } catch (RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> question.session() + " asks for a command that is allowed");
        }
    }

    @Override
    public void close() {
        thread.interrupt();
    }
}
