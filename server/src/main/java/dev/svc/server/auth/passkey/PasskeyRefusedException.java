package dev.svc.server.auth.passkey;

import java.util.Locale;

/// The browser's answer failed verification. The client learns no more than that; the journal records why.
public final class PasskeyRefusedException extends Exception {
    private static final long serialVersionUID = 1;

    /// What did not fit, in the order in which it is looked at.
    public enum Why {
        /// Not the form that browsers send, or larger than anything they do.
        FORM,
        /// Signed for another purpose than it is used for.
        TYPE,
        /// None that was asked for: made up, used before, too old, another's, or of a login that has ended.
        CHALLENGE,
        /// Signed on another page.
        ORIGIN,
        /// Signed in a frame of another page.
        FRAME,
        /// There is no such passkey, or no more.
        UNKNOWN,
        /// The authenticator knows the account by something else.
        USER,
        /// Made for another host.
        HOST,
        /// Nobody was there.
        ABSENT,
        /// Somebody was there, and was not asked who.
        UNVERIFIED,
        /// A passkey that may be copied says it may not, or the other way round.
        SYNCED,
        /// A key that is not understood, or not safe.
        KEY,
        SIGNATURE,
        /// The authenticator has signed less often than it said before: there are two of it.
        COUNTER;

        /// As the journal has it.
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private final Why why;

    public PasskeyRefusedException(Why why) {
        super("refused for its " + why.word(), null, false, false);
        this.why = why;
    }

    public Why why() {
        return why;
    }
}
