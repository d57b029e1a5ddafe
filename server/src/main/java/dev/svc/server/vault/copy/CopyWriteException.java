package dev.svc.server.vault.copy;

import java.io.IOException;

/// A copy that cannot be written: the disk is full, or its folder is closed.
public final class CopyWriteException extends IOException {
    private static final long serialVersionUID = 1;

    public CopyWriteException(IOException cause) {
        super(cause.getMessage(), cause);
    }
}
