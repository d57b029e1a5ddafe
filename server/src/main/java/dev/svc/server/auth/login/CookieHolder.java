package dev.svc.server.auth.login;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The holder of one of our cookies: somebody signed in, or somebody halfway there.
///
/// @param id what CSRF tokens are bound to; as secret as the cookie
public record CookieHolder(String id, @Nullable Login login) {
    public Optional<Login> findLogin() {
        return Optional.ofNullable(login);
    }

    @Override
    public String toString() {
        return login == null ? "a bearer" : "the bearer of login " + login.handle(); // never the id: it may reach a log
    }
}
