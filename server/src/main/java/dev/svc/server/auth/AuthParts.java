package dev.svc.server.auth;

import dev.svc.server.auth.login.Logins;
import dev.svc.server.auth.login.PreAuth;
import dev.svc.server.auth.passkey.Ceremonies;
import java.security.SecureRandom;
import java.util.function.Consumer;

/// What signing in and changing the account both work with; one of each exists.
record AuthParts(
        Accounts accounts,
        Credentials credentials,
        PasswordCheck passwords,
        TwoFactor twoFactor,
        Penalties penalties,
        PreAuth preAuth,
        Logins logins,
        Ceremonies passkeys,
        Consumer<SecurityNote> journal,
        SecureRandom random) {}
