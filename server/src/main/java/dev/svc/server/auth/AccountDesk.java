package dev.svc.server.auth;

import dev.svc.server.auth.SecurityNote.What;
import dev.svc.shared.secret.PasswordHash;
import dev.svc.shared.secret.Passwords;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/// What somebody who is signed in may change about signing in, each time with a fresh proof.
public final class AccountDesk {

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
    private final Logins logins;
    private final Consumer<SecurityNote> journal;
    private final SecureRandom random;

    AccountDesk(
            Accounts accounts,
            Credentials credentials,
            PasswordCheck passwords,
            TwoFactor twoFactor,
            Penalties penalties,
            PreAuth preAuth,
            Logins logins,
            Consumer<SecurityNote> journal,
            SecureRandom random) {
        this.accounts = accounts;
        this.credentials = credentials;
        this.passwords = passwords;
        this.twoFactor = twoFactor;
        this.penalties = penalties;
        this.preAuth = preAuth;
        this.logins = logins;
        this.journal = journal;
        this.random = random;
    }

    /// How a change of password ended.
    public sealed interface Change {
        /// The new one holds, the other logins have ended.
        record Done() implements Change {}

        /// The current password is wrong.
        record WrongPassword() implements Change {}

        /// The new password may not be used.
        ///
        /// @param field which field of the form, `new` or `confirm`
        record Objection(String field, String sentence) implements Change {}
    }

    public Change changePassword(String current, String wanted, String confirm, Login login, Caller caller) {
        Optional<Change.Objection> objection = objection(current, wanted, confirm);
        if (objection.isPresent()) {
            return objection.get();
        }
        Account judged = accounts.account();
        if (!passwords.fits(judged, current, caller)) {
            return new Change.WrongPassword();
        }
        PasswordHash hash = PasswordHash.of(wanted, random);
        return credentials.exclusively(() -> {
            if (!accounts.account().password().equals(judged.password())) {
                return new Change.WrongPassword();
            }
            store(hash);
            preAuth.endAll();
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

    private boolean isProven(Proof proof, Caller caller) {
        return switch (proof) {
            case Proof.Password password -> passwords.fits(accounts.account(), password.password(), caller);
            case Proof.Code code -> {
                passwords.requirePatience(caller);
                boolean spent = credentials.exclusively(() -> twoFactor.spend(code.code(), caller));
                if (!spent) {
                    penalties.failed(caller);
                }
                yield spent;
            }
        };
    }

    private void store(PasswordHash hash) {
        try {
            accounts.choose(hash);
            credentials.adoptPassword();
        } catch (IOException e) {
            throw new NotStoredException("The new password", e);
        }
    }

    private static Optional<Change.Objection> objection(String current, String wanted, String confirm) {
        Optional<String> rule = Passwords.objection(wanted);
        if (rule.isPresent()) {
            return rule.map(sentence -> new Change.Objection("new", sentence));
        }
        if (wanted.equals(current)) {
            return Optional.of(new Change.Objection("new", "This is the current password. Choose another."));
        }
        return wanted.equals(confirm)
                ? Optional.empty()
                : Optional.of(new Change.Objection("confirm", "The two new passwords differ."));
    }
}
