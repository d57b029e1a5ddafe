package dev.svc.server.fleet.broker;

/// A message as the broker delivers it.
public final class Delivered {
    private final String key;
    private final byte[] message;
    private final boolean fresh;

    Delivered(String key, byte[] message, boolean fresh) {
        this.key = key;
        this.message = message;
        this.fresh = fresh;
    }

    public String key() {
        return key;
    }

    /// Belongs to whoever received it.
    public byte[] message() {
        return message;
    }

    /// Whether it came while the connection was there, so that its sender was alive just now.
    public boolean isFresh() {
        return fresh;
    }
}
