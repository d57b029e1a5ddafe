package dev.svc.server.fleet.broker;

import java.io.IOException;
import java.io.Serial;

/// A broker that svc cannot use, as a sentence for people.
final class UnfitBrokerException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    UnfitBrokerException(String sentence) {
        super(sentence);
    }

    UnfitBrokerException(String sentence, Exception cause) {
        super(sentence, cause);
    }
}
