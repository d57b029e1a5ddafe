package dev.svc.server.fleet.broker;

import java.io.IOException;
import java.io.Serial;

/// A log ends elsewhere than its writer believes.
public final class LogMovedException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    LogMovedException() {
        super("the log at the broker has moved");
    }
}
