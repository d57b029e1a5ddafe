package dev.svc.server.auth.passkey;

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
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/// The passkeys of a home: replaced atomically, readable by its owner only, changed under a lock by the service and by
/// `svc reset-password` alike. A file that cannot be read opens nothing, and is never overwritten.
public final class PasskeysFile {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final int LARGEST = 1 << 20;

    private final Path path;

    public PasskeysFile(Path path) {
        this.path = path;
    }

    /// The file of a home.
    public static PasskeysFile in(Path data) {
        return new PasskeysFile(data.resolve("passkeys.json"));
    }

    /// All of it.
    ///
    /// @param user what authenticators know the account by; empty before the first passkey
    record Kept(String user, List<Passkey> passkeys) {
        static final Kept NOTHING = new Kept("", List.of());

        Kept {
            passkeys = List.copyOf(passkeys);
        }

        Kept with(List<Passkey> others) {
            return new Kept(user, others);
        }
    }

    Kept read() throws IOException {
        try {
            var root = JSON.readTree(OwnerOnly.read(path, LARGEST, this::broken));
            if (!root.path("passkeys").isArray() || !root.path("user").isTextual()) {
                throw broken("is not what svc writes");
            }
            var passkeys = new ArrayList<Passkey>();
            for (var node : root.path("passkeys")) {
                passkeys.add(parsed(node));
            }
            return new Kept(root.path("user").asText(), passkeys);
        } catch (NoSuchFileException none) {
            return Kept.NOTHING;
        } catch (JacksonException | DateTimeException | IllegalArgumentException damage) {
            throw broken("is not what svc writes");
        }
    }

    /// Replaces all of it by what the rule makes of it, under the lock.
    void change(UnaryOperator<Kept> rule) throws IOException {
        LockedFile.change(path, () -> {
            var before = read();
            var after = rule.apply(before);
            if (!after.equals(before)) {
                AtomicFile.write(path, bytes(after));
            }
        });
    }

    /// Ends all of them, for whoever may have been let in before; their number.
    public int endAll() throws IOException {
        if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            return 0; // no lock is made where there is nothing
        }
        var ended = new ArrayList<Passkey>();
        change(before -> {
            ended.addAll(before.passkeys());
            return before.with(List.of());
        });
        return ended.size();
    }

    private static byte[] bytes(Kept kept) throws IOException {
        var root = JSON.createObjectNode().put("schema", 1).put("user", kept.user());
        var list = root.putArray("passkeys");
        for (var passkey : kept.passkeys()) {
            list.addObject()
                    .put("id", passkey.id())
                    .put("name", passkey.name())
                    .put("algorithm", passkey.kind().number())
                    .put("key", passkey.key())
                    .put("created_at", passkey.createdAt().toString())
                    .put("last_used_at", text(passkey.lastUsedAt()))
                    .put("counter", passkey.counter())
                    .put("synced", passkey.synced());
        }
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(root);
    }

    private static Passkey parsed(JsonNode node) {
        var kind = SignatureKind.find(node.path("algorithm").asInt())
                .orElseThrow(() -> new IllegalArgumentException("an algorithm of a later release"));
        var key = node.path("key").asText();
        if (node.path("id").asText().isEmpty()
                || Base64Url.find(key, SignatureKind.LARGEST_KEY)
                        .flatMap(kind::key)
                        .isEmpty()) {
            throw new IllegalArgumentException("no key");
        }
        return new Passkey(
                node.path("id").asText(),
                node.path("name").asText(),
                kind,
                key,
                Instant.parse(node.path("created_at").asText()),
                node.path("last_used_at").isTextual()
                        ? Instant.parse(node.path("last_used_at").asText())
                        : null,
                node.path("counter").asLong(),
                node.path("synced").asBoolean());
    }

    private static @Nullable String text(@Nullable Instant time) {
        return time == null ? null : time.toString();
    }

    private IOException broken(String how) {
        return new IOException("%s %s; until then no passkey opens anything.".formatted(path, how));
    }
}
