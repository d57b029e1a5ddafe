package dev.svc.server.wiring.log;

/// One line per event on stderr, without the libraries' routine messages.
public final class Logging {
    private Logging() {}

    /// Before anything is logged. Nothing is read or made until something is: most commands say nothing, and a
    /// formatter for times takes longer to load than they run.
    public static void begin() {
        System.setProperty("java.util.logging.config.class", LogSettings.class.getName());
    }
}
