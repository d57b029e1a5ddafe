package dev.svc.server.http.gate;

import dev.svc.server.metadata.event.Actor;
import org.jspecify.annotations.Nullable;

/// Who sent a request that passed the gate.
///
/// @param name the account; null before a login
/// @param login the id under which the login or token is listed, never what opens it
/// @param address where the request came from; unknown for a socket before it is open
/// @param author who the journal says it was
/// @param drives may start, type into and end programs
public record Visitor(
        @Nullable String name,
        @Nullable String login,
        @Nullable String address,
        String author,
        boolean drives) {
    private static final String PERSON = "admin";

    /// A person in a browser.
    public Visitor(@Nullable String name, @Nullable String login, @Nullable String address) {
        this(name, login, address, PERSON, true);
    }

    /// The author of what this visitor changes.
    public Actor actor() {
        return new Actor(author, login, address);
    }

    /// Whether it is a program with a token, and no person.
    public boolean isProgram() {
        return !author.equals(PERSON);
    }

    public static Visitor anonymous(@Nullable String address) {
        return new Visitor(null, null, address);
    }
}
