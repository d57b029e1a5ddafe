package dev.svc.server.backup;

import dev.svc.shared.config.EnvFile;
import dev.svc.shared.file.AtomicFile;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/// A restored home, complete and durable in `<data>/restored-<time>`, which is now moved into place by renames. Each
/// step is idempotent, so the folder can be finished after any crash: the next start of the service does that. What was
/// there before is kept in `<data>/replaced-<time>`.
public final class Restored {
    static final String PREFIX = "restored-";
    private static final String KEPT = "replaced-";

    private final HomeLayout layout;
    private final Path ready;
    private final Path kept;
    private final Brought brought;

    Restored(HomeLayout layout, Path ready, Brought brought) {
        this.layout = layout;
        this.ready = ready;
        this.brought = brought;
        this.kept =
                ready.resolveSibling(KEPT + String.valueOf(ready.getFileName()).substring(PREFIX.length()));
    }

    /// The one that a crash left unfinished.
    public static Optional<Restored> unfinished(HomeLayout layout) throws IOException {
        if (!Files.isDirectory(layout.data())) {
            return Optional.empty();
        }
        try (var entries = Files.newDirectoryStream(layout.data(), PREFIX + "*")) {
            var found = entries.iterator();
            return found.hasNext()
                    ? Optional.of(new Restored(layout, found.next(), Brought.NOTHING))
                    : Optional.empty();
        }
    }

    /// What it brings beside the journal.
    public Brought brought() {
        return brought;
    }

    /// Requires that nobody else works on the home.
    ///
    /// @return where what was there before is kept, if there was anything
    public Optional<Path> putInPlace() throws IOException {
        for (var part : parts().entrySet()) {
            exchange(part.getKey(), part.getValue());
        }
        for (String generation : new String[] {".1", ".2"}) {
            keep(layout.sidecar().resolveSibling(layout.sidecar().getFileName() + generation));
        }
        takeSettings();
        AtomicFile.forceFolder(layout.data());
        Files.delete(ready);
        return Files.isDirectory(kept) ? Optional.of(kept) : Optional.empty();
    }

    private Map<String, Path> parts() {
        var parts = new LinkedHashMap<String, Path>();
        parts.put(Restoration.JOURNAL, layout.journal());
        parts.put(Contents.SIDECAR, layout.sidecar());
        parts.put(Contents.PREFS, layout.prefs());
        parts.put(Restoration.UPLOADS, layout.uploads());
        parts.put(Contents.TWO_FACTOR, layout.twoFactor());
        return parts;
    }

    /// The journal decides: metadata and preferences that the backup lacks must not be left over from another journal.
    private void exchange(String name, Path target) throws IOException {
        Path part = ready.resolve(name);
        boolean isBrought = Files.exists(part, LinkOption.NOFOLLOW_LINKS);
        boolean isOfJournal = name.equals(Contents.SIDECAR) || name.equals(Contents.PREFS);
        if (isBrought || (isOfJournal && Files.exists(ready.resolve(Restoration.JOURNAL)))) {
            keep(target);
        }
        if (isBrought) {
            OwnerOnly.folder(target.toAbsolutePath().resolveSibling(""));
            Files.move(part, target, StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private void keep(Path present) throws IOException {
        if (Files.exists(present, LinkOption.NOFOLLOW_LINKS)) {
            OwnerOnly.folder(kept);
            Files.move(present, kept.resolve(present.getFileName()), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    private void takeSettings() throws IOException {
        Path lines = ready.resolve(Contents.ENV);
        if (!Files.exists(lines)) {
            return;
        }
        // An older svc staged every line of the backup.
        var settings = EnvSettings.sorted(new EnvFile(lines).read(), true).settings();
        Path present = layout.env().path();
        Path copy = kept.resolve(Contents.ENV);
        if (Files.exists(present) && !Files.exists(copy)) {
            AtomicFile.write(copy, Files.readAllBytes(present));
        }
        layout.env().change(settings);
        Files.delete(lines);
    }
}
