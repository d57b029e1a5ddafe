package dev.svc.server.vault;

import dev.svc.server.follow.FollowedSession;
import dev.svc.server.search.RecordedStores;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.copy.KeptFile;
import dev.svc.server.vault.copy.Sealing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/// The recorded stores of all programs beside a vault of a test's own, and a keeper that copies when it is told to.
public final class KeptStores implements AutoCloseable {
    public final RecordedStores stores;
    public final Map<SessionId, SessionFacts> listed = new HashMap<>();
    final Set<SessionId> favourites = new HashSet<>();
    VaultSettings settings = new VaultSettings(true, Long.MAX_VALUE, Set.of(), Set.of(), _ -> false);
    Instant now = Instant.parse("2026-11-25T09:00:00Z");

    private final Path folder;
    private Vault vault;
    private Keeper keeper;

    private KeptStores(Path home, Path folder) throws IOException {
        this.stores = RecordedStores.plant(home);
        this.folder = folder;
        listed.putAll(stores.facts());
        vault = Vault.open(folder, Sealing.NONE);
        keeper = keeper();
    }

    public static KeptStores in(Path folder) throws IOException {
        return new KeptStores(Files.createDirectories(folder.resolve("home")), folder.resolve("vault"));
    }

    private Keeper keeper() {
        return new Keeper(
                vault,
                new Keeper.Around(
                        engine -> stores.program(engine).originals(),
                        id -> Optional.ofNullable(listed.get(id)),
                        favourites::contains,
                        () -> settings,
                        () -> now),
                () -> {});
    }

    public Vault vault() {
        return vault;
    }

    public Keeper keeperNow() {
        return keeper;
    }

    /// As the service does when it starts again.
    void restart() throws IOException {
        vault.close();
        vault = Vault.open(folder, Sealing.NONE);
        keeper = keeper();
    }

    /// What the list shows of a session.
    SessionFacts facts(SessionId id) {
        return Objects.requireNonNull(listed.get(id));
    }

    FollowedSession followed(SessionId id) {
        return FollowedSession.any(facts(id), false);
    }

    /// Goes through all sessions once, as a follower does.
    public void follow() throws IOException, InterruptedException {
        var present = Set.copyOf(listed.keySet());
        for (var id : Set.copyOf(keeper.sessions())) {
            if (!present.contains(id)) {
                keeper.gone(id);
            }
        }
        for (var id : present) {
            take(id);
        }
        keeper.flush();
    }

    /// Copies one session, if that is needed.
    ///
    /// @return whether it was
    boolean take(SessionId id) throws IOException, InterruptedException {
        var session = followed(id);
        boolean needed = !keeper.has(session);
        if (needed) {
            keeper.take(session);
        }
        return needed;
    }

    Map<String, KeptFile> files(SessionId id) throws IOException {
        try (var copy = vault.read(id)) {
            return copy.state().files();
        }
    }

    byte[] content(SessionId id, String name) throws IOException {
        try (var copy = vault.read(id)) {
            var out = new ByteArrayOutputStream();
            copy.copy(copy.state().file(name).orElseThrow(), out);
            return out.toByteArray();
        }
    }

    @Override
    public void close() throws IOException {
        vault.close();
    }
}
