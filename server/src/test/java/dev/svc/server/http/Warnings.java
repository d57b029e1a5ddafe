package dev.svc.server.http;

import dev.svc.server.wiring.log.LogSettings;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/// All warnings and errors that svc would log until this is closed. What its settings turn off is left out: a library's
/// advice at its first use comes whenever that use does, which is not what a test of requests is about.
public final class Warnings extends Handler {
    private final ConcurrentLinkedQueue<String> all = new ConcurrentLinkedQueue<>();
    private final Logger everything = Logger.getLogger("");
    private final Properties levels = levels();

    public Warnings() {
        everything.addHandler(this);
    }

    public List<String> all() {
        return List.copyOf(all);
    }

    @Override
    public void publish(LogRecord message) {
        if (message.getLevel().intValue() >= Level.WARNING.intValue()
                && !"OFF".equals(levels.getProperty(message.getLoggerName() + ".level"))) {
            all.add(message.getLoggerName() + ": " + message.getMessage());
        }
    }

    @Override
    public void flush() {}

    @Override
    public void close() {
        everything.removeHandler(this);
    }

    private static Properties levels() {
        var levels = new Properties();
        try (InputStream settings = LogSettings.class.getResourceAsStream("logging.properties")) {
            levels.load(settings);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
        return levels;
    }
}
