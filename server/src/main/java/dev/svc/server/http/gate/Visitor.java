package dev.svc.server.http.gate;

import dev.svc.server.metadata.event.Actor;
import org.jspecify.annotations.Nullable;

/// Who sent a request that passed the gate.
///
/// @param name the account; null before a login
/// @param login the id under which the login is listed, never the cookie
/// @param address where the request came from; unknown for a socket before it is open
public record Visitor(
        @Nullable String name,
        @Nullable String login,
        @Nullable String address) {

    /// The author of what this visitor changes.
    public Actor actor() {
        return Actor.admin(login, address);
    }

    public static Visitor anonymous(@Nullable String address) {
        return new Visitor(null, null, address);
    }
}
