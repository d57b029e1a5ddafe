package dev.svc.server.engine.move;

import java.io.IOException;

/// A session that cannot be fitted to other folders, with the reason for people.
public final class UnmovableException extends IOException {
    private static final long serialVersionUID = 1;

    public UnmovableException(String sentence) {
        super(sentence);
    }
}
