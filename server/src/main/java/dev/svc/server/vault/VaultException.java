package dev.svc.server.vault;

import java.io.IOException;

/// A vault that cannot be used, in a sentence for people.
public final class VaultException extends IOException {
    private static final long serialVersionUID = 1;

    VaultException(String sentence) {
        super(sentence);
    }
}
