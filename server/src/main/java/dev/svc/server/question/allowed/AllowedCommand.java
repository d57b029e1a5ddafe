package dev.svc.server.question.allowed;

import dev.svc.server.question.AnswerChannel;
import dev.svc.server.question.OpenQuestion;
import dev.svc.server.session.Ask;
import dev.svc.server.session.Ask.Effect;
import java.time.Instant;
import java.util.Optional;

/// A command that a person has allowed from then on, letter for letter, in one place.
///
/// @param since when it was allowed
public record AllowedCommand(String id, String command, Place place, Instant since) {

    /// Where it is allowed.
    public sealed interface Place {

        /// In all sessions of a project.
        record InProject(String project) implements Place {}

        /// In exactly this folder.
        record InFolder(String folder) implements Place {}
    }

    /// The command that a question is about, if it is one that may be allowed from then on: only what the program says
    /// by itself, because a screen may show a part of it.
    public static Optional<String> of(OpenQuestion question) {
        var ask = question.ask();
        var command = ask.command();
        boolean isPlain = ask.kind() == Ask.Kind.PERMISSION
                && question.channel() != AnswerChannel.SCREEN
                && !question.outside()
                && ask.diff() == null;
        return isPlain
                        && command != null
                        && ReadOnlyCommand.is(command)
                        && once(question).isPresent()
                ? Optional.of(command)
                : Optional.empty();
    }

    /// The choice that allows what is asked, and nothing else.
    public static Optional<Ask.Choice> once(OpenQuestion question) {
        return question.ask().choices().stream()
                .filter(it -> it.effect() == Effect.ALLOW && !it.lasting() && !it.words())
                .findFirst();
    }
}
