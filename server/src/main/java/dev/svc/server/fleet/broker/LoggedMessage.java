package dev.svc.server.fleet.broker;

/// A message of a log as the broker has it. Whoever runs the broker may have made it up.
public final class LoggedMessage {
    private final long place;
    private final byte[] message;

    LoggedMessage(long place, byte[] message) {
        this.place = place;
        this.message = message;
    }

    /// Where it stands among all logs: later ones have larger places.
    public long place() {
        return place;
    }

    public byte[] message() {
        return message.clone();
    }
}
