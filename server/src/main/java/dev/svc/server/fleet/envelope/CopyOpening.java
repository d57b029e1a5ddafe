package dev.svc.server.fleet.envelope;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import javax.crypto.spec.SecretKeySpec;

/// Opens copies of journals, of this epoch and of former ones, by hosts that are in the fleet or were. For one
/// thread.
public final class CopyOpening {
    private final Map<String, Member> hosts = new HashMap<>();
    private final Map<Integer, byte[]> secrets;
    private final Map<String, SecretKeySpec> known = new HashMap<>();

    public CopyOpening(Charter charter) {
        charter.former().forEach(it -> hosts.put(it.member().id(), it.member()));
        charter.members().forEach(it -> hosts.put(it.id(), it));
        this.secrets = charter.copySecrets();
    }

    /// Opens one message, or refuses it. That it came once, and in order, is for the caller to see.
    ///
    /// @param place where the message was found
    public Unsealing.Opened open(String place, byte[] message) throws RefusedException {
        var keys = new Unsealing.Keys() {
            @Override
            public boolean has(int epoch) {
                return secrets.containsKey(epoch);
            }

            @Override
            public SecretKeySpec of(int epoch, String host) {
                byte[] secret = Objects.requireNonNull(secrets.get(epoch));
                return known.computeIfAbsent(epoch + " " + host, _ -> Epoch.copyKey(secret, host));
            }
        };
        return Unsealing.opened(MessageKind.COPY, place, message, hosts, keys, Optional.empty());
    }
}
