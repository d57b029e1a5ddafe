package dev.svc.server.auth;

import dev.svc.server.auth.SecurityNote.What;
import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.login.Login;
import dev.svc.server.auth.login.Logins;
import dev.svc.server.auth.login.PreAuth;
import dev.svc.shared.secret.RecoveryCodes;
import dev.svc.shared.secret.SecondFactor;
import dev.svc.shared.secret.TwoFactorFile;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// The second factor: enrolling, spending codes, and its end.
public final class TwoFactor {
    static final Duration ENROLMENT = Duration.ofMinutes(15);

    /// What is shown once.
    public record Enrolment(String secret, String uri, List<String> recoveryCodes) {
        @Override
        public String toString() {
            return "an enrolment"; // never the secret
        }
    }

    private record Pending(String secret, List<String> digests, Instant endsAt) {}

    private final TwoFactorFile file;
    private final Credentials credentials;
    private final Logins logins;
    private final PreAuth preAuth;
    private final WrongCodes wrongCodes;
    private final Consumer<SecurityNote> journal;
    private final Clock clock;
    private final SecureRandom random;
    private final Totp totp = new Totp();
    private @Nullable Pending pending; // under the lock of Credentials

    TwoFactor(
            TwoFactorFile file,
            Credentials credentials,
            Logins logins,
            PreAuth preAuth,
            WrongCodes wrongCodes,
            Consumer<SecurityNote> journal,
            Clock clock,
            SecureRandom random) {
        this.file = file;
        this.credentials = credentials;
        this.logins = logins;
        this.preAuth = preAuth;
        this.wrongCodes = wrongCodes;
        this.journal = journal;
        this.clock = clock;
        this.random = random;
    }

    public boolean isOn() {
        return !(credentials.secondFactor() instanceof SecondFactor.Off);
    }

    /// How many recovery codes are left; none while it is off.
    public int recoveryCodesLeft() {
        return credentials.secondFactor() instanceof SecondFactor.On on
                ? on.recoveryCodes().size()
                : 0;
    }

    /// Makes a secret and codes that count only once a code was confirmed; empty when two-factor is on already.
    public Optional<Enrolment> enroll(String account) {
        return credentials.exclusively(() -> {
            if (isOn()) {
                return Optional.empty();
            }
            String secret = totp.newSecret();
            List<String> codes = RecoveryCodes.make(random);
            pending = new Pending(
                    secret, RecoveryCodes.digests(codes), clock.instant().plus(ENROLMENT));
            return Optional.of(new Enrolment(secret, Totp.uri(account, secret), codes));
        });
    }

    /// How a confirmation ended.
    public enum Confirmation {
        ON,
        WRONG_CODE,
        NOTHING_TO_CONFIRM
    }

    /// Turns it on with a code of the new secret, which then counts as used, and ends the other logins.
    public Confirmation confirm(String code, Login login, Caller caller) {
        return credentials.exclusively(() -> {
            Pending enrolment = pending;
            if (enrolment == null || isOn() || !clock.instant().isBefore(enrolment.endsAt())) {
                return Confirmation.NOTHING_TO_CONFIRM;
            }
            OptionalLong step = totp.step(enrolment.secret(), code, clock.instant());
            if (step.isEmpty()) {
                return Confirmation.WRONG_CODE;
            }
            store(new SecondFactor.On(enrolment.secret(), step.getAsLong(), enrolment.digests()));
            pending = null;
            changed(login);
            journal.accept(SecurityNote.of(What.TWO_FACTOR_ENABLED, caller, login));
            return Confirmation.ON;
        });
    }

    /// Guessing 2^100 recovery codes is hopeless, so they are not throttled by what others have guessed.
    ///
    /// @throws TooManyAttemptsException when the account has to wait before this code is judged
    void requireTurn(String code, Caller caller) {
        if (!RecoveryCodes.isLikeOne(code)) {
            wrongCodes.requireTurn(caller);
        }
    }

    /// Accepts a code of the app whose step is newer than every accepted one, or a recovery code that is left; what is
    /// accepted is spent on disk before this returns. Under the lock of Credentials.
    boolean spend(String code, Caller caller) {
        boolean right = RecoveryCodes.isLikeOne(code) ? tryRecoveryCode(code, caller) : tryStep(code, caller);
        if (right) {
            wrongCodes.right();
        }
        return right;
    }

    /// Turns it off and ends the other logins; the caller has asked for a proof before.
    void disable(Login login, Caller caller) {
        credentials.exclusively(() -> {
            try {
                file.remove();
            } catch (IOException e) {
                throw new NotStoredException("Turning two-factor off", e);
            }
            credentials.adopt(new SecondFactor.Off());
            changed(login);
            journal.accept(SecurityNote.of(What.TWO_FACTOR_DISABLED, caller, login));
            return true;
        });
    }

    /// Ten new recovery codes in place of the old ones; empty while it is off.
    Optional<List<String>> renewRecoveryCodes(Login login, Caller caller) {
        List<String> codes = RecoveryCodes.make(random);
        boolean renewed = change(on -> Optional.of(on.withRecoveryCodes(RecoveryCodes.digests(codes))))
                .isPresent();
        if (renewed) {
            journal.accept(SecurityNote.of(What.RECOVERY_CODES_RENEWED, caller, login));
        }
        return renewed ? Optional.of(codes) : Optional.empty();
    }

    private boolean tryStep(String code, Caller caller) {
        wrongCodes.charge(caller);
        if (spendStep(code)) {
            wrongCodes.takeBack(caller);
            return true;
        }
        if (credentials.secondFactor() instanceof SecondFactor.On on
                && totp.step(on.secret(), code, clock.instant()).isEmpty()) {
            wrongCodes.wrong(caller);
        } else {
            wrongCodes.takeBack(caller); // sent twice, or there is nothing to hold it against
        }
        return false;
    }

    private boolean tryRecoveryCode(String code, Caller caller) {
        boolean right = spendRecoveryCode(code, caller);
        if (!right && credentials.secondFactor() instanceof SecondFactor.On) {
            wrongCodes.wrong(caller);
        }
        return right;
    }

    private boolean spendStep(String code) {
        return change(on -> {
                    OptionalLong step = totp.step(on.secret(), code, clock.instant());
                    return step.isPresent() && step.getAsLong() > on.lastStep()
                            ? Optional.of(on.acceptedAt(step.getAsLong()))
                            : Optional.empty();
                })
                .isPresent();
    }

    private boolean spendRecoveryCode(String code, Caller caller) {
        var left = change(on -> RecoveryCodes.spend(on.recoveryCodes(), code).map(on::withRecoveryCodes));
        left.ifPresent(on -> journal.accept(SecurityNote.of(What.RECOVERY_CODE_USED, caller, null)
                .with("left", String.valueOf(on.recoveryCodes().size()))));
        return left.isPresent();
    }

    private Optional<SecondFactor.On> change(Function<SecondFactor.On, Optional<SecondFactor.On>> rule) {
        try {
            return file.change(rule);
        } catch (IOException e) {
            throw new NotStoredException("The use of the code", e);
        }
    }

    private void store(SecondFactor.On enrolment) {
        try {
            file.enable(enrolment);
        } catch (IOException e) {
            throw new NotStoredException("The enrolment", e);
        }
        credentials.adopt(enrolment);
    }

    private void changed(Login kept) {
        preAuth.endAll();
        logins.credentialsChanged(credentials.fingerprint());
        logins.endOthers(kept);
    }
}
