package dev.svc.server.metadata.event;

import java.util.Map;
import java.util.TreeMap;

/// Something that concerns who may come in. Details name things; no secret, password, code or cookie is ever one of
/// them.
public record SecurityEvent(Kind kind, Map<String, String> details) {

    /// What happened.
    public enum Kind {
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
        UPDATE_APPLIED,
        TAKEN_OVER,
        REAPED,
        PROGRAM_ENDED,
        SESSION_RESTORED,
        COPY_FORGOTTEN,
        QUESTION_ANSWERED,
        ANSWER_SETTLED,
        ANSWER_FAILED,
        DEVICE_ADDED,
        DEVICE_REMOVED,
        SHARED,
        SHARE_REVOKED,
        TOKEN_CREATED,
        TOKEN_ENDED,
        TEXT_SENT,
        PASSKEY_ADDED,
        PASSKEY_ENDED,
        HOST_JOINED,
        HOST_ENDED
    }

    public SecurityEvent {
        details = java.util.Collections.unmodifiableMap(new TreeMap<>(details));
    }

    public static SecurityEvent of(Kind kind) {
        return new SecurityEvent(kind, Map.of());
    }
}
