package dev.svc.server.vault.copy;

import java.io.IOException;

/// A copy that this release cannot read, though nothing is wrong with it: a newer release made it, or it is sealed with
/// another key.
public final class CopyFormatException extends IOException {
    private static final long serialVersionUID = 1;

    CopyFormatException(String reason) {
        super(reason);
    }
}
