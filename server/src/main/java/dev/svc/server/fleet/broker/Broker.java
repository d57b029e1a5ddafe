package dev.svc.server.fleet.broker;

/// A way to a broker that keeps the newest message of each key. It connects by itself, again and again, until
/// it is closed.
///
/// A key has parts between dots, as `row.4f1c.92ab`. Whatever is under a key may be replaced or withheld by
/// whoever runs the broker: it is for the reader to find out.
public interface Broker extends AutoCloseable {
    /// Begins to connect; returns at once. Once only.
    void start(BrokerListener listener);

    @Override
    void close();
}
