package dev.svc.server.question;

import org.jspecify.annotations.Nullable;

/// What is said to somebody who answers.
public sealed interface Outcome {

    /// The program took it.
    record Taken(SettledQuestion settled) implements Outcome {}

    /// It is on its way.
    record Sent(Receipt receipt) implements Outcome {}

    /// The question was settled before; `settled` is null while somebody else's answer is on its way.
    ///
    /// @param by who was first, where that is known
    record Late(@Nullable SettledQuestion settled, @Nullable String by) implements Outcome {}

    /// Something else is asked than was shown.
    record Changed() implements Outcome {}

    /// There is no such question, or it was settled long ago.
    record Unknown() implements Outcome {}

    /// It could not be sent; the question is open.
    record NotSent() implements Outcome {}

    /// The answer does not fit the question.
    record Unfit(Flaw flaw) implements Outcome {}

    /// Why an answer does not fit.
    enum Flaw {
        /// There is no such choice.
        NO_SUCH_CHOICE,
        /// It can be chosen in the terminal only.
        TERMINAL_ONLY,
        /// It also answers later questions, which was not confirmed.
        NOT_CONFIRMED,
        /// Words are needed.
        WORDS_MISSING,
        /// The choice takes no words.
        NO_WORDS
    }
}
