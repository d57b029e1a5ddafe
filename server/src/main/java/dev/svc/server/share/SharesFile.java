package dev.svc.server.share;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.svc.server.session.SessionId;
import dev.svc.shared.file.AtomicFile;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Shared pages on the disk, in a folder that only its owner can read: a list, and a file a page.
final class SharesFile {
    private static final Logger LOG = Logger.getLogger(SharesFile.class.getName());
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int MOST_BYTES = 1 << 20;
    private static final String ENDING = ".html";
    private static final Pattern ID = Pattern.compile("[0-9a-f-]{36}");
    private static final Pattern HASH = Pattern.compile("[0-9a-f]{64}");

    private final Path folder;
    private final Path list;

    SharesFile(Path folder) {
        this.folder = folder;
        this.list = folder.resolve("shares.json");
    }

    /// What cannot be read is not shared any more.
    List<Shared> read() {
        var shared = new ArrayList<Shared>();
        try {
            if (Files.exists(list) && Files.size(list) <= MOST_BYTES) {
                JSON.readTree(Files.readAllBytes(list))
                        .path("shares")
                        .forEach(node -> find(node).ifPresent(shared::add));
            }
        } catch (IOException broken) {
            LOG.log(
                    Level.WARNING,
                    () -> "the links to shared pages cannot be read, so none of them leads anywhere (%s)"
                            .formatted(broken.getClass().getSimpleName()));
        }
        return shared;
    }

    private static Optional<Shared> find(JsonNode node) {
        try {
            var id = node.path("id").asText();
            var hash = node.path("token_sha256").asText();
            var session = SessionId.find(node.path("session").asText());
            if (!ID.matcher(id).matches() || !HASH.matcher(hash).matches() || session.isEmpty()) {
                return Optional.empty();
            }
            return Optional.of(new Shared(
                    id,
                    hash,
                    session.get(),
                    node.path("title").asText(),
                    node.path("from").asInt(),
                    node.path("to").asInt(),
                    Instant.parse(node.path("created_at").asText()),
                    Instant.parse(node.path("expires_at").asText())));
        } catch (DateTimeException broken) {
            return Optional.empty();
        }
    }

    void write(Collection<Shared> shares) throws IOException {
        var root = JSON.createObjectNode().put("schema", 1);
        var all = root.putArray("shares");
        shares.forEach(it -> all.addObject()
                .put("id", it.id())
                .put("token_sha256", it.tokenHash())
                .put("session", it.session().toString())
                .put("title", it.title())
                .put("from", it.from())
                .put("to", it.to())
                .put("created_at", it.createdAt().toString())
                .put("expires_at", it.expiresAt().toString()));
        OwnerOnly.closed(folder);
        AtomicFile.write(list, JSON.writeValueAsBytes(root));
    }

    void writePage(String id, String html) throws IOException {
        OwnerOnly.closed(folder);
        AtomicFile.write(page(id), html.getBytes(StandardCharsets.UTF_8));
    }

    byte[] readPage(String id) throws IOException {
        return Files.readAllBytes(page(id));
    }

    /// Pages that none of these is about: of links that are over, and of makings that were cut short.
    void removeOthers(Collection<Shared> shares) throws IOException {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return;
        }
        Set<String> kept = shares.stream().map(it -> it.id() + ENDING).collect(Collectors.toSet());
        try (var pages = Files.newDirectoryStream(folder, "*" + ENDING)) {
            for (Path page : pages) {
                if (!kept.contains(String.valueOf(page.getFileName()))) {
                    Files.deleteIfExists(page);
                }
            }
        }
    }

    private Path page(String id) {
        return folder.resolve(id + ENDING);
    }
}
