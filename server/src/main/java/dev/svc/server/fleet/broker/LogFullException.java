package dev.svc.server.fleet.broker;

import java.io.IOException;
import java.io.Serial;

/// The broker has no room for more, as a sentence for people.
public final class LogFullException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    LogFullException(String sentence) {
        super(sentence);
    }
}
