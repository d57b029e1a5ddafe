package dev.svc.server.vault;

import dev.svc.server.follow.FollowProgress;
import dev.svc.server.follow.FollowedStores;
import dev.svc.server.follow.Follower;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.Restoring.Dated;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Instant;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Keeps copies of the sessions of all stores: makes them behind everything else, says what is kept, restores, forgets.
public final class Keeping implements AutoCloseable {
    private static final Logger LOG = Logger.getLogger(Keeping.class.getName());

    /// Of one core, while there is much to copy.
    private static final double SHARE = 0.3;

    private final Vault vault;
    private final Keeper.Around around;
    private final Restoring restoring;
    private final UnpackedCopies unpacked;
    private final Follower follower;

    /// Makes it; nothing is copied before [#start].
    ///
    /// @param unpacked what was unpacked of the copies, which goes when one is forgotten
    /// @param somebodyWaits whether somebody waits for an answer or an echo at this moment
    public Keeping(
            Vault vault,
            Keeper.Around around,
            FollowedStores stores,
            UnpackedCopies unpacked,
            BooleanSupplier somebodyWaits) {
        this.vault = vault;
        this.unpacked = unpacked;
        this.around = around;
        this.restoring = new Restoring(vault, around.originals(), around.clock());
        this.follower = Follower.of(stores, breath -> new Keeper(vault, around, breath), SHARE, somebodyWaits, _ -> {});
    }

    /// Begins to copy; returns at once.
    public void start() {
        follower.start();
    }

    /// Looks at all sessions again, because other ones are wanted now.
    public void settingsChanged() {
        follower.again();
    }

    public Optional<HeldSession> find(SessionId id) {
        return vault.find(id);
    }

    public boolean isForgotten(SessionId id) {
        return vault.isForgotten(id);
    }

    /// Writes a session back to where its program looks for it.
    ///
    /// @throws RestoreRefusedException when that cannot be done; nothing was changed
    public RestoredSession restore(SessionId id, Dated dated) throws IOException {
        return restoring.restore(id, dated);
    }

    /// Removes the copy of a session for good; none is made again.
    ///
    /// @return whether there was one
    public boolean forget(SessionId id) throws IOException {
        boolean was = vault.forget(id);
        unpacked.clear();
        return was;
    }

    /// Lets a session be copied again.
    public void remember(SessionId id) throws IOException {
        vault.remember(id);
        follower.again();
    }

    public VaultStatus status() {
        var settings = around.settings().get();
        var progress = follower.progress();
        var all = vault.all();
        boolean stopped = progress.phase() == FollowProgress.Phase.STOPPED;
        return new VaultStatus(
                settings.enabled(),
                vault.bytes(),
                all.stream().mapToLong(HeldSession::bytes).sum(),
                all.size(),
                (int) all.stream().filter(HeldSession::isTheOnlyOne).count(),
                settings.limit(),
                free(),
                all.stream()
                        .map(HeldSession::modified)
                        .min(Comparator.<Instant>naturalOrder())
                        .orElse(null),
                settings.enabled() ? Math.max(0, progress.of() - progress.followed()) : 0,
                stopped ? progress.trouble() : null);
    }

    private long free() {
        try {
            return Files.getFileStore(vault.folder()).getUsableSpace();
        } catch (IOException unknown) {
            return 0;
        }
    }

    @Override
    public void close() {
        try {
            follower.close();
            vault.close();
        } catch (IOException unclosed) {
            LOG.log(Level.WARNING, unclosed, () -> "the vault was not closed: " + unclosed.getMessage());
        }
    }
}
