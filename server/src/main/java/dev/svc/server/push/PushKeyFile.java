package dev.svc.server.push;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.push.crypto.VapidKey;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Logger;
import org.jspecify.annotations.Nullable;

/// Keeps the key of Web Push in a file that only its owner can read. It is made once, when it is needed first: every
/// browser is bound to it.
final class PushKeyFile {
    private static final Logger LOG = Logger.getLogger(PushKeyFile.class.getName());
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MOST_BYTES = 4 << 10;

    private final Path path;
    private final SecureRandom random;
    private final ReentrantLock lock = new ReentrantLock();

    @GuardedBy("lock")
    private @Nullable VapidKey known;

    PushKeyFile(Path path, SecureRandom random) {
        this.path = path;
        this.random = random;
    }

    VapidKey key() {
        lock.lock();
        try {
            var key = known;
            if (key == null) {
                key = read().orElseGet(this::make);
                known = key;
            }
            return key;
        } finally {
            lock.unlock();
        }
    }

    private Optional<VapidKey> read() {
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        var key = find();
        if (key.isEmpty()) {
            LOG.warning("the key of notices to devices cannot be read, and another one is made: add the devices again");
        }
        return key;
    }

    private Optional<VapidKey> find() {
        try {
            JsonNode root =
                    Files.size(path) > MOST_BYTES ? JSON.missingNode() : JSON.readTree(Files.readAllBytes(path));
            return VapidKey.find(
                    root.path("secret").asText(), root.path("public").asText());
        } catch (JsonProcessingException broken) {
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new PushNotStoredException("A key of notices to devices", unreadable); // it may be readable later
        }
    }

    private VapidKey make() {
        var key = VapidKey.make(random);
        var root = JSON.createObjectNode()
                .put("schema", 1)
                .put("public", key.shown())
                .put("secret", key.secret());
        try {
            AtomicFile.write(path, JSON.writeValueAsBytes(root));
        } catch (IOException failed) {
            throw new PushNotStoredException("The key of notices to devices", failed);
        }
        return key;
    }
}
