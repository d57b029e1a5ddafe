package dev.svc.server.fleet.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.crypto.spec.SecretKeySpec;

/// The keys of one epoch, one for each purpose of each host: no message of one kind can pass for one of another,
/// and what one host draws for its nonces is drawn for its own keys alone.
final class Epoch {
    private final int number;
    private final byte[] secret;
    private final byte[] copies;
    private final SecretKeySpec names;
    private final Map<String, SecretKeySpec> known = new ConcurrentHashMap<>();

    Epoch(Charter charter) {
        secret = charter.secret();
        number = charter.epoch();
        copies = FleetCrypto.derived(secret, "copies of epoch " + number);
        names = FleetCrypto.derived(secret, "names of epoch " + number, "HmacSHA256");
    }

    int number() {
        return number;
    }

    /// @param host the id of a member
    SecretKeySpec key(MessageKind purpose, String host) {
        var whose = purpose.plural() + " of epoch " + number + " by " + host;
        return known.computeIfAbsent(
                whose,
                words -> purpose == MessageKind.COPY
                        ? copyKey(copies, host)
                        : FleetCrypto.derived(secret, words, "AES"));
    }

    /// What opens the copies of journals of this epoch, and nothing else that is said in it: later charters hand
    /// it on.
    byte[] copies() {
        return copies.clone();
    }

    /// @param copies of an epoch
    static SecretKeySpec copyKey(byte[] copies, String host) {
        return FleetCrypto.derived(copies, "copies by " + host, "AES");
    }

    /// What stands for a session at the broker.
    String hidden(String session) {
        return FleetCrypto.shortName(FleetCrypto.authenticated(names, session.getBytes(UTF_8)));
    }
}
