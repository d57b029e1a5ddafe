package dev.svc.server.vault;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.copy.CopyWriteException;
import dev.svc.server.vault.copy.Sealing;
import dev.svc.server.vault.copy.SessionCopy;
import dev.svc.shared.file.OwnerOnly;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The folder of all copies. The keeper writes to it; anybody may read, also while it does.
public final class Vault implements Closeable {
    /// What the mark of a session says that no program of this host has had; others are empty.
    private static final String BROUGHT = "brought\n";

    private final Path folder;
    private final CopyFolder copies;
    private final Sealing sealing;
    private final HeldSessions held;
    private final ForgottenSessions forgotten;
    private final @Nullable VaultLock lock;

    private Vault(Path folder, Sealing sealing, @Nullable VaultLock lock) {
        this.folder = folder;
        this.copies = new CopyFolder(folder);
        this.sealing = sealing;
        this.lock = lock;
        this.held = new HeldSessions(folder.resolve("held"));
        this.forgotten = new ForgottenSessions(folder.resolve("forgotten"));
        held.load();
    }

    /// Opens the vault of a folder for the one who writes to it; makes one where there is none.
    ///
    /// @throws VaultException when another service writes to it, or a newer release made it
    public static Vault open(Path folder, Sealing sealing) throws IOException {
        return new Vault(folder, sealing, VaultLock.take(folder));
    }

    /// Opens what is there for reading, beside the one who writes to it.
    ///
    /// @throws VaultException when a newer release made it
    public static Vault look(Path folder, Sealing sealing) throws IOException {
        VaultLock.requireForm(folder);
        return new Vault(folder, sealing, null);
    }

    /// Compares what is known of the copies with those that are there: a crash, or a service that runs, may be ahead of
    /// what was written down.
    public void reconcile() throws IOException {
        var there = new HashSet<>(copies.all());
        for (var known : held.all()) {
            if (!there.remove(known.id())) {
                held.remove(known.id());
            }
        }
        for (var id : there) {
            try (var copy = read(id)) {
                took(id, copy);
            } catch (IOException unreadable) {
                // It is named by who asks for it; the others are not held up by it.
                held.remove(id);
            }
        }
        for (var known : held.all()) {
            agreeWithMark(known);
        }
    }

    /// The mark is made first and removed last: it is right.
    private void agreeWithMark(HeldSession known) throws IOException {
        var mark = copies.goneMark(known.id());
        if (known.gone() == null && Files.exists(mark)) {
            held.put(known.goneAt(Files.getLastModifiedTime(mark).toInstant()));
        } else if (known.gone() != null && !Files.exists(mark)) {
            held.put(known.goneAt(null));
        }
    }

    public Optional<HeldSession> find(SessionId id) {
        var known = held.find(id);
        boolean isBack = known.isPresent() && known.get().isTheOnlyOne() && !Files.exists(copies.goneMark(id));
        if (isBack) {
            // A command beside the service may have restored it.
            held.put(known.get().goneAt(null));
            return held.find(id);
        }
        return known;
    }

    public Collection<HeldSession> all() {
        return held.all();
    }

    /// What the copies take on the disk.
    public long bytes() {
        return held.all().stream().mapToLong(HeldSession::size).sum();
    }

    public Path folder() {
        return folder;
    }

    /// Where copies lie for a moment while they are read or travel: plain, also where copies are sealed. What is left
    /// there goes when a service starts.
    public Path unpacked() {
        return folder.resolve("unpacked");
    }

    /// Opens a copy.
    ///
    /// @throws NoSuchFileException when there is none
    public SessionCopy read(SessionId id) throws IOException {
        return SessionCopy.read(copies.file(id), sealing);
    }

    /// What the list showed of the session when it was copied last; empty when that cannot be read.
    public Optional<SessionFacts> facts(SessionId id) throws IOException {
        try (var copy = read(id)) {
            return facts(id, copy);
        }
    }

    /// The same of a copy that lies elsewhere.
    public static Optional<SessionFacts> facts(SessionId id, SessionCopy copy) {
        return FactsNote.parse(id, copy.state().note());
    }

    /// The file of a copy, whether it is there or not.
    public Path file(SessionId id) {
        return copies.file(id);
    }

    /// The name of a session's copy in a bundle.
    public static String nameOf(SessionId id) {
        return CopyFolder.nameOf(id);
    }

    /// The session that such a name says; empty for any other name.
    public static Optional<SessionId> named(String name) {
        return CopyFolder.named(name);
    }

    /// How the copies are sealed.
    public Sealing sealing() {
        return sealing;
    }

    SessionCopy write(SessionId id) throws IOException {
        var file = copies.file(id);
        try {
            OwnerOnly.folder(file.resolveSibling(""));
        } catch (IOException refused) {
            throw new CopyWriteException(refused);
        }
        return SessionCopy.write(file, sealing);
    }

    /// Makes sure that a copy survives whatever comes.
    void force(SessionId id) throws IOException {
        try (var channel = FileChannel.open(copies.file(id), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            channel.force(false);
        } catch (NoSuchFileException forgotten) {
            // Nothing is left to be made sure of.
            return;
        }
    }

    /// Notes what a copy holds now. A copy that has been forgotten is not noted.
    void took(SessionId id, SessionCopy copy) {
        var state = copy.state();
        var modified = state.files().values().stream()
                .mapToLong(file -> file.modified())
                .max()
                .orElse(0);
        var gone = held.find(id).map(HeldSession::gone).orElse(null);
        held.put(new HeldSession(
                id,
                state.stamp(),
                copy.size(),
                state.bytes(),
                Instant.ofEpochSecond(modified / 1_000_000_000, modified % 1_000_000_000),
                state.at(),
                gone));
        if (!Files.exists(copies.file(id))) {
            held.remove(id);
        }
    }

    /// The folder whose files name the sessions of a program that are in the vault alone.
    public Path goneFolder(EngineKey engine) {
        return copies.goneFolder(engine);
    }

    /// The session that a file of that folder names.
    public Optional<SessionId> goneSession(EngineKey engine, Path file) {
        return copies.goneSession(engine, file);
    }

    /// The copy is all there is of the session from now on.
    void isGone(SessionId id, Instant now) throws IOException {
        var known = held.find(id);
        if (known.isPresent() && known.get().gone() == null) {
            var mark = copies.goneMark(id);
            OwnerOnly.folder(mark.resolveSibling(""));
            OwnerOnly.write(mark, "");
            held.put(known.get().goneAt(now));
        }
    }

    /// Takes over what the mark of a session says, for a list that is about to show the session. The keeper may not
    /// have noted it yet, and a copy that a command brought in beside the service is not known at all.
    void isMarked(SessionId id) throws IOException {
        if (held.find(id).isEmpty()) {
            try (var copy = read(id)) {
                took(id, copy);
            }
        }
        var known = held.find(id);
        if (known.isPresent()) {
            agreeWithMark(known.get());
        }
    }

    /// Takes a copy that was made elsewhere, unless there is one.
    ///
    /// @param file of the copy, on the vault's disk and sealed as this vault's are; it is moved
    /// @param isTheOnlyOne whether its program has no such session here
    /// @return whether it was taken
    public boolean bringIn(SessionId id, Path file, boolean isTheOnlyOne) throws IOException {
        var place = copies.file(id);
        OwnerOnly.folder(place.resolveSibling(""));
        try {
            // A link is refused where something is; a move might replace it.
            Files.createLink(place, file);
        } catch (FileAlreadyExistsException there) {
            return false;
        }
        Files.delete(file);
        forgotten.remove(id);
        if (isTheOnlyOne) {
            var mark = copies.goneMark(id);
            OwnerOnly.folder(mark.resolveSibling(""));
            OwnerOnly.write(mark, BROUGHT);
        }
        isMarked(id);
        return true;
    }

    /// Whether the session came from elsewhere, and no program of this host has ever had it.
    public boolean isBrought(SessionId id) {
        try {
            return Files.size(copies.goneMark(id)) > 0;
        } catch (IOException noMark) {
            return false;
        }
    }

    /// The session is in its store again.
    void isBack(SessionId id) throws IOException {
        held.find(id).filter(it -> it.gone() != null).ifPresent(it -> held.put(it.goneAt(null)));
        Files.deleteIfExists(copies.goneMark(id));
    }

    /// Removes the copy; the session is not copied again before [#remember].
    ///
    /// @return whether there was one
    public boolean forget(SessionId id) throws IOException {
        forgotten.add(id);
        if (lock == null) {
            var mark = copies.untoldMark(id);
            OwnerOnly.folder(mark.resolveSibling(""));
            OwnerOnly.write(mark, "");
        }
        boolean was = drop(id);
        held.save();
        return was;
    }

    /// Hears of a session.
    @FunctionalInterface
    interface Told {
        void of(SessionId id) throws IOException;
    }

    /// Tells of each session whose copy a command has removed, once, or once more after a crash.
    void tellForgotten(Told told) throws IOException {
        for (var id : copies.untold()) {
            held.remove(id);
            told.of(id);
            Files.deleteIfExists(copies.untoldMark(id));
        }
    }

    /// Lets a session be copied again.
    public void remember(SessionId id) throws IOException {
        forgotten.remove(id);
    }

    public boolean isForgotten(SessionId id) {
        boolean is = forgotten.has(id);
        if (is) {
            // A command beside the service may have removed the copy.
            held.remove(id);
        }
        return is;
    }

    /// Removes the copy to make room.
    boolean drop(SessionId id) throws IOException {
        boolean was = Files.deleteIfExists(copies.file(id));
        held.remove(id);
        Files.deleteIfExists(copies.goneMark(id));
        return was;
    }

    void save() throws IOException {
        held.save();
    }

    @Override
    public void close() throws IOException {
        if (lock != null) {
            try {
                held.save();
            } finally {
                lock.close();
            }
        }
    }
}
