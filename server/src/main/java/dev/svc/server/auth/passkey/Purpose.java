package dev.svc.server.auth.passkey;

/// What a challenge was asked for; it is good for nothing else.
public enum Purpose {
    SIGN_IN("webauthn.get"),
    PROVE("webauthn.get"),
    CREATE("webauthn.create");

    private final String type;

    Purpose(String type) {
        this.type = type;
    }

    /// What a browser has an authenticator sign with it.
    String type() {
        return type;
    }
}
