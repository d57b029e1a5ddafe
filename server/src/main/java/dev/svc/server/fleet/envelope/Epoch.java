package dev.svc.server.fleet.envelope;

import static java.nio.charset.StandardCharsets.UTF_8;

import javax.crypto.spec.SecretKeySpec;

/// The keys of one epoch, one for each purpose, so that no message of one kind can pass for one of another.
final class Epoch {
    private final int number;
    private final SecretKeySpec rows;
    private final SecretKeySpec presence;
    private final SecretKeySpec names;

    Epoch(Charter charter) {
        byte[] secret = charter.secret();
        number = charter.epoch();
        rows = FleetCrypto.derived(secret, "rows of epoch " + number, "AES");
        presence = FleetCrypto.derived(secret, "presence of epoch " + number, "AES");
        names = FleetCrypto.derived(secret, "names of epoch " + number, "HmacSHA256");
    }

    int number() {
        return number;
    }

    SecretKeySpec key(MessageKind purpose) {
        return switch (purpose) {
            case ROW -> rows;
            case PRESENCE -> presence;
        };
    }

    /// What stands for a session at the broker.
    String hidden(String session) {
        return FleetCrypto.shortName(FleetCrypto.authenticated(names, session.getBytes(UTF_8)));
    }
}
