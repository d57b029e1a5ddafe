package dev.svc.server.http.question;

import dev.svc.server.question.OpenQuestion;
import dev.svc.server.question.SettledQuestion;
import dev.svc.server.session.Ask;
import dev.svc.shared.text.PlainText;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// A question as clients see it. Command and diff are the program's own characters, for clients to show as what they
/// are; everything else is cleaned.
public record QuestionView(
        String id,
        String sid,
        String engine,
        Instant since,
        String kind,
        @Nullable String tool,
        String title,
        @Nullable String text,
        @Nullable String command,
        @Nullable String diff,
        @Nullable String cwd,
        List<Choice> choices,
        String channel,
        String digest,
        @Nullable Instant seenAt,
        @Nullable String inHand,
        boolean outside) {

    /// One answer that can be given.
    public record Choice(String key, String label, String effect, boolean lasting, boolean words) {
        static Choice of(Ask.Choice it) {
            return new Choice(it.key(), PlainText.line(it.label()), QuestionView.effect(it), it.lasting(), it.words());
        }
    }

    public static QuestionView of(OpenQuestion it) {
        var ask = it.ask();
        return new QuestionView(
                it.id(),
                it.session().toString(),
                it.session().engine().toString(),
                it.since(),
                kind(ask),
                line(ask.tool()),
                PlainText.line(ask.title()),
                ask.text() == null ? null : PlainText.of(ask.text()),
                ask.command(),
                ask.diff(),
                line(ask.folder()),
                ask.choices().stream().map(Choice::of).toList(),
                it.channel().word(),
                it.digest(),
                it.seenAt(),
                it.inHand(),
                it.outside());
    }

    private static @Nullable String line(@Nullable String text) {
        return text == null ? null : PlainText.line(text);
    }

    private static String kind(Ask ask) {
        return ask.kind().name().toLowerCase(Locale.ROOT);
    }

    private static String effect(Ask.Choice choice) {
        return choice.effect().name().toLowerCase(Locale.ROOT);
    }

    /// What became of an answer.
    public record Receipt(
            @Nullable Instant shownAt,
            Instant answeredAt,
            @Nullable Instant takenAt,
            String by,
            Chosen choice,
            @Nullable String text) {

        /// Which of the choices it was.
        public record Chosen(String key, String label, String effect) {}

        public static Receipt of(dev.svc.server.question.Receipt it) {
            var choice = it.choice();
            return new Receipt(
                    it.shownAt(),
                    it.answeredAt(),
                    it.takenAt(),
                    PlainText.line(it.by().device()),
                    new Chosen(choice.key(), PlainText.line(choice.label()), QuestionView.effect(choice)),
                    it.words());
        }
    }

    /// A question that is open no more.
    ///
    /// @param canBeAllowed its command can be allowed from then on
    public record Settled(
            String id,
            String sid,
            String engine,
            String title,
            String kind,
            @Nullable String command,
            String how,
            Instant at,
            @Nullable Receipt receipt,
            boolean canBeAllowed) {

        public static Settled of(SettledQuestion it) {
            var question = it.question();
            return new Settled(
                    question.id(),
                    question.session().toString(),
                    question.session().engine().toString(),
                    PlainText.line(question.ask().title()),
                    QuestionView.kind(question.ask()),
                    question.ask().command(),
                    it.how().word(),
                    it.at(),
                    it.receipt() == null ? null : Receipt.of(it.receipt()),
                    AllowedRoutes.isOffered(it));
        }
    }
}
