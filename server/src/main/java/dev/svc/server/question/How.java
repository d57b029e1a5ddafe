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

    /// The name in answers and events.
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
