package dev.svc.server.review;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.review.model.Endpoint;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Keeps one key in a file of its own, with the origin that it was entered for: it is sent nowhere else, and deleted
/// when the endpoint changes. Guarded by itself.
public final class Keys {
    public static final int LONGEST = 1000;

    private static final Logger LOG = Logger.getLogger(Keys.class.getName());
    private static final int MOST_BYTES = 16 << 10;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;

    public Keys(Path file) {
        this.file = file;
    }

    private record Held(String origin, String key) {}

    /// Why a text is not a key, as a sentence; empty when it is one.
    public static Optional<String> objection(String key) {
        return key.length() <= LONGEST && key.chars().allMatch(c -> c > ' ' && c < 127)
                ? Optional.empty()
                : Optional.of("A key has at most %d letters, digits and signs, without blanks.".formatted(LONGEST));
    }

    /// The key, if it was entered for this endpoint's origin.
    public synchronized Optional<String> find(Endpoint endpoint) {
        return held().filter(held -> held.origin().equals(endpoint.origin())).map(Held::key);
    }

    /// Sets the endpoint, or none: a key of another origin is deleted.
    synchronized void bind(@Nullable Endpoint endpoint) {
        var held = held();
        if (held.isPresent() && (endpoint == null || !held.get().origin().equals(endpoint.origin()))) {
            forgetQuietly();
        }
    }

    public synchronized void keep(Endpoint endpoint, String key) throws IOException {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("origin", endpoint.origin())
                .put("key", key);
        AtomicFile.write(file, json.toString().getBytes(StandardCharsets.UTF_8));
    }

    public synchronized void forget() throws IOException {
        Files.deleteIfExists(file);
    }

    private void forgetQuietly() {
        try {
            forget();
        } catch (IOException stays) {
            LOG.log(Level.WARNING, stays, () -> "the key of another endpoint could not be removed");
        }
    }

    private Optional<Held> held() {
        try {
            if (!Files.isRegularFile(file) || Files.size(file) > MOST_BYTES) {
                return Optional.empty();
            }
            var json = JSON.readTree(Files.readAllBytes(file));
            var held = new Held(json.path("origin").asText(), json.path("key").asText());
            return objection(held.key()).isPresent() || held.key().isEmpty() ? Optional.empty() : Optional.of(held);
        } catch (IOException unreadable) {
            LOG.log(Level.WARNING, unreadable, () -> "the key of the review's endpoint cannot be read: enter it again");
            return Optional.empty();
        }
    }
}
