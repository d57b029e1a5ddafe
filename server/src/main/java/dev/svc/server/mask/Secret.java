package dev.svc.server.mask;

import java.util.Locale;

/// What sort of secret was masked, as far as its form tells.
public enum Secret {
    /// One that this service holds itself.
    OWN,
    PRIVATE_KEY,
    /// A key or a token, by its prefix.
    KEY,
    /// A stored form of a password, or what makes one-time codes.
    PASSWORD,
    /// A password in an address.
    ADDRESS,
    /// The value of a header, or what follows the word that announces a token.
    HEADER,
    /// The value of something that is called a secret.
    NAMED;

    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
