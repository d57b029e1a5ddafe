package dev.svc.tray.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;

/// The release that `svc rollback` goes back to: the one before the current, by its name, with a note that says which
/// version it is.
final class FormerRelease {
    private static final String VERSION = "version=";

    private FormerRelease() {}

    /// Its version; empty where there is none, or where the command svc is that of no release.
    ///
    /// @param home of all instances
    /// @param svc the command svc
    static String version(Path home, Path svc) {
        try {
            Path releases = home.resolve("releases").toRealPath();
            Path current = home.resolve("current").toRealPath();
            if (!releases.equals(current.getParent()) || !svc.toRealPath().startsWith(current)) {
                return "";
            }
            try (var folders = Files.list(releases)) {
                return folders.filter(it -> it.compareTo(current) < 0)
                        .sorted(Comparator.reverseOrder())
                        .flatMap(it -> version(it.resolve("release")).stream())
                        .findFirst()
                        .orElse("");
            }
        } catch (IOException notInstalled) {
            return "";
        }
    }

    private static Optional<String> version(Path note) {
        try (var lines = Files.lines(note)) {
            return lines.filter(line -> line.startsWith(VERSION))
                    .map(line -> line.substring(VERSION.length()).strip())
                    .filter(version -> !version.isEmpty())
                    .findFirst();
        } catch (IOException | java.io.UncheckedIOException unfinished) {
            return Optional.empty();
        }
    }
}
