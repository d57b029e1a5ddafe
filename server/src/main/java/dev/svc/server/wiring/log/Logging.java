package dev.svc.server.wiring.log;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.logging.Handler;
import java.util.logging.LogManager;
import java.util.logging.Logger;

/// One line per event on stderr, without the libraries' routine messages.
public final class Logging {
    private Logging() {}

    public static void begin() {
        try (InputStream settings = Logging.class.getResourceAsStream("logging.properties")) {
            LogManager.getLogManager().readConfiguration(settings);
            for (Handler handler : Logger.getLogger("").getHandlers()) {
                handler.setFilter(new LogFlood(handler, System::nanoTime));
            }
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
