package dev.svc.server.fleet.envelope;

/// What a message is about.
public enum MessageKind {
    ROW(1),
    PRESENCE(2);

    private final byte code;

    MessageKind(int code) {
        this.code = (byte) code;
    }

    byte code() {
        return code;
    }
}
