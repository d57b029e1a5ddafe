package dev.svc.server.vault;

import dev.svc.server.engine.Original;
import dev.svc.server.engine.Originals;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.follow.NotTakenException;
import dev.svc.server.follow.SessionTaker;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.copy.CopyDamageException;
import dev.svc.server.vault.copy.CopyRewriting;
import dev.svc.server.vault.copy.CopyWriteException;
import java.io.IOException;
import java.nio.file.Files;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;

/// Copies the sessions of all stores into the vault as they change, and notes which have left their store. Used by the
/// following thread alone.
public final class Keeper implements SessionTaker {
    private static final Logger LOG = Logger.getLogger(Keeper.class.getName());

    private static final long LEFT_FREE = 256L << 20;

    private final Vault vault;
    private final Around around;
    private final Breath breath;
    private final VaultLimit limit;
    private final Scratch scratch;
    private final long leftFree;

    /// Sessions whose copies were compared with them since the service began.
    private final Set<SessionId> compared = new HashSet<>();

    /// Copies that a crash could still take something from.
    private final Set<SessionId> unforced = new HashSet<>();

    private boolean reconciled;

    /// What it speaks to.
    ///
    /// @param originals the files of a program's sessions; empty where nobody knows them
    /// @param facts what the list shows of a session
    /// @param isFavourite whether it was marked by its person, and so is not removed while it is the only one
    public record Around(
            Function<EngineKey, Optional<Originals>> originals,
            Function<SessionId, Optional<SessionFacts>> facts,
            Predicate<SessionId> isFavourite,
            Supplier<VaultSettings> settings,
            InstantSource clock) {}

    public Keeper(Vault vault, Around around, Breath breath) {
        this(vault, around, breath, LEFT_FREE);
    }

    /// @param leftFree how many bytes of the disk stay free
    Keeper(Vault vault, Around around, Breath breath, long leftFree) {
        this.leftFree = leftFree;
        this.vault = vault;
        this.around = around;
        this.breath = breath;
        this.limit = new VaultLimit(vault, around.isFavourite());
        this.scratch = new Scratch(vault.folder().resolve("scratch"));
    }

    @Override
    public boolean has(FollowedSession session) throws IOException {
        var id = session.id();
        var originals = around.originals().apply(id.engine());
        if (originals.isEmpty() || !isWanted(id)) {
            return true;
        }
        var held = vault.find(id);
        if (held.isEmpty()) {
            return false;
        }
        return held.get().isTheOnlyOne()
                ? !originals.get().has(id.nativeId())
                : held.get().stamp() == session.stamp();
    }

    private boolean isWanted(SessionId id) {
        var settings = around.settings().get();
        if (!settings.enabled() || vault.isForgotten(id)) {
            return false;
        }
        var facts = around.facts().apply(id);
        return facts.isPresent() && !settings.excludes(facts.get()) && limit.hasRoomFor(facts.get());
    }

    @Override
    public void take(FollowedSession session) throws IOException, InterruptedException {
        var id = session.id();
        var originals = around.originals().apply(id.engine());
        var facts = around.facts().apply(id);
        if (originals.isEmpty() || facts.isEmpty()) {
            return;
        }
        requireRoom();
        try (var folder = opened()) {
            var files = originals.get().of(id.nativeId(), folder.path());
            if (!files.isEmpty()) {
                copy(id, files, session.stamp(), FactsNote.of(facts.get()));
                vault.isBack(id);
            }
        } catch (CopyWriteException refused) {
            throw new NotTakenException(refused);
        }
        breath.breathe();
    }

    private Scratch.Opened opened() throws CopyWriteException {
        try {
            return scratch.open();
        } catch (IOException refused) {
            throw new CopyWriteException(refused);
        }
    }

    /// What is left belongs to the terminals and the journal.
    private void requireRoom() throws IOException {
        long free = Files.getFileStore(vault.folder()).getUsableSpace();
        if (free < leftFree) {
            throw new NotTakenException(new IOException(
                    "The disk has %d MB left: no session is copied until there is more room.".formatted(free >> 20)));
        }
    }

    private void copy(SessionId id, List<Original> files, long stamp, String note)
            throws IOException, InterruptedException {
        boolean pays;
        try (var copy = vault.write(id)) {
            new SessionCopying(
                            copy,
                            breath::breathe,
                            compared.contains(id),
                            around.clock().instant())
                    .run(files, stamp, note);
            unforced.add(id);
            compared.add(id);
            vault.took(id, copy);
            pays = CopyRewriting.pays(copy);
        }
        if (pays) {
            rewrite(id);
        }
    }

    private void rewrite(SessionId id) throws IOException, InterruptedException {
        try {
            CopyRewriting.rewrite(vault.file(id), vault.sealing(), breath::breathe);
        } catch (CopyDamageException damaged) {
            LOG.log(Level.WARNING, damaged, () -> "the copy of " + id + " is damaged and stays as it is");
        }
        try (var copy = vault.read(id)) {
            vault.took(id, copy);
        }
    }

    @Override
    public Set<SessionId> sessions() throws IOException {
        if (!reconciled) {
            scratch.clear();
            vault.reconcile();
            reconciled = true;
        }
        return vault.all().stream()
                .filter(held -> !held.isTheOnlyOne())
                .map(HeldSession::id)
                .collect(Collectors.toSet());
    }

    @Override
    public void gone(SessionId session) throws IOException {
        var originals = around.originals().apply(session.engine());
        if (vault.find(session).isPresent()
                && (originals.isEmpty() || !originals.get().has(session.nativeId()))) {
            vault.isGone(session, around.clock().instant());
        }
    }

    @Override
    public void flush() throws IOException {
        try {
            for (var id : unforced) {
                vault.force(id);
            }
            unforced.clear();
            limit.apply(around.settings().get().limit());
            vault.save();
        } catch (IOException refused) {
            throw new NotTakenException(refused);
        }
    }
}
