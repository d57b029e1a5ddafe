package dev.svc.server.auth;

import dev.svc.shared.config.OwnCommand;

/// The password was right, but the second factor cannot be checked: nobody comes in until it is repaired on the host.
public final class TwoFactorBrokenException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public TwoFactorBrokenException() {
        super(
                "The two-factor file on the host is damaged, so nobody can sign in."
                        + " On the host, restore it or run: " + OwnCommand.line("clear-2fa"),
                null,
                false,
                false);
    }
}
