package dev.svc.server.http;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// All warnings and errors that are logged until this is closed.
public final class Warnings extends Handler {
    private final ConcurrentLinkedQueue<String> all = new ConcurrentLinkedQueue<>();
    private final Logger everything = Logger.getLogger("");

    public Warnings() {
        everything.addHandler(this);
    }

    public List<String> all() {
        return List.copyOf(all);
    }

    @Override
    public void publish(LogRecord message) {
        if (message.getLevel().intValue() >= Level.WARNING.intValue()) {
            all.add(message.getLoggerName() + ": " + message.getMessage());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        everything.removeHandler(this);
    }
}
