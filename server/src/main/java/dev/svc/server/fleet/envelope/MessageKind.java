package dev.svc.server.fleet.envelope;

/// What a message is about.
public enum MessageKind {
    ROW(1, "rows"),
    PRESENCE(2, "presences");

    private final byte code;
    private final String plural;

    MessageKind(int code, String plural) {
        this.code = (byte) code;
        this.plural = plural;
    }

    String plural() {
        return plural;
    }

    byte code() {
        return code;
    }
}
