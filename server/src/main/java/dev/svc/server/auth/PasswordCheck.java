package dev.svc.server.auth;

import dev.svc.server.auth.login.Caller;
import dev.svc.shared.secret.PasswordHash;
import dev.svc.shared.secret.Passwords;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;

/// Checks a name and a password in constant time, whatever is wrong with them.
final class PasswordCheck {
    /// Somebody at the host takes precedence over everybody remote.
    private static final Duration FIRST = Duration.ofSeconds(-1);

    private final Hasher hasher;
    private final Penalties penalties;

    PasswordCheck(Hasher hasher, Penalties penalties) {
        this.hasher = hasher;
        this.penalties = penalties;
    }

    /// Whether both are the account's; a failure is the caller's debt.
    boolean fits(Account account, String name, String password, Caller caller) {
        Duration debt = penalties.begin(caller);
        Duration place = caller.local() ? FIRST : debt;
        boolean hashFits = hashFits(account.password(), password, place); // before the name is looked at
        boolean right = isEqual(account.name(), name) && hashFits;
        if (right) {
            penalties.refund(caller);
        }
        return right;
    }

    boolean fits(Account account, String password, Caller caller) {
        return fits(account, account.name(), password, caller);
    }

    private boolean hashFits(PasswordHash hash, String password, Duration place) {
        // A text too long to be a password is cut, not skipped, so that it costs the same and matches nothing.
        boolean possible = password.length() <= 2 * Passwords.LONGEST;
        String bounded = possible ? password : password.substring(0, Passwords.LONGEST);
        boolean fits = hasher.compute(place, () -> hash.matches(bounded));
        return possible && fits;
    }

    private static boolean isEqual(String expected, String given) {
        return MessageDigest.isEqual(expected.getBytes(StandardCharsets.UTF_8), given.getBytes(StandardCharsets.UTF_8));
    }
}
