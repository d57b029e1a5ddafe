package dev.svc.server.http.account;

import dev.svc.server.auth.NotStoredException;
import dev.svc.server.auth.TooManyAttemptsException;
import dev.svc.server.auth.TwoFactorBrokenException;
import dev.svc.server.http.gate.Problem;
import java.util.logging.Level;
import java.util.logging.Logger;

/// What the account refuses, as the client sees it.
public final class AccountProblems {
    private static final Logger LOG = Logger.getLogger(AccountProblems.class.getName());

    private AccountProblems() {}

    public static Problem of(TooManyAttemptsException wait) {
        return Problem.rateLimited(String.valueOf(wait.getMessage()), wait.retryAfter());
    }

    public static Problem of(TwoFactorBrokenException broken) {
        return Problem.of(503, "two_factor_broken", String.valueOf(broken.getMessage()));
    }

    public static Problem of(NotStoredException full) {
        LOG.log(Level.WARNING, full, () -> "a change of the account could not be stored");
        return Problem.of(503, "not_stored", String.valueOf(full.getMessage()));
    }
}
