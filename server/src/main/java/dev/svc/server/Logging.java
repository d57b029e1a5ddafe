package dev.svc.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.logging.LogManager;

/// One line an event on stderr, quiet about what libraries say in passing.
final class Logging {
    private Logging() {}

    static void begin() {
        try (InputStream settings = Logging.class.getResourceAsStream("logging.properties")) {
            LogManager.getLogManager().readConfiguration(settings);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }
}
