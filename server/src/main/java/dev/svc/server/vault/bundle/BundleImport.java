package dev.svc.server.vault.bundle;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import dev.svc.server.engine.Originals;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionFacts;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.Vault;
import dev.svc.server.vault.copy.CopyDamageException;
import dev.svc.server.vault.copy.CopyFormatException;
import dev.svc.server.vault.copy.Sealing;
import dev.svc.server.vault.copy.SessionCopy;
import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.file.WholeFolder;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;

/// Takes the copies of a bundle into a vault: each that is sound and that the vault does not have. They are a
/// stranger's: checked to the last byte before anything of this host knows of them.
public final class BundleImport {
    /// What stays free on the disk belongs to the terminals and the journal.
    private static final long LEFT_FREE = 256L << 20;

    /// A copy may always say that its session has so many bytes, and beyond that so many times its own size.
    private static final long ALWAYS = 256L << 20;

    private static final long RATIO = 200;
    private static final Duration CLOCKS_DIFFER = Duration.ofDays(2);

    private final Vault vault;
    private final Function<EngineKey, Optional<Originals>> programs;
    private final InstantSource clock;
    private final long leftFree;

    /// What became of a copy.
    public enum Outcome {
        BROUGHT,
        /// The vault had one.
        THERE,
        REFUSED
    }

    /// One copy of the bundle.
    ///
    /// @param reason why it was refused, as a sentence; empty otherwise
    public record Arrival(SessionId id, Outcome outcome, String reason) {}

    /// @param programs whose stores may have a session already
    public BundleImport(Vault vault, Function<EngineKey, Optional<Originals>> programs, InstantSource clock) {
        this(vault, programs, clock, LEFT_FREE);
    }

    BundleImport(Vault vault, Function<EngineKey, Optional<Originals>> programs, InstantSource clock, long leftFree) {
        this.vault = vault;
        this.programs = programs;
        this.clock = clock;
        this.leftFree = leftFree;
    }

    /// Whether a file holds copies at all.
    public static boolean isBundle(Path file) throws IOException {
        try (BundleReading _ = BundleReading.open(file)) {
            return true;
        } catch (BundleException none) {
            return false;
        }
    }

    /// Goes through a bundle.
    ///
    /// @param arrivals hears what became of each copy
    /// @return how many were brought
    /// @throws BundleException when the file is none, or cannot be read with this vault's key
    @CanIgnoreReturnValue
    public int run(Path file, Consumer<Arrival> arrivals) throws IOException {
        try (var bundle = BundleReading.open(file)) {
            int key = bundle.contents().key();
            if (key != Sealing.NONE.number() && key != vault.sealing().number()) {
                throw new BundleException(
                        "its copies are sealed with a key that this vault does not have: set SVC_VAULT_KEY_FILE to the file that it was made with");
            }
            var sealing = key == Sealing.NONE.number() ? Sealing.NONE : vault.sealing();
            var scratch = Files.createTempDirectory(OwnerOnly.folder(vault.unpacked()), "");
            try {
                int brought = 0;
                var copies = bundle.copies();
                while (copies.hasNext()) {
                    var arrival = take(copies.next(), sealing, scratch);
                    brought += arrival.outcome() == Outcome.BROUGHT ? 1 : 0;
                    arrivals.accept(arrival);
                }
                return brought;
            } finally {
                WholeFolder.remove(scratch);
            }
        }
    }

    private Arrival take(BundleReading.Packed packed, Sealing sealing, Path scratch) throws IOException {
        var id = packed.id();
        if (Files.exists(vault.file(id), LinkOption.NOFOLLOW_LINKS)) {
            return new Arrival(id, Outcome.THERE, "");
        }
        var arrived = scratch.resolve("arrived");
        var ours = scratch.resolve("ours");
        try {
            try (var in = packed.open()) {
                lay(in, arrived);
            }
            try (var copy = SessionCopy.read(arrived, sealing)) {
                var objection = objection(id, copy);
                if (objection.isPresent()) {
                    return new Arrival(id, Outcome.REFUSED, objection.get());
                }
                BundleWriting.rewrite(copy, ours, vault.sealing(), () -> requireRoom(0));
            }
            boolean isNew = vault.bringIn(id, ours, !isInStore(id));
            return new Arrival(id, isNew ? Outcome.BROUGHT : Outcome.THERE, "");
        } catch (CopyDamageException | CopyFormatException unreadable) {
            return new Arrival(id, Outcome.REFUSED, "It cannot be read: " + unreadable.getMessage());
        } finally {
            Files.deleteIfExists(arrived);
            Files.deleteIfExists(ours);
        }
    }

    /// What it unpacks to is written as it comes, and looked at between two pieces: an archive may claim any size.
    private void lay(InputStream in, Path target) throws IOException {
        var options = Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        try (var channel = FileChannel.open(target, options, OwnerOnly.fileAttributes(target))) {
            var out = Channels.newOutputStream(channel);
            for (var some = in.readNBytes(1 << 20); some.length > 0; some = in.readNBytes(1 << 20)) {
                requireRoom(some.length);
                out.write(some);
            }
        }
    }

    private void requireRoom(long bytes) throws IOException {
        long free = Files.getFileStore(vault.folder()).getUsableSpace();
        if (free - bytes < leftFree) {
            throw new IOException(
                    "The disk of %s has %d MB left, which stay free: make room and run the same command again, it goes on where it stopped."
                            .formatted(vault.folder(), free >> 20));
        }
    }

    /// Why the copy is not taken; empty when it is.
    private Optional<String> objection(SessionId id, SessionCopy copy) throws IOException {
        var damage = copy.verify();
        if (!damage.isEmpty()) {
            return Optional.of("It is damaged (%s).".formatted(damage.getFirst().lost()));
        }
        if (copy.state().isEmpty()) {
            return Optional.of("It holds nothing.");
        }
        if (!copy.isMeasured(Math.max(ALWAYS, RATIO * copy.size()))) {
            return Optional.of(
                    "Its files are not as long as it says, or far longer than anything that packs so small.");
        }
        var facts = Vault.facts(id, copy);
        return facts.isPresent() && isPossible(facts.get())
                ? Optional.empty()
                : Optional.of("What it says of its session cannot be.");
    }

    private boolean isPossible(SessionFacts facts) {
        var latest = clock.instant().plus(CLOCKS_DIFFER);
        return isBetween(facts.createdAt(), latest)
                && isBetween(facts.updatedAt(), latest)
                && facts.sizeBytes() >= 0
                && facts.unreadable() >= 0;
    }

    private static boolean isBetween(Instant time, Instant latest) {
        return !time.isBefore(Instant.EPOCH) && time.isBefore(latest);
    }

    private boolean isInStore(SessionId id) throws IOException {
        var originals = programs.apply(id.engine());
        return originals.isPresent() && originals.get().has(id.nativeId());
    }
}
