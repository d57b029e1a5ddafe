package dev.svc.server.auth;

import dev.svc.server.auth.SecurityNote.What;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.login.CookieHolder;
import dev.svc.server.auth.login.Login;
import dev.svc.server.auth.login.Logins;
import dev.svc.server.auth.login.PreAuth;
import dev.svc.server.auth.passkey.Ceremonies;
import dev.svc.server.auth.passkey.PasskeyRefusedException;
import dev.svc.server.auth.passkey.SentPasskey;
import dev.svc.shared.secret.PasswordHash;
import dev.svc.shared.secret.SecondFactor;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.util.Map;
import java.util.function.Consumer;

/// Signing in: a password, and then a code where one is required; or a passkey, which stands for both.
public final class SignIn {
    private static final Logger LOG = System.getLogger(SignIn.class.getName());

    private final Accounts accounts;
    private final Credentials credentials;
    private final PasswordCheck passwords;
    private final TwoFactor twoFactor;
    private final Penalties penalties;
    private final PreAuth preAuth;
    private final Ceremonies passkeys;
    private final HostWatch watch;
    private final Logins logins;
    private final Consumer<SecurityNote> journal;
    private final SecureRandom random;

    SignIn(AuthParts parts, HostWatch watch) {
        this.accounts = parts.accounts();
        this.credentials = parts.credentials();
        this.passwords = parts.passwords();
        this.twoFactor = parts.twoFactor();
        this.penalties = parts.penalties();
        this.preAuth = parts.preAuth();
        this.passkeys = parts.passkeys();
        this.watch = watch;
        this.logins = parts.logins();
        this.journal = parts.journal();
        this.random = parts.random();
    }

    /// The first step.
    public SignInOutcome password(String name, String password, Caller caller) {
        Account judged = accounts.account();
        if (!passwords.fits(judged, name, password, caller)) {
            return refused(caller, "password");
        }
        SignInOutcome outcome = credentials.exclusively(() -> enter(judged, caller));
        if (judged.password().isDated() && !(outcome instanceof SignInOutcome.Refused)) {
            rehash(judged, password);
        }
        return outcome;
    }

    /// The second step, with a code of the app or a recovery code.
    public SignInOutcome code(String preAuthCookie, String code, Caller caller) {
        penalties.begin(caller);
        return credentials.exclusively(() -> {
            watch.lookAtCredentials();
            if (!preAuth.holds(preAuthCookie)) {
                penalties.refund(caller);
                return new SignInOutcome.StartAgain();
            }
            requireTurn(code, caller); // before one of the five tries is taken: waiting costs none
            if (!preAuth.take(preAuthCookie)) {
                penalties.refund(caller);
                return new SignInOutcome.StartAgain();
            }
            if (!twoFactor.spend(code, caller)) {
                return refused(caller, "code");
            }
            preAuth.end(preAuthCookie);
            penalties.refund(caller);
            return entered(caller);
        });
    }

    /// In one step. A second factor that cannot be read keeps passkeys out as well: what became of it has to be seen
    /// on the host first.
    public SignInOutcome passkey(SentPasskey.Used sent, Caller caller) {
        penalties.begin(caller);
        return credentials.exclusively(() -> {
            watch.lookAtCredentials(); // a password that was reset on the host ended the passkeys
            try {
                var passkey = passkeys.signIn(sent);
                penalties.refund(caller);
                if (credentials.secondFactor() instanceof SecondFactor.Broken broken) {
                    throw broken(broken);
                }
                return entered(caller, Map.of("passkey", passkey.name()));
            } catch (PasskeyRefusedException refused) {
                journal.accept(SecurityNote.of(What.LOGIN_FAILED, caller, null)
                        .with("step", "passkey")
                        .with("reason", refused.why().word()));
                return new SignInOutcome.Refused();
            }
        });
    }

    private void requireTurn(String code, Caller caller) {
        try {
            twoFactor.requireTurn(code, caller);
        } catch (TooManyAttemptsException wait) {
            penalties.refund(caller); // nothing was judged
            throw wait;
        }
    }

    /// Ends somebody's own login.
    public void out(Login login, Caller caller) {
        if (logins.end(login.handle())) {
            journal.accept(SecurityNote.of(What.LOGGED_OUT, caller, login));
        }
    }

    /// Ends another login by its handle; false when there is none such.
    public boolean end(String handle, Login by, Caller caller) {
        boolean ended = logins.end(handle);
        if (ended) {
            journal.accept(SecurityNote.of(What.LOGIN_ENDED, caller, by).with("ended", handle));
        }
        return ended;
    }

    /// Ends every login but this one.
    public int endOthers(Login kept, Caller caller) {
        int ended = logins.endOthers(kept);
        if (ended > 0) {
            journal.accept(SecurityNote.of(What.LOGIN_ENDED, caller, kept).with("ended", ended + " others"));
        }
        return ended;
    }

    /// A password that is changed while the hash is computed wins over the one that was judged.
    private SignInOutcome enter(Account judged, Caller caller) {
        watch.lookAtCredentials();
        if (!accounts.account().password().equals(judged.password())) {
            return new SignInOutcome.Refused();
        }
        return switch (credentials.secondFactor()) {
            case SecondFactor.Off off -> entered(caller);
            case SecondFactor.On on -> new SignInOutcome.CodeNeeded(preAuth.start());
            case SecondFactor.Broken broken -> throw broken(broken);
        };
    }

    private static TwoFactorBrokenException broken(SecondFactor.Broken broken) {
        LOG.log(Level.ERROR, broken.sentence());
        return new TwoFactorBrokenException();
    }

    private SignInOutcome entered(Caller caller) {
        return entered(caller, Map.of());
    }

    private SignInOutcome entered(Caller caller, Map<String, String> by) {
        penalties.succeeded(caller);
        String cookie = logins.start(caller);
        Login login = logins.bearer(cookie).flatMap(CookieHolder::findLogin).orElse(null);
        var note = SecurityNote.of(What.LOGGED_IN, caller, login);
        for (var detail : by.entrySet()) {
            note = note.with(detail.getKey(), detail.getValue());
        }
        journal.accept(note);
        return new SignInOutcome.Entered(cookie);
    }

    private SignInOutcome refused(Caller caller, String step) {
        journal.accept(SecurityNote.of(What.LOGIN_FAILED, caller, null).with("step", step));
        return new SignInOutcome.Refused();
    }

    private void rehash(Account judged, String password) {
        PasswordHash today = PasswordHash.of(password, random);
        credentials.exclusively(() -> {
            if (accounts.account().password().equals(judged.password())) {
                storeRehash(today);
            }
            return today;
        });
    }

    private void storeRehash(PasswordHash today) {
        try {
            accounts.rehash(today);
            credentials.adoptPassword();
            logins.credentialsChanged(credentials.fingerprint());
        } catch (IOException e) {
            LOG.log(Level.WARNING, "The password hash keeps its former number of rounds: {0}", e.getMessage());
        }
    }
}
