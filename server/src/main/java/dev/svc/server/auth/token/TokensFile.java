package dev.svc.server.auth.token;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.svc.shared.file.AtomicFile;
import dev.svc.shared.file.LockedFile;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The tokens of a home: replaced atomically, readable by its owner only, changed under a lock by the service and by
/// `svc token` alike. A file that cannot be read opens nothing, and is never overwritten.
public final class TokensFile {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LARGEST = 1 << 20;

    private final Path path;

    public TokensFile(Path path) {
        this.path = path;
    }

    /// The file of a home.
    public static TokensFile in(Path data) {
        return new TokensFile(data.resolve("tokens.json"));
    }

    /// What tells one version of the file from the next; empty where there is none.
    ///
    /// @param key of the file in its file system; every replacement has its own
    record Version(long size, Instant modified, String key) {}

    Optional<Version> version() {
        try {
            var found = Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
            return Optional.of(
                    new Version(found.size(), found.lastModifiedTime().toInstant(), String.valueOf(found.fileKey())));
        } catch (IOException none) {
            return Optional.empty();
        }
    }

    /// All of them, those that have ended included.
    public List<ApiToken> read() throws IOException {
        try {
            var written =
                    JSON.readTree(OwnerOnly.read(path, LARGEST, this::broken)).path("tokens");
            if (!written.isArray()) {
                throw broken("is not what svc writes");
            }
            var tokens = new ArrayList<ApiToken>();
            for (var node : written) {
                tokens.add(parsed(node));
            }
            return tokens;
        } catch (NoSuchFileException none) {
            return List.of();
        } catch (JacksonException | DateTimeException | IllegalArgumentException damage) {
            throw broken("is not what svc writes");
        }
    }

    /// Replaces all of them by what the rule makes of them, under the lock.
    public List<ApiToken> change(UnaryOperator<List<ApiToken>> rule) throws IOException {
        var made = new ArrayList<ApiToken>();
        LockedFile.change(path, () -> {
            var before = read();
            made.addAll(rule.apply(before));
            if (!made.equals(before)) {
                AtomicFile.write(path, bytes(made));
            }
        });
        return List.copyOf(made);
    }

    private static byte[] bytes(List<ApiToken> tokens) throws IOException {
        var root = JSON.createObjectNode().put("schema", 1);
        var list = root.putArray("tokens");
        for (var token : tokens) {
            var node = list.addObject()
                    .put("id", token.id())
                    .put("name", token.name())
                    .put("hash", token.hash())
                    .put("created_at", token.createdAt().toString())
                    .put("expires_at", text(token.expiresAt()))
                    .put("last_used_at", text(token.lastUsedAt()))
                    .put("noted", token.noted())
                    .put("ended", token.ended());
            var scopes = node.putArray("scopes");
            token.sortedScopes().forEach(scope -> scopes.add(scope.word()));
        }
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(root);
    }

    private static ApiToken parsed(JsonNode node) {
        var scopes = EnumSet.noneOf(Scope.class);
        node.path("scopes")
                .forEach(word -> scopes.add(Scope.find(word.asText())
                        .orElseThrow(() -> new IllegalArgumentException("a scope of a later release"))));
        return new ApiToken(
                node.path("id").asText(),
                node.path("name").asText(),
                node.path("hash").asText(),
                scopes,
                Instant.parse(node.path("created_at").asText()),
                time(node.path("expires_at")),
                time(node.path("last_used_at")),
                node.path("noted").asBoolean(),
                node.path("ended").asBoolean());
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    private static @Nullable Instant time(JsonNode node) {
        return node.isTextual() ? Instant.parse(node.asText()) : null;
    }

    private IOException broken(String how) {
        return new IOException("%s %s; until then no token opens anything.".formatted(path, how));
    }
}
