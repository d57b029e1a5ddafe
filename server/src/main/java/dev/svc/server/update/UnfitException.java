package dev.svc.server.update;

import dev.svc.server.update.release.UpdateException;

/// A release was tried aside and cannot run here: not an accident, and so at its next trial.
final class UnfitException extends UpdateException {
    private static final long serialVersionUID = 1;

    UnfitException(String sentence) {
        super(sentence);
    }
}
