package dev.svc.server.wiring.question;

import dev.svc.server.metadata.Metadata;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.server.question.AnswerLog;
import dev.svc.server.question.OpenQuestion;
import dev.svc.server.question.Receipt;
import dev.svc.server.question.Responder;
import dev.svc.server.question.SettledQuestion;
import dev.svc.shared.text.PlainText;
import dev.svc.shared.vital.Vital;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Writes answers into the journal, with the text that was shown: before one is sent, on the thread of whoever answers;
/// what became of it, on a thread of its own, because that is heard under the locks of the terminals.
final class AnswerJournal implements AnswerLog, AutoCloseable {
    private static final Logger LOG = Logger.getLogger(AnswerJournal.class.getName());
    private static final int LONGEST = 4_000;

    private final Metadata metadata;
    private final BlockingQueue<Optional<SecurityEvent>> waiting = new LinkedBlockingQueue<>();
    private final Thread writer;

    AnswerJournal(Metadata metadata) {
        this.metadata = metadata;
        this.writer = Vital.virtual("answer journal").start(this::write);
    }

    @Override
    public void answered(OpenQuestion question, Receipt receipt) {
        var details = details(question, receipt);
        details.put("shown", shown(question));
        if (receipt.words() != null) {
            details.put("words", cut(receipt.words()));
        }
        metadata.security(new SecurityEvent(Kind.QUESTION_ANSWERED, details), actor(receipt.by()));
    }

    @Override
    public void settled(SettledQuestion settled) {
        var receipt = settled.receipt();
        if (receipt != null) {
            var details = details(settled.question(), receipt);
            details.put("how", settled.how().word());
            waiting.add(Optional.of(new SecurityEvent(Kind.ANSWER_SETTLED, details)));
        }
    }

    @Override
    public void notSent(OpenQuestion question, Receipt receipt) {
        waiting.add(Optional.of(new SecurityEvent(Kind.ANSWER_FAILED, details(question, receipt))));
    }

    private static Actor actor(Responder by) {
        return new Actor(by.author(), by.login(), by.address());
    }

    private static Map<String, String> details(OpenQuestion question, Receipt receipt) {
        var details = new TreeMap<String, String>();
        details.put("session", question.session().toString());
        details.put("question", question.id());
        details.put("title", cut(question.ask().title()));
        details.put("choice", cut(receipt.choice().label()));
        details.put("by", cut(receipt.by().device()));
        return details;
    }

    private static String shown(OpenQuestion question) {
        var ask = question.ask();
        return cut(String.join(
                        "\n", said(ask.tool()), ask.title(), said(ask.command()), said(ask.diff()), said(ask.text()))
                .strip());
    }

    private static String said(@Nullable String text) {
        return text == null ? "" : text;
    }

    private static String cut(String text) {
        var plain = PlainText.of(text);
        return plain.codePointCount(0, plain.length()) <= LONGEST
                ? plain
                : plain.substring(0, plain.offsetByCodePoints(0, LONGEST - 1)) + "…";
    }

    /// Until an empty one comes.
    private void write() {
        try {
            for (var event = waiting.take(); event.isPresent(); event = waiting.take()) {
                write(event.get());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private void write(SecurityEvent event) {
        try {
            metadata.security(event, Actor.SYSTEM);
        } catch (RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> "what became of an answer could not be journaled: " + event.details());
        }
    }

    /// Writes what is waiting.
    @Override
    public void close() {
        waiting.add(Optional.empty());
        try {
            writer.join();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }
}
