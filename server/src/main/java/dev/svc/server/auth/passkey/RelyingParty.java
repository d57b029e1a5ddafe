package dev.svc.server.auth.passkey;

import java.net.URI;
import java.util.Locale;
import java.util.Optional;

/// The host that passkeys are made for, where there can be any.
public sealed interface RelyingParty {
    /// Passkeys work.
    ///
    /// @param id the host name that a browser binds them to
    /// @param origin of the only pages that may use them
    record Here(String id, String origin) implements RelyingParty {}

    /// They cannot work.
    record Nowhere(Reason reason) implements RelyingParty {}

    /// Why they cannot.
    enum Reason {
        NO_LOGIN("There are no logins: SVC_AUTH_MODE is none."),
        NO_ORIGIN("Passkeys belong to an address: set SVC_ORIGIN to the one that people open, as in"
                + " SVC_ORIGIN=https://svc.example.org, and restart svc."),
        NO_NAME("Passkeys belong to a name, not to a number: set SVC_ORIGIN to an address with a host name, or to"
                + " http://localhost with the port, and restart svc."),
        NO_TLS("Browsers offer passkeys over https only, or on localhost: set SVC_ORIGIN to an https address, and"
                + " restart svc.");

        private final String sentence;

        Reason(String sentence) {
            this.sentence = sentence;
        }

        public String sentence() {
            return sentence;
        }

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /// The one of this service.
    ///
    /// @param origin SVC_ORIGIN, which is a valid one where it is set
    static RelyingParty of(Optional<String> origin, boolean logins) {
        if (!logins) {
            return new Nowhere(Reason.NO_LOGIN);
        }
        if (origin.isEmpty()) {
            return new Nowhere(Reason.NO_ORIGIN);
        }
        var uri = URI.create(origin.get());
        var host = Optional.ofNullable(uri.getHost()).orElse("").toLowerCase(Locale.ROOT);
        if (host.isEmpty() || host.startsWith("[") || host.matches("[0-9.]+")) {
            return new Nowhere(Reason.NO_NAME);
        }
        return "https".equals(uri.getScheme()) || host.equals("localhost")
                ? new Here(host, origin.get())
                : new Nowhere(Reason.NO_TLS);
    }
}
