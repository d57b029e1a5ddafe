package dev.svc.server.push;

import java.util.List;
import java.util.Locale;

/// The sentences that svc says in notices by itself. A browser says them in its own language, by their word; ntfy and
/// webhooks get them as they stand here.
public enum PushSentence {
    QUESTION_HIDDEN("A program asks something."),
    ANSWERED_HIDDEN("A question is answered."),
    ENDED_HIDDEN("A program has ended."),
    REVIEW_HIDDEN("A session needs you."),
    BUDGET_HIDDEN("A budget is used up."),
    CONTINUED_HIDDEN("A session was to go on."),
    TEST("A test: notices of svc arrive here."),
    ANSWERED("Answered."),
    ANSWERED_BY("Answered by %s: %s"),
    DECIDED("Decided in the terminal."),
    WITHDRAWN("Taken back by the program."),
    PROGRAM_ENDED("The program has ended."),
    NOT_TAKEN("An answer has not arrived."),
    ENDED_AT_WORK("The program has ended while it worked."),
    REVIEW_NEEDS_YOU("The review says that it needs you."),
    SESSION_OVER_BUDGET("It has cost %s; the budget of a session is %s."),
    DAY_OVER_BUDGET("Today's sessions have cost %s; the budget of a day is %s."),
    CONTINUED("It goes on, as it was set."),
    NOT_CONTINUED_QUESTION("It did not go on: its program asks something."),
    NOT_CONTINUED_TYPING("It did not go on: something is typed at its prompt."),
    NOT_CONTINUED_WORKING("It did not go on: its program is at work."),
    NOT_CONTINUED_OUTSIDE("It did not go on: it runs outside svc."),
    NOT_CONTINUED_NOT_STARTED("It did not go on: its program could not be started."),
    NOT_CONTINUED_NO_PROMPT("It did not go on: its program did not come to its prompt."),
    NOT_CONTINUED_LATE("It did not go on: svc did not run at that time.");

    private final String english;

    PushSentence(String english) {
        this.english = english;
    }

    /// What it is called on the wire.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// This sentence, about these.
    public Said of(String... about) {
        return new Said(this, List.of(about));
    }

    /// A sentence with what it is about.
    ///
    /// @param about as many texts as it has gaps
    public record Said(PushSentence sentence, List<String> about) {
        public Said {
            about = List.copyOf(about);
        }

        String english() {
            return sentence.english.formatted(about.toArray());
        }
    }
}
