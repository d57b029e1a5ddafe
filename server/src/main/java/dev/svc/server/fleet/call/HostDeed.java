package dev.svc.server.fleet.call;

import dev.svc.server.fleet.envelope.Allowance;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What one host can ask of another: nothing but these, each with the step that the other one has to allow.
public enum HostDeed {
    /// A page of a conversation.
    HISTORY(Allowance.READ),
    /// The end of a conversation.
    TRANSCRIPT(Allowance.READ),
    /// What was said in all of its sessions.
    SEARCH(Allowance.READ),
    /// The same in one session.
    HITS(Allowance.READ),
    /// What programs ask there.
    QUESTIONS(Allowance.READ),
    /// What they asked a short time ago, and what became of it.
    SETTLED(Allowance.READ),
    /// What was changed about a session, and by whom.
    EVENTS(Allowance.READ),
    RENAME(Allowance.ORGANISE),
    FAVORITE(Allowance.ORGANISE),
    UNFAVORITE(Allowance.ORGANISE),
    ARCHIVE(Allowance.ORGANISE),
    UNARCHIVE(Allowance.ORGANISE),
    SNOOZE(Allowance.ORGANISE),
    WAKE(Allowance.ORGANISE),
    /// Put into the project of a name, or into none.
    ASSIGN(Allowance.ORGANISE),
    /// Archive, and end the program that runs.
    END_AND_ARCHIVE(Allowance.DRIVE),
    /// A line to a terminal; its program is started where it does not run.
    TERMINAL(Allowance.DRIVE),
    /// End the program that runs.
    END(Allowance.DRIVE),
    /// Note that a question is shown to somebody.
    SEEN(Allowance.DRIVE),
    /// Answer a question.
    ANSWER(Allowance.DRIVE),
    /// Type a text into a program that is at its prompt.
    SEND(Allowance.DRIVE),
    /// Which programs can be begun there, and in which folders.
    BEGINNINGS(Allowance.DRIVE),
    /// What beginning one would run.
    COMMAND(Allowance.DRIVE),
    /// Make a folder to begin one in.
    MAKE_FOLDER(Allowance.DRIVE),
    /// Begin a program on a new session.
    BEGIN(Allowance.DRIVE);

    private final Allowance needs;

    HostDeed(Allowance needs) {
        this.needs = needs;
    }

    public Allowance needs() {
        return needs;
    }

    /// Whether it changes something of which a row shows whether it was done.
    public boolean isChange() {
        return switch (this) {
            case SEEN, BEGINNINGS, COMMAND, MAKE_FOLDER -> false;
            default -> needs != Allowance.READ;
        };
    }

    /// As messages write it.
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<HostDeed> find(String word) {
        return Arrays.stream(values()).filter(it -> it.word().equals(word)).findFirst();
    }
}
