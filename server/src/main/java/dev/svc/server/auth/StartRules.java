package dev.svc.server.auth;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.OwnCommand;
import dev.svc.shared.config.Variable;
import dev.svc.shared.secret.PasswordHash;
import dev.svc.shared.secret.SigningKey;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;

/// Which combinations of bind address, mode and origin may start; the others get a sentence about what to set.
public final class StartRules {
    private StartRules() {}

    /// Empty when the service may start, else the sentence why not.
    public static Optional<String> objection(Config config) {
        return firstOf(secretKey(config), passwordHash(config), proxies(config), bind(config));
    }

    /// What will not work although the service starts.
    public static Optional<String> warning(Config config) {
        String origin = config.text(Variable.ORIGIN);
        boolean plain = origin.startsWith("http://") && !isLoopback(hostOf(origin));
        return plain
                ? Optional.of(("SVC_ORIGIN=%s is plain http: browsers keep the login cookie only over https or on"
                                + " localhost, so nobody can sign in with one. Put a proxy with TLS in front.")
                        .formatted(origin))
                : Optional.empty();
    }

    private static String hostOf(String origin) {
        return Optional.ofNullable(URI.create(origin).getHost()).orElse("");
    }

    /// Whether the bind address can be reached from this host only.
    public static boolean isLoopback(String host) {
        if (host.equals("localhost")) {
            return true;
        }
        try {
            return InetAddress.getByName(host).isLoopbackAddress();
        } catch (UnknownHostException nowhere) {
            return false;
        }
    }

    private static Optional<String> bind(Config config) {
        String host = config.text(Variable.HOST);
        if (isLoopback(host)) {
            return Optional.empty();
        }
        if (AuthMode.of(config) == AuthMode.NONE && !config.flag(Variable.TRUST_NETWORK)) {
            return Optional.of(("SVC_AUTH_MODE=none on %s would give everybody who reaches it a shell."
                            + " Bind to 127.0.0.1, or set SVC_TRUST_NETWORK=1 if that is what you want.")
                    .formatted(host));
        }
        return config.find(Variable.ORIGIN).isPresent()
                ? Optional.empty()
                : Optional.of(("SVC_HOST=%s can be reached from outside, so SVC_ORIGIN must say which address people"
                                + " open, as in SVC_ORIGIN=https://svc.example.org")
                        .formatted(host));
    }

    private static Optional<String> secretKey(Config config) {
        return config.find(Variable.SECRET_KEY).isEmpty() // the first start makes one
                        || SigningKey.find(config.text(Variable.SECRET_KEY)).isPresent()
                ? Optional.empty()
                : Optional.of("SVC_SECRET_KEY needs at least " + SigningKey.SHORTEST
                        + " bytes. Make one:  openssl rand -base64 48  and put it into "
                        + config.envFile().path()
                        + ", or remove the variable and the next start makes one.");
    }

    private static Optional<String> passwordHash(Config config) {
        return config.find(Variable.PASSWORD_HASH).isEmpty()
                        || PasswordHash.find(config.text(Variable.PASSWORD_HASH))
                                .isPresent()
                ? Optional.empty()
                : Optional.of("SVC_PASSWORD_HASH is no password hash of svc. Make one:  "
                        + OwnCommand.line("reset-password"));
    }

    private static Optional<String> proxies(Config config) {
        return TrustedProxies.find(config.list(Variable.TRUSTED_PROXIES)).isPresent()
                ? Optional.empty()
                : Optional.of("SVC_TRUSTED_PROXIES takes addresses and blocks, separated by commas,"
                        + " as in 127.0.0.1,10.0.0.0/8");
    }

    @SafeVarargs
    private static Optional<String> firstOf(Optional<String>... objections) {
        for (Optional<String> objection : objections) {
            if (objection.isPresent()) {
                return objection;
            }
        }
        return Optional.empty();
    }
}
