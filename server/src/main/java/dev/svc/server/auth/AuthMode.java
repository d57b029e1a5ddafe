package dev.svc.server.auth;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;

/// SVC_AUTH_MODE.
public enum AuthMode {
    SINGLE_USER("single-user"),
    NONE("none");

    private final String word;

    AuthMode(String word) {
        this.word = word;
    }

    static AuthMode of(Config config) {
        return config.text(Variable.AUTH_MODE).equals(NONE.word) ? NONE : SINGLE_USER;
    }

    /// As the variable and `GET /api/config` have it.
    public String word() {
        return word;
    }
}
