package dev.svc.server.auth;

import dev.svc.server.auth.SecurityNote.What;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.login.Login;
import dev.svc.server.auth.login.Logins;
import dev.svc.server.auth.login.PreAuth;
import dev.svc.shared.secret.PasswordHash;
import dev.svc.shared.secret.Passwords;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What a signed-in person may change about signing in; each change needs a fresh proof.
public final class AccountChanges {

    /// A proof that the person is still there: a code or the password.
    public sealed interface Proof {
        /// A code of the app or a recovery code.
        record Code(String code) implements Proof {
            @Override
            public String toString() {
                return "a code";
            }
        }

        /// The account's password.
        record Password(String password) implements Proof {
            @Override
            public String toString() {
                return "a password";
            }
        }
    }

    private final Accounts accounts;
    private final Credentials credentials;
    private final PasswordCheck passwords;
    private final TwoFactor twoFactor;
    private final Penalties penalties;
    private final PreAuth preAuth;
    private final WrongCodes wrongCodes;
    private final Logins logins;
    private final Consumer<SecurityNote> journal;
    private final SecureRandom random;

    AccountChanges(AuthParts parts, WrongCodes wrongCodes) {
        this.accounts = parts.accounts();
        this.credentials = parts.credentials();
        this.passwords = parts.passwords();
        this.twoFactor = parts.twoFactor();
        this.penalties = parts.penalties();
        this.preAuth = parts.preAuth();
        this.wrongCodes = wrongCodes;
        this.logins = parts.logins();
        this.journal = parts.journal();
        this.random = parts.random();
    }

    /// How a change of password ended.
    public sealed interface Change {
        /// The new one holds, the other logins have ended.
        record Done() implements Change {}

        /// The current password is wrong.
        record WrongPassword() implements Change {}

        /// The new password may not be used.
        record Objection(Reason reason, String sentence) implements Change {}
    }

    /// What can be wrong with a new password.
    public enum Reason {
        LENGTH,
        SAME,
        DIFFERENT
    }

    /// The fields of the form that asks for a change.
    public record Wish(String current, String wanted, String confirm) {
        @Override
        public String toString() {
            return "a wish for a new password";
        }
    }

    public Change changePassword(Wish wish, Login login, Caller caller) {
        Optional<Change.Objection> objection = objection(wish);
        if (objection.isPresent()) {
            return objection.get();
        }
        Account judged = accounts.account();
        if (!passwords.fits(judged, wish.current(), caller)) {
            return new Change.WrongPassword();
        }
        PasswordHash hash = PasswordHash.of(wish.wanted(), random);
        return credentials.exclusively(() -> {
            if (!accounts.account().password().equals(judged.password())) {
                return new Change.WrongPassword();
            }
            store(hash);
            preAuth.endAll();
            wrongCodes.passwordChanged();
            logins.credentialsChanged(credentials.fingerprint());
            logins.endOthers(login);
            journal.accept(SecurityNote.of(What.PASSWORD_CHANGED, caller, login));
            return new Change.Done();
        });
    }

    /// Turns two-factor off; false when the proof is wrong.
    public boolean disableTwoFactor(Proof proof, Login login, Caller caller) {
        boolean proven = isProven(proof, caller);
        if (proven) {
            twoFactor.disable(login, caller);
        }
        return proven;
    }

    /// Ten new recovery codes; empty when the proof is wrong or two-factor is off.
    public Optional<List<String>> renewRecoveryCodes(Proof proof, Login login, Caller caller) {
        return isProven(proof, caller) ? twoFactor.renewRecoveryCodes(login, caller) : Optional.empty();
    }

    /// Whether the person is still there.
    public boolean isProven(Proof proof, Caller caller) {
        return switch (proof) {
            case Proof.Password password -> passwords.fits(accounts.account(), password.password(), caller);
            case Proof.Code code -> isProven(code, caller);
        };
    }

    private boolean isProven(Proof.Code code, Caller caller) {
        penalties.begin(caller);
        boolean judgedWrong = false;
        try {
            judgedWrong = !credentials.exclusively(() -> twoFactor.spend(code.code(), caller));
        } finally {
            if (!judgedWrong) {
                penalties.refund(caller); // right, or not judged
            }
        }
        return !judgedWrong;
    }

    private void store(PasswordHash hash) {
        try {
            accounts.choose(hash);
            credentials.adoptPassword();
        } catch (IOException e) {
            throw new NotStoredException("The new password", e);
        }
    }

    private static Optional<Change.Objection> objection(Wish wish) {
        Optional<String> length = Passwords.objection(wish.wanted());
        if (length.isPresent()) {
            return length.map(sentence -> new Change.Objection(Reason.LENGTH, sentence));
        }
        if (wish.wanted().equals(wish.current())) {
            return Optional.of(new Change.Objection(Reason.SAME, "This is the current password. Choose another."));
        }
        return wish.wanted().equals(wish.confirm())
                ? Optional.empty()
                : Optional.of(new Change.Objection(Reason.DIFFERENT, "The two new passwords differ."));
    }
}
