package dev.svc.server.metadata.event;

import org.jspecify.annotations.Nullable;

/// Who made a change, and from where.
///
/// @param name admin, cli, tray, system or review
/// @param login the id of the login, never its cookie
/// @param address the peer's address
public record Actor(
        String name, @Nullable String login, @Nullable String address) {
    public static final Actor SYSTEM = new Actor("system", null, null);
    public static final Actor CLI = new Actor("cli", null, null);
    public static final Actor TRAY = new Actor("tray", null, null);
    public static final Actor REVIEW = new Actor("review", null, null);

    public static Actor admin(@Nullable String login, @Nullable String address) {
        return new Actor("admin", login, address);
    }
}
