package dev.svc.server.auth.login;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/// The logins on disk, so that a restart signs nobody out. A broken or foreign file signs everybody out.
public final class LoginsFile {
    private static final Logger LOG = System.getLogger(LoginsFile.class.getName());
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Path path;
    private volatile String credentials = "";
    private volatile String before = "";

    public LoginsFile(Path path) {
        this.path = path;
    }

    /// The logins that were made with these credentials; none when the file was written under others.
    List<Login> read(String credentials) {
        this.credentials = credentials;
        try {
            JsonNode root = JSON.readTree(Files.readAllBytes(path));
            before = root.path("credentials").asText();
            return before.equals(credentials) ? logins(root) : List.of();
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (IOException broken) {
            LOG.log(Level.WARNING, "{0} cannot be read, so everybody signs in again: {1}", path, broken.getMessage());
            return List.of();
        }
    }

    /// The fingerprint that the file carried when it was read; empty for a new one.
    public String before() {
        return before;
    }

    void credentials(String credentials) {
        this.credentials = credentials;
    }

    void write(Collection<Login> logins) throws IOException {
        var root = JSON.createObjectNode().put("schema", 1).put("credentials", credentials);
        var list = root.putArray("logins");
        for (Login login : logins) {
            list.addObject()
                    .put("digest", login.digest())
                    .put("created_at", login.createdAt().toString())
                    .put("last_seen_at", login.lastSeenAt().toString())
                    .put("address", login.address())
                    .put("agent", login.agent());
        }
        AtomicFile.write(path, JSON.writeValueAsBytes(root));
    }

    private static List<Login> logins(JsonNode root) {
        var logins = new ArrayList<Login>();
        root.path("logins").forEach(node -> find(node).ifPresent(logins::add));
        return logins;
    }

    private static Optional<Login> find(JsonNode node) {
        String digest = node.path("digest").asText();
        if (!digest.matches("[A-Za-z0-9_-]{43}")) {
            return Optional.empty();
        }
        try {
            return Optional.of(new Login(
                    digest,
                    Instant.parse(node.path("created_at").asText()),
                    Instant.parse(node.path("last_seen_at").asText()),
                    node.path("address").asText(),
                    node.path("agent").asText()));
        } catch (DateTimeException broken) {
            return Optional.empty();
        }
    }
}
