package dev.svc.server.wiring.log;

import java.util.logging.ConsoleHandler;

/// Writes the log; made by the runtime once something is to be written.
public final class LogLines extends ConsoleHandler {
    public LogLines() {
        setFilter(new LogFlood(this, System::nanoTime));
    }
}
