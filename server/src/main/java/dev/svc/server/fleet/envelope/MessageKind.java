package dev.svc.server.fleet.envelope;

/// What a message is about.
public enum MessageKind {
    ROW(1, "rows", 64 << 10),
    PRESENCE(2, "presences", 64 << 10),
    /// What one host asks of another.
    CALL(3, "calls", 64 << 10),
    /// What it is answered. A nats-server takes no message beyond a mebibyte, unless it is told to.
    ANSWER(4, "answers", 768 << 10),
    /// Entries of a host's journal, which stay readable in later epochs.
    COPY(5, "copies", 768 << 10);

    private final byte code;
    private final String plural;
    private final int largest;

    MessageKind(int code, String plural, int largest) {
        this.code = (byte) code;
        this.plural = plural;
        this.largest = largest;
    }

    /// A larger message is not looked at.
    int largest() {
        return largest;
    }

    String plural() {
        return plural;
    }

    byte code() {
        return code;
    }
}
