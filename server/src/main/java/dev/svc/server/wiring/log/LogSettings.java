package dev.svc.server.wiring.log;

import java.io.IOException;
import java.io.InputStream;
import java.util.logging.LogManager;

/// Made by the runtime once the first logger is asked for.
public final class LogSettings {
    public LogSettings() throws IOException {
        try (InputStream settings = LogSettings.class.getResourceAsStream("logging.properties")) {
            LogManager.getLogManager().readConfiguration(settings);
        }
    }
}
