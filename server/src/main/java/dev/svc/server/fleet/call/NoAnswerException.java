package dev.svc.server.fleet.call;

import java.io.Serial;

/// A call that was not answered, as a sentence for people.
public final class NoAnswerException extends Exception {
    @Serial
    private static final long serialVersionUID = 1L;

    private final Why why;

    /// What became of it.
    public enum Why {
        /// It was not sent: the host, or the broker, is not there.
        OFFLINE,
        /// It may have been done, or may not.
        LATE,
        /// It was not sent: what it says is too much for a message.
        TOO_LARGE,
        /// It was not sent: too many are under way.
        BUSY
    }

    NoAnswerException(Why why, String sentence) {
        super(sentence);
        this.why = why;
    }

    /// There is no such host, or no longer.
    public static NoAnswerException unknown(String host) {
        return new NoAnswerException(Why.OFFLINE, "%s is not in the fleet.".formatted(host));
    }

    public Why why() {
        return why;
    }

    /// What people are told.
    public String sentence() {
        return String.valueOf(getMessage());
    }
}
