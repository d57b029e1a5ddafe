package dev.svc.server.terminal.host;

import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform.Family;
import dev.svc.shared.config.Variable;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Where dtach is, which keeps programs running while no server does.
public final class Dtach {
    private static final List<String> KNOWN =
            List.of("/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin");

    private Dtach() {}

    /// The pinned one alone if set, else the first on PATH or in a known folder.
    public static Optional<Path> find(Config config) {
        return find(config, KNOWN);
    }

    private static Optional<Path> find(Config config, List<String> known) {
        Optional<Path> pinned = config.findPath(Variable.DTACH_BIN);
        if (pinned.isPresent()) {
            return pinned.filter(Dtach::isRunnable);
        }
        String path = config.platform().environment().getOrDefault("PATH", "");
        return Stream.concat(Arrays.stream(path.split(File.pathSeparator)), known.stream())
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, "dtach"))
                .filter(Dtach::isRunnable)
                .findFirst();
    }

    /// Why the variable cannot be used; empty when it can, or is not set.
    public static Optional<String> objection(Config config) {
        return config.findPath(Variable.DTACH_BIN)
                .filter(pinned -> !isRunnable(pinned))
                .map(pinned -> ("SVC_DTACH_BIN=%s cannot be used: it is no program that can be run."
                                + " Say where dtach is, or remove the variable to have it looked for.")
                        .formatted(pinned));
    }

    /// The consequence of a missing dtach and the remedy; empty when it is installed.
    public static Optional<String> absence(Config config) {
        return absence(config, KNOWN);
    }

    static Optional<String> absence(Config config, List<String> known) {
        if (find(config, known).isPresent()) {
            return Optional.empty();
        }
        return Optional.of(
                config.platform().family() == Family.WINDOWS
                        ? "Programs in terminals end when svc ends: there is no dtach for Windows, which would keep them."
                        : "dtach was not found, so programs in terminals end when svc ends or is updated."
                                + " Install it (apt install dtach, or brew install dtach) and start svc again.");
    }

    private static boolean isRunnable(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }
}
