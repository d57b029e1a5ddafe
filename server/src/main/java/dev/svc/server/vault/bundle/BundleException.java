package dev.svc.server.vault.bundle;

import java.io.IOException;

/// A file is no bundle that can be taken. The message goes on from the name of the file.
public final class BundleException extends IOException {
    private static final long serialVersionUID = 1L;

    public BundleException(String reason) {
        super(reason);
    }
}
