package dev.svc.server.wiring.push;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Keeps the token of ntfy and the key of the webhook in a file that only its owner can read. A token goes to the host
/// that it was entered for and nowhere else. Guarded by itself.
final class PushSecrets {
    static final int LONGEST = 500;

    private static final Logger LOG = Logger.getLogger(PushSecrets.class.getName());
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MOST_BYTES = 16 << 10;
    private static final String VALUE = "value";
    private static final String PLACE = "place";

    private final Path file;

    PushSecrets(Path file) {
        this.file = file;
    }

    static boolean isFit(String secret) {
        return !secret.isEmpty() && secret.length() <= LONGEST && secret.chars().allMatch(c -> c > ' ' && c < 127);
    }

    /// @param place that it was entered for; an empty one is for secrets that are sent nowhere
    synchronized Optional<String> find(String name, String place) {
        var held = read().path(name);
        var value = held.path(VALUE).asText();
        return held.path(PLACE).asText().equals(place) && isFit(value) ? Optional.of(value) : Optional.empty();
    }

    synchronized void keep(String name, String place, String value) throws IOException {
        var all = read();
        all.putObject(name).put(PLACE, place).put(VALUE, value);
        AtomicFile.write(file, JSON.writeValueAsBytes(all));
    }

    synchronized void forget(String name) throws IOException {
        var all = read();
        if (all.remove(name) != null) {
            AtomicFile.write(file, JSON.writeValueAsBytes(all));
        }
    }

    private ObjectNode read() {
        try {
            if (Files.exists(file) && Files.size(file) <= MOST_BYTES) {
                JsonNode root = JSON.readTree(Files.readAllBytes(file));
                return root instanceof ObjectNode all ? all : JSON.createObjectNode();
            }
        } catch (IOException unreadable) {
            LOG.log(
                    Level.WARNING,
                    () -> "the secrets of ntfy and the webhook cannot be read: enter them again (%s)"
                            .formatted(unreadable.getClass().getSimpleName()));
        }
        return JSON.createObjectNode();
    }
}
