package dev.svc.server.question;

import dev.svc.server.session.Ask;
import java.util.Locale;

/// How a question was settled.
public enum How {
    /// By an answer from svc.
    ALLOWED,
    /// By an answer from svc.
    DENIED,
    /// By an answer from svc.
    CHOSEN,
    /// At the program itself.
    DECIDED,
    /// An answer was sent and it is settled, but the program does not say by whose answer.
    SETTLED,
    /// The program has taken it back.
    WITHDRAWN,
    /// The program has ended.
    ENDED,
    /// An answer was sent, and the program was not seen to take it.
    NOT_TAKEN;

    static How by(Ask.Choice choice) {
        return switch (choice.effect()) {
            case ALLOW -> ALLOWED;
            case DENY -> DENIED;
            case CHOOSE, TERMINAL -> CHOSEN;
        };
    }

    /// Where nobody answered from here, it was decided there.
    How unanswered() {
        return switch (this) {
            case ALLOWED, DENIED, CHOSEN, SETTLED -> DECIDED;
            case DECIDED, WITHDRAWN, ENDED, NOT_TAKEN -> this;
        };
    }

    /// The name in answers and events.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
