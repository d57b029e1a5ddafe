package dev.svc.server.auth;

import dev.svc.server.auth.SecurityNote.What;
import dev.svc.server.auth.login.Logins;
import dev.svc.server.auth.login.PreAuth;
import dev.svc.server.auth.passkey.Passkeys;
import dev.svc.server.auth.token.Tokens;
import dev.svc.shared.audit.HostChangeLog;
import dev.svc.shared.secret.SecondFactor;
import dev.svc.shared.vital.Vital;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/// Notices within a second what `reset-password`, `clear-2fa` and `token` did on the host, and what has run out.
///
/// Looks on request; once started also twice a second, on one virtual thread, until it is closed.
public final class HostWatch implements AutoCloseable {
    static final Duration EACH = Duration.ofMillis(500);

    private static final Logger LOG = System.getLogger(HostWatch.class.getName());

    private final Credentials credentials;
    private final Logins logins;
    private final PreAuth preAuth;
    private final WrongCodes wrongCodes;
    private final Passkeys passkeys;
    private final Tokens tokens;
    private final Consumer<SecurityNote> journal;
    private final HostChangeLog deeds;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    HostWatch(
            Credentials credentials,
            Logins logins,
            PreAuth preAuth,
            WrongCodes wrongCodes,
            Passkeys passkeys,
            Tokens tokens,
            Consumer<SecurityNote> journal,
            HostChangeLog deeds) {
        this.credentials = credentials;
        this.logins = logins;
        this.preAuth = preAuth;
        this.wrongCodes = wrongCodes;
        this.passkeys = passkeys;
        this.tokens = tokens;
        this.journal = journal;
        this.deeds = deeds;
        thread = Vital.virtual("svc-host-watch").unstarted(this::run);
    }

    void start() {
        thread.start();
    }

    /// One look.
    void look() {
        lookAtCredentials();
        logins.sweep();
        var news = tokens.sweep();
        news.made().forEach(it -> journal.accept(SecurityNote.about(What.TOKEN_CREATED, it)));
        news.ended().forEach(it -> journal.accept(SecurityNote.about(What.TOKEN_ENDED, it)));
    }

    /// Looks at password and second factor only. Called before a login is let in, so that none survives from
    /// before a change on the host.
    void lookAtCredentials() {
        credentials.look(change -> endAll(
                switch (change) {
                    case PASSWORD -> What.PASSWORD_RESET;
                    case SECOND_FACTOR -> secondFactorNow();
                }));
    }

    /// Reports what changed while no server ran; its logins have not come back from their file.
    void compare(String fingerprintBefore) {
        String now = credentials.fingerprint();
        if (fingerprintBefore.length() != now.length()) {
            return;
        }
        int half = now.length() / 2;
        if (!fingerprintBefore.regionMatches(0, now, 0, half)) {
            wrongCodes.passwordChanged();
            passkeys.endAll();
            journal.accept(note(What.PASSWORD_RESET));
        }
        if (!fingerprintBefore.regionMatches(half, now, half, half)) {
            journal.accept(note(secondFactorNow()));
        }
    }

    private What secondFactorNow() {
        return credentials.secondFactor() instanceof SecondFactor.Off
                ? What.TWO_FACTOR_DISABLED
                : What.TWO_FACTOR_ENABLED;
    }

    /// Returns when the last look is over, so that nothing is written afterwards.
    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            while (!closed.await(EACH.toMillis(), TimeUnit.MILLISECONDS)) {
                lookSafely();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /// The watch survives a failing look: the next one may succeed.
    private void lookSafely() {
        try {
            look();
        } catch (RuntimeException e) {
            LOG.log(Level.WARNING, "The account files could not be checked", e);
        }
    }

    private void endAll(What what) {
        preAuth.endAll();
        logins.credentialsChanged(credentials.fingerprint());
        logins.endAll();
        if (what == What.PASSWORD_RESET) {
            wrongCodes.passwordChanged();
            passkeys.endAll();
        }
        journal.accept(note(what));
    }

    private SecurityNote note(What what) {
        var deed = what == What.PASSWORD_RESET ? HostChangeLog.What.PASSWORD : HostChangeLog.What.SECOND_FACTOR;
        return SecurityNote.onHost(what, deeds.take(deed));
    }
}
