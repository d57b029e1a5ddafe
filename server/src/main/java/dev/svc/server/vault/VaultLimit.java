package dev.svc.server.vault;

import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;
import java.util.function.Predicate;
import java.util.logging.Logger;

/// Keeps the vault within its limit: what was not used for the longest time goes first, never the only copy of a
/// favourite. Used by the following thread alone.
final class VaultLimit {
    private static final Logger LOG = Logger.getLogger(VaultLimit.class.getName());

    private final Vault vault;
    private final Predicate<SessionId> isFavourite;

    /// What was written before this was removed to make room, so that it is not copied again at once.
    private Instant floor = Instant.MIN;

    VaultLimit(Vault vault, Predicate<SessionId> isFavourite) {
        this.vault = vault;
        this.isFavourite = isFavourite;
    }

    boolean hasRoomFor(SessionFacts facts) {
        return facts.updatedAt().isAfter(floor) || isFavourite.test(facts.id());
    }

    /// Removes copies until they take no more than the limit.
    void apply(long limit) throws IOException {
        long bytes = vault.bytes();
        if (bytes <= limit) {
            if (bytes < limit - limit / 10) {
                floor = Instant.MIN;
            }
            return;
        }
        var oldestFirst = vault.all().stream()
                .sorted(Comparator.comparing(HeldSession::modified))
                .toList();
        int removed = 0;
        for (var held : oldestFirst) {
            if (bytes <= limit) {
                break;
            }
            boolean stays = isFavourite.test(held.id());
            if (!stays && vault.drop(held.id())) {
                bytes -= held.size();
                floor = held.modified();
                removed++;
            }
        }
        int dropped = removed;
        LOG.info(() -> "%d copies were removed from the vault, the oldest first: its limit of %d bytes was reached"
                .formatted(dropped, limit));
    }
}
