package dev.svc.server.auth;

import dev.svc.server.auth.login.Caller;
import dev.svc.server.auth.login.Login;
import dev.svc.server.auth.passkey.Passkey;
import dev.svc.server.auth.token.ApiToken;
import dev.svc.server.auth.token.Scope;
import dev.svc.shared.audit.HostChangeLog.Who;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A security event for the journal; never a secret, a password, a code or a cookie.
///
/// @param caller who did it; null for a change that was discovered on the host
/// @param login the handle of the login that it was done with, or that began or ended
/// @param onHost who did it on the host, where that is known
public record SecurityNote(
        What what, @Nullable Caller caller, @Nullable String login, Map<String, String> details, Optional<Who> onHost) {

    /// What happened.
    public enum What {
        LOGGED_IN,
        LOGIN_FAILED,
        LOGGED_OUT,
        LOGIN_ENDED,
        PASSWORD_CHANGED,
        PASSWORD_RESET,
        TWO_FACTOR_ENABLED,
        TWO_FACTOR_DISABLED,
        RECOVERY_CODE_USED,
        RECOVERY_CODES_RENEWED,
        CODES_GUESSED,
        TOKEN_CREATED,
        TOKEN_ENDED,
        PASSKEY_ADDED,
        PASSKEY_ENDED
    }

    public SecurityNote {
        details = Map.copyOf(details);
    }

    static SecurityNote of(What what, Caller caller, @Nullable Login login) {
        return new SecurityNote(what, caller, login == null ? null : login.handle(), Map.of(), Optional.empty());
    }

    static SecurityNote onHost(What what, Optional<Who> who) {
        return new SecurityNote(what, null, null, Map.of(), who);
    }

    /// A token that was made or ended on the host, or has expired.
    static SecurityNote about(What what, ApiToken token) {
        return onHost(what, Optional.of(Who.CLI)).with(token);
    }

    /// A token that was made or ended in the page.
    public static SecurityNote about(What what, ApiToken token, Caller caller, @Nullable Login login) {
        return of(what, caller, login).with(token);
    }

    static SecurityNote about(What what, Passkey passkey, Caller caller, Login login) {
        return of(what, caller, login).with("name", passkey.name());
    }

    private SecurityNote with(ApiToken token) {
        var scopes = token.sortedScopes().stream().map(Scope::word).collect(Collectors.joining(","));
        return with("token", token.id()).with("name", token.name()).with("scopes", scopes);
    }

    SecurityNote with(String name, String value) {
        var more = new HashMap<>(details);
        more.put(name, value);
        return new SecurityNote(what, caller, login, more, onHost);
    }
}
