package dev.svc.server.vault.copy;

import java.io.IOException;

/// Bytes of a copy that are not what was written.
public final class CopyDamageException extends IOException {
    private static final long serialVersionUID = 1;

    CopyDamageException(String reason) {
        super(reason);
    }

    CopyDamageException(String reason, Throwable cause) {
        super(reason, cause);
    }
}
