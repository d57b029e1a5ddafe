package dev.svc.server.journal.record;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.function.UnaryOperator;

/// Converts events of older versions, one version at a time; the stored bytes stay as they were written.
public final class Upcasters {
    /// The first version is the present one: nothing to raise yet.
    public static final Upcasters NONE = new Upcasters(Map.of());

    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Map<Byte, UnaryOperator<ObjectNode>> fromVersion;

    public Upcasters(Map<Byte, UnaryOperator<ObjectNode>> fromVersion) {
        this.fromVersion = Map.copyOf(fromVersion);
    }

    byte[] raised(byte version, byte[] json, int from, int length) {
        try {
            var event = (ObjectNode) MAPPER.readTree(json, from, length);
            for (byte at = version; at != EntryRecord.VERSION; at++) {
                event = step(at).apply(event);
            }
            return MAPPER.writeValueAsBytes(event);
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    private UnaryOperator<ObjectNode> step(byte version) {
        var step = fromVersion.get(version);
        if (step == null) {
            throw new UncheckedIOException(
                    new IOException("an event of version " + version + " is not known to this version: update svc"));
        }
        return step;
    }
}
