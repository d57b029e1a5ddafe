package dev.svc.server.update.release;

import dev.svc.shared.file.AtomicFile;
import dev.svc.shared.file.WholeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The releases of a home, newest first, and the link `current` that says which of them is run.
///
/// Links are never followed out of the folder: what is made, run or removed lies in it.
public final class Releases {
    private static final int KEPT = 3;
    private static final DateTimeFormatter STAMP =
            DateTimeFormatter.ofPattern("uuuuMMdd-HHmmss").withZone(ZoneOffset.UTC);
    private static final int STAMP_LENGTH = 15;

    private final Path home;
    private final Path folder;

    public Releases(Path home) {
        this.home = home;
        this.folder = home.resolve("releases");
    }

    Path folder() {
        return folder;
    }

    public List<Release> all() {
        if (!Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
            return List.of();
        }
        try (var entries = Files.list(folder)) {
            return entries.flatMap(entry -> Release.find(entry).stream())
                    .sorted(Comparator.comparing(Release::name).reversed())
                    .toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    /// What the link names, when that is one of them.
    public Optional<Release> current() {
        try {
            Path named = link().toRealPath();
            return folder.toRealPath().equals(named.getParent())
                    ? Release.find(folder.resolve(String.valueOf(named.getFileName())))
                    : Optional.empty();
        } catch (IOException nothingInstalled) {
            return Optional.empty();
        }
    }

    /// Whether a program that runs from `root` belongs to one of them.
    public boolean hold(Path root) {
        try {
            Path release = root.toRealPath().getParent();
            return release != null && folder.toRealPath().equals(release.getParent());
        } catch (IOException gone) {
            return false;
        }
    }

    /// The one before the current.
    public Optional<Release> former() {
        return current()
                .flatMap(now -> all().stream()
                        .filter(it -> it.name().compareTo(now.name()) < 0)
                        .findFirst());
    }

    public Optional<Release> find(String name) {
        return name.matches("[\\w.-]+") ? Release.find(folder.resolve(name)) : Optional.empty();
    }

    /// The name of a new one; nothing of that name is there.
    public Path fresh(Instant now, String commit) {
        if (Files.isSymbolicLink(folder)) {
            throw new UpdateException(
                    folder + " is a link, and releases are only made in a folder of their own: put that in its place.");
        }
        Path fresh = folder.resolve(STAMP.format(behindAll(now)) + "-" + commit.substring(0, 12));
        if (Files.exists(fresh, LinkOption.NOFOLLOW_LINKS)) {
            throw new UpdateException(fresh + " is there already: remove it and try again.");
        }
        return fresh;
    }

    /// Names are ordered: a release made in the same second as the newest, or under a clock that was set back, is still
    /// newer.
    private Instant behindAll(Instant now) {
        return all().stream()
                .flatMap(release -> time(release).stream())
                .findFirst()
                .map(newest -> newest.plusSeconds(1))
                .filter(now::isBefore)
                .orElse(now);
    }

    private static Optional<Instant> time(Release release) {
        try {
            int end = Math.min(STAMP_LENGTH, release.name().length());
            return Optional.of(STAMP.parse(release.name().substring(0, end), Instant::from));
        } catch (DateTimeParseException otherName) {
            return Optional.empty();
        }
    }

    /// The link names one release or the other, never none.
    public void makeCurrent(Release release) throws IOException {
        Path next = home.resolve(".current-" + ProcessHandle.current().pid());
        Files.deleteIfExists(next);
        Files.createSymbolicLink(next, home.relativize(folder.resolve(release.name())));
        Files.move(next, link(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        AtomicFile.forceFolder(home);
    }

    /// Removes what is there under a name, unless it is the current one.
    public void discard(String name) throws IOException {
        Path there = folder.resolve(name);
        if (name.matches("[\\w.-]+")
                && there.normalize().startsWith(folder)
                && !there.normalize().equals(folder)
                && current().filter(now -> now.name().equals(name)).isEmpty()) {
            WholeFolder.remove(there);
        }
    }

    /// Three stay, and with them whatever `needed` names.
    public void tidy(Set<String> needed) throws IOException {
        for (Release old : all().stream().skip(KEPT).toList()) {
            if (!needed.contains(old.name())) {
                discard(old.name());
            }
        }
    }

    private Path link() {
        return home.resolve("current");
    }
}
