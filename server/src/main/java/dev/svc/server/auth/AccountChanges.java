package dev.svc.server.auth;

import dev.svc.server.auth.SecurityNote.What;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.login.Login;
import dev.svc.server.auth.login.Logins;
import dev.svc.server.auth.login.PreAuth;
import dev.svc.server.auth.passkey.Ceremonies;
import dev.svc.server.auth.passkey.Passkey;
import dev.svc.server.auth.passkey.PasskeyRefusedException;
import dev.svc.server.auth.passkey.SentPasskey;
import dev.svc.server.auth.passkey.UnfitPasskeyException;
import dev.svc.shared.secret.PasswordHash;
import dev.svc.shared.secret.Passwords;
import java.io.IOException;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/// What a signed-in person may change about signing in; each change needs a fresh proof.
public final class AccountChanges {

    /// A proof that the person is still there: a code, the password or a passkey.
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

        /// A passkey that signed what this login was asked to have signed.
        ///
        /// @param login its handle
        record ByPasskey(SentPasskey.Used sent, String login) implements Proof {
            @Override
            public String toString() {
                return "a passkey";
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
    private final Ceremonies passkeys;
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
        this.passkeys = parts.passkeys();
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
            case Proof.ByPasskey used -> isProven(used, caller);
        };
    }

    private boolean isProven(Proof.ByPasskey proof, Caller caller) {
        penalties.begin(caller);
        try {
            passkeys.prove(proof.sent(), proof.login());
            penalties.refund(caller);
            return true;
        } catch (PasskeyRefusedException refused) {
            journal.accept(new SecurityNote(
                    What.LOGIN_FAILED,
                    caller,
                    proof.login(),
                    Map.of("step", "passkey", "reason", refused.why().word()),
                    Optional.empty()));
            return false;
        }
    }

    /// Keeps a new passkey; the caller has asked for a proof before.
    public Passkey addPasskey(SentPasskey.Made sent, String name, Login login, Caller caller)
            throws PasskeyRefusedException, UnfitPasskeyException {
        try {
            var added = passkeys.add(sent, name, login.handle());
            if (!logins.isOpen(login.handle())) { // a reset on the host has just ended it, and all passkeys
                var _ = passkeys.passkeys().end(added.id());
                throw new PasskeyRefusedException(PasskeyRefusedException.Why.CHALLENGE);
            }
            journal.accept(SecurityNote.about(What.PASSKEY_ADDED, added, caller, login));
            return added;
        } catch (IOException e) {
            throw new NotStoredException("The new passkey", e);
        }
    }

    /// Ends a passkey; the caller has asked for a proof before. Empty when there is none such.
    public Optional<Passkey> endPasskey(String id, Login login, Caller caller) {
        try {
            var ended = passkeys.passkeys().end(id);
            ended.ifPresent(it -> journal.accept(SecurityNote.about(What.PASSKEY_ENDED, it, caller, login)));
            return ended;
        } catch (IOException e) {
            throw new NotStoredException("The end of the passkey", e);
        }
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
