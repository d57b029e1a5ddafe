package dev.svc.server.fleet.envelope;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.shared.secret.Parts;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;

/// The signatures that were checked last: messages that were signed together cost one check. For one thread.
final class ProvenRoots {
    private static final int MOST = 1_024;

    /// The one that was used last stands last.
    private final LinkedHashSet<ByteBuffer> proven = new LinkedHashSet<>();

    private static ByteBuffer named(Member sender, byte[] signed, byte[] signature) {
        return ByteBuffer.wrap(Parts.joined(sender.id().getBytes(US_ASCII), signed, signature));
    }

    boolean has(Member sender, byte[] signed, byte[] signature) {
        var named = named(sender, signed, signature);
        if (!proven.contains(named)) {
            return false;
        }
        proven.addLast(named);
        return true;
    }

    void add(Member sender, byte[] signed, byte[] signature) {
        proven.addLast(named(sender, signed, signature));
        if (proven.size() > MOST) {
            var _ = proven.removeFirst();
        }
    }

    void addAll(ProvenRoots others) {
        proven.addAll(others.proven);
    }

    int size() {
        return proven.size();
    }
}
