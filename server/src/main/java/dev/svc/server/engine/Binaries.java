package dev.svc.server.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/// Finds a program: the pinned path alone when there is one, else PATH, else the folders where installers put it.
public final class Binaries {
    private Binaries() {}

    /// Where npm, version managers, Homebrew and installers put commands, for a service whose PATH knows none of them.
    private static final List<String> KNOWN = List.of(
            ".local/bin",
            ".npm-global/bin",
            ".volta/bin",
            ".bun/bin",
            ".asdf/shims",
            ".local/share/mise/shims",
            ".local/share/fnm/aliases/default/bin",
            ".local/share/pnpm",
            "Library/pnpm");

    private static final List<String> SYSTEM =
            List.of("/usr/local/bin", "/usr/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin");

    public static Optional<Path> find(EngineSettings settings, Manifest.Command command) {
        return find(settings, command.name(), command.folders());
    }

    /// Looks the command up in that order.
    ///
    /// @param own folders of this program's own, below the home folder, looked at before the general ones
    public static Optional<Path> find(EngineSettings settings, String name, List<String> own) {
        if (settings.pinnedBinary() != null) {
            return Optional.of(settings.pinnedBinary()).filter(Binaries::isRunnable);
        }
        return candidates(settings, own).stream()
                .map(folder -> folder.resolve(name))
                .filter(Binaries::isRunnable)
                .findFirst();
    }

    private static List<Path> candidates(EngineSettings settings, List<String> own) {
        var folders = new ArrayList<>(settings.searchPath());
        own.forEach(folder -> folders.add(settings.home().resolve(folder)));
        KNOWN.forEach(folder -> folders.add(settings.home().resolve(folder)));
        folders.addAll(nodeVersions(settings.home()));
        SYSTEM.forEach(folder -> folders.add(Path.of(folder)));
        return folders;
    }

    private static List<Path> nodeVersions(Path home) {
        Path versions = home.resolve(".nvm/versions/node");
        if (!Files.isDirectory(versions)) {
            return List.of();
        }
        try (var found = Files.list(versions)) {
            return found.sorted(Comparator.comparing(Binaries::version).reversed())
                    .map(version -> version.resolve("bin"))
                    .toList();
        } catch (java.io.IOException unreadable) {
            return List.of();
        }
    }

    /// `v9.11.2` as text that sorts below `v22.1.0`.
    private static String version(Path folder) {
        return Pattern.compile("\\d+")
                .matcher(folder.getFileName().toString())
                .replaceAll(number -> "0".repeat(Math.max(0, 9 - number.group().length())) + number.group());
    }

    private static boolean isRunnable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
