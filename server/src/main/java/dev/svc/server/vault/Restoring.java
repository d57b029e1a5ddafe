package dev.svc.server.vault;

import dev.svc.server.engine.Originals;
import dev.svc.server.engine.move.FolderMap;
import dev.svc.server.engine.move.UnmovableException;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.MovedCopies.Moved;
import dev.svc.server.vault.RestoreRefusedException.Reason;
import dev.svc.server.vault.copy.KeptFile;
import dev.svc.server.vault.copy.SessionCopy;
import dev.svc.shared.config.OwnCommand;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Writes copies back to where their program looks for them, never over anything: all of a session or nothing of it.
public final class Restoring {
    private static final Logger LOG = Logger.getLogger(Restoring.class.getName());

    private final Vault vault;
    private final Function<EngineKey, Optional<Originals>> programs;
    private final InstantSource clock;
    private final Scratch scratch;

    public Restoring(Vault vault, Function<EngineKey, Optional<Originals>> programs, InstantSource clock) {
        this.vault = vault;
        this.programs = programs;
        this.clock = clock;
        this.scratch = new Scratch(vault.folder().resolve("scratch"));
    }

    /// Which time the files get.
    public enum Dated {
        /// Now, so that a program that deletes by age leaves them alone.
        NOW,
        /// When its program wrote them.
        AS_THEY_WERE
    }

    /// Restores the last state of a session, and of those that it continues and that are gone as well, as far as their
    /// copies are sound.
    ///
    /// @throws RestoreRefusedException when the session cannot be restored; nothing was changed
    public RestoredSession restore(SessionId id, Dated dated) throws IOException {
        return restore(id, dated, FolderMap.NONE);
    }

    /// The same on a host where folders lie elsewhere.
    ///
    /// @throws RestoreRefusedException when the session cannot be restored, or not with other folders; nothing was
    /// changed
    public RestoredSession restore(SessionId id, Dated dated, FolderMap folders) throws IOException {
        var restored = restoreAlone(id, dated, folders);
        vault.isBack(id);
        var files = new ArrayList<>(restored.files());
        var originals = programs.apply(id.engine()).orElseThrow();
        for (var before : originals.continued(id.nativeId())) {
            var other = new SessionId(id.engine(), before);
            if (!originals.has(before) && vault.find(other).isPresent()) {
                files.addAll(restoreAlso(other, dated, folders));
            }
        }
        return new RestoredSession(id, files);
    }

    /// What a session continues is no reason not to have the session.
    private List<Path> restoreAlso(SessionId other, Dated dated, FolderMap folders) throws IOException {
        try {
            return restore(other, dated, folders).files();
        } catch (RestoreRefusedException refused) {
            LOG.log(Level.WARNING, () -> other + ", which a restored session continues: " + refused.getMessage());
            return List.of();
        }
    }

    private RestoredSession restoreAlone(SessionId id, Dated dated, FolderMap folders) throws IOException {
        var originals = programs.apply(id.engine())
                .orElseThrow(() -> new RestoreRefusedException(
                        Reason.STORE,
                        "No program of this service knows how sessions of " + id.engine() + " are kept."));
        if (originals.has(id.nativeId())) {
            throw new RestoreRefusedException(
                    Reason.THERE, "The session is in its program's store; nothing is written over it.");
        }
        try (var copy = open(id)) {
            requireSound(id, copy);
            return restore(id, new MovedCopies(vault, originals, folders).of(id, copy), originals, dated);
        } catch (UnmovableException stays) {
            throw new RestoreRefusedException(Reason.STORE, String.valueOf(stays.getMessage()));
        } catch (FileAlreadyExistsException there) {
            throw new RestoreRefusedException(
                    Reason.THERE, "%s is there already, and nothing is ever written over.".formatted(there.getFile()));
        }
    }

    private SessionCopy open(SessionId id) throws IOException {
        try {
            return vault.read(id);
        } catch (NoSuchFileException none) {
            throw new RestoreRefusedException(Reason.UNKNOWN, "svc keeps no copy of " + id + ".");
        }
    }

    private static void requireSound(SessionId id, SessionCopy copy) throws IOException {
        var damage = copy.verify();
        if (!damage.isEmpty()) {
            throw new RestoreRefusedException(
                    Reason.DAMAGED,
                    "The copy of %s is damaged (%s), so it is not given to its program. %s writes what is left of it elsewhere."
                            .formatted(
                                    id,
                                    damage.getFirst().lost(),
                                    OwnCommand.line("vault show %s --save FOLDER".formatted(id))));
        }
        if (copy.state().isEmpty()) {
            throw new RestoreRefusedException(Reason.DAMAGED, "The copy of " + id + " holds nothing.");
        }
    }

    private RestoredSession restore(SessionId id, Moved moved, Originals originals, Dated dated) throws IOException {
        var files = new ArrayList<KeptFile>();
        moved.copy().state().files().values().stream()
                .filter(file -> file.until() == null)
                .forEach(files::add);
        // The file that makes it a session lies highest, so it comes last.
        files.sort(
                Comparator.comparingInt((KeptFile file) -> -Path.of(file.name()).getNameCount()));
        var places = new LinkedHashMap<KeptFile, Path>();
        var rows = new ArrayList<KeptFile>();
        for (var file : files) {
            originals.place(moved.name(file)).ifPresentOrElse(place -> places.put(file, place), () -> rows.add(file));
        }
        try (var folder = scratch.open()) {
            for (var file : rows) {
                writeBack(moved, file, originals, folder.path());
            }
        }
        return new RestoredSession(id, write(moved, places, dated));
    }

    private static void writeBack(Moved moved, KeptFile file, Originals originals, Path folder) throws IOException {
        var rows = folder.resolve("rows");
        try (var out = Files.newOutputStream(rows)) {
            moved.content(file).to(out);
        }
        try {
            originals.writeBack(rows);
        } catch (UnsupportedOperationException | NoSuchFileException notHere) {
            throw new RestoreRefusedException(
                    Reason.STORE,
                    notHere instanceof NoSuchFileException missing && missing.getReason() != null
                            ? missing.getReason()
                            : "%s belongs to no place of its program's store.".formatted(file.name()));
        }
    }

    private List<Path> write(Moved moved, Map<KeptFile, Path> places, Dated dated) throws IOException {
        var written = new ArrayList<Path>();
        try {
            for (var file : places.entrySet()) {
                var time = dated == Dated.NOW ? clock.instant() : time(file.getKey());
                if (PlacedFile.write(moved.content(file.getKey()), file.getValue(), time)) {
                    written.add(file.getValue());
                }
            }
            return written;
        } catch (IOException | RuntimeException failed) {
            for (var file : written) {
                Files.deleteIfExists(file);
            }
            throw failed;
        }
    }

    private static Instant time(KeptFile file) {
        return Instant.ofEpochSecond(file.modified() / 1_000_000_000, file.modified() % 1_000_000_000);
    }
}
