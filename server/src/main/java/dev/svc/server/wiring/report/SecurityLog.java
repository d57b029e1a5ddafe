package dev.svc.server.wiring.report;

import dev.svc.server.auth.SecurityNote;
import dev.svc.server.metadata.event.Actor;
import dev.svc.server.metadata.event.SecurityEvent;
import dev.svc.server.metadata.event.SecurityEvent.Kind;
import dev.svc.shared.audit.HostChangeLog.Who;

/// Turns the login room's notes into events of the journal.
public final class SecurityLog {
    private SecurityLog() {}

    public static SecurityEvent event(SecurityNote note) {
        return new SecurityEvent(kind(note.what()), note.details());
    }

    /// A change discovered on the host was made by the command line, unless another program left its name.
    public static Actor actor(SecurityNote note) {
        return note.caller() == null
                ? note.onHost().map(SecurityLog::actor).orElse(Actor.CLI)
                : Actor.admin(note.login(), note.caller().addressText());
    }

    public static Actor actor(Who onHost) {
        return switch (onHost) {
            case CLI -> Actor.CLI;
            case TRAY -> Actor.TRAY;
        };
    }

    private static Kind kind(SecurityNote.What what) {
        return switch (what) {
            case LOGGED_IN -> Kind.LOGGED_IN;
            case LOGIN_FAILED -> Kind.LOGIN_FAILED;
            case LOGGED_OUT -> Kind.LOGGED_OUT;
            case LOGIN_ENDED -> Kind.LOGIN_ENDED;
            case PASSWORD_CHANGED -> Kind.PASSWORD_CHANGED;
            case PASSWORD_RESET -> Kind.PASSWORD_RESET;
            case TWO_FACTOR_ENABLED -> Kind.TWO_FACTOR_ENABLED;
            case TWO_FACTOR_DISABLED -> Kind.TWO_FACTOR_DISABLED;
            case RECOVERY_CODE_USED -> Kind.RECOVERY_CODE_USED;
            case RECOVERY_CODES_RENEWED -> Kind.RECOVERY_CODES_RENEWED;
            case CODES_GUESSED -> Kind.CODES_GUESSED;
            case TOKEN_CREATED -> Kind.TOKEN_CREATED;
            case TOKEN_ENDED -> Kind.TOKEN_ENDED;
            case PASSKEY_ADDED -> Kind.PASSKEY_ADDED;
            case PASSKEY_ENDED -> Kind.PASSKEY_ENDED;
        };
    }
}
