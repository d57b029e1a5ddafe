package dev.svc.server.auth.passkey;

import org.jspecify.annotations.Nullable;

/// What a page sends after it had an authenticator sign; texts in base64url, believed by nobody yet.
public sealed interface SentPasskey {
    /// What the authenticator calls the passkey.
    String id();

    String clientData();

    String authenticatorData();

    /// A new passkey.
    ///
    /// @param key its public half, a SubjectPublicKeyInfo
    /// @param algorithm the number of the signatures it makes
    record Made(String id, String clientData, String authenticatorData, String key, int algorithm)
            implements SentPasskey {}

    /// A use of one.
    ///
    /// @param user what the authenticator knows the account by, where it says so
    record Used(
            String id,
            String clientData,
            String authenticatorData,
            String signature,
            @Nullable String user) implements SentPasskey {
        @Override
        public String toString() {
            return "a use of a passkey"; // never what was signed
        }
    }
}
