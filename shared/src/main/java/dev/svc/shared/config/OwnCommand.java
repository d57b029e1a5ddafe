package dev.svc.shared.config;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// How a person calls what is installed here, for sentences that tell somebody to: `svc` alone where PATH leads to this
/// installation, else the link that its installer made, else the whole path; with the variables that lead to this home
/// where the command alone would find another.
///
/// Paths below the person's home are written with `~`: the page before the login has them too, and names nobody.
public final class OwnCommand {
    private static final String NAME = "svc";

    private final Platform platform;
    private final @Nullable Path root;

    /// @param root the checkout, release or package that runs; empty where nothing says which
    public OwnCommand(Platform platform, Optional<Path> root) {
        this.platform = platform;
        this.root = root.map(it -> it.toAbsolutePath().normalize()).orElse(null);
    }

    /// A line for a shell, of the installation that this process is of.
    ///
    /// @param words what follows the command, as a shell takes it
    public static String line(String words) {
        var root = Optional.ofNullable(System.getProperty("svc.root")).map(Path::of);
        return new OwnCommand(Platform.current(), root).with(words);
    }

    /// A line for a shell.
    ///
    /// @param words what follows the command, as a shell takes it
    public String with(String words) {
        return root == null ? NAME + " " + words : surroundings(root) + name(root) + " " + words;
    }

    private String name(Path from) {
        Path program = program(from);
        if (onPath().filter(found -> isSame(found, program)).isPresent()) {
            return NAME;
        }
        Path link = platform.userHome().resolve(".local/bin/svc");
        return shell(Files.isSymbolicLink(link) && isSame(link, program) ? link : program);
    }

    /// The command of a release lies behind the link `current`, so that the line holds after an update too; a package
    /// has its launcher beside its libraries.
    private Path program(Path from) {
        Path packaged = from.resolve("../../bin/svc").normalize();
        if (!Files.exists(from.resolve(NAME)) && Files.exists(packaged)) {
            return packaged;
        }
        return installedIn(from)
                .map(home -> home.resolve("current/src/svc"))
                .filter(current -> isSame(current, from.resolve(NAME)))
                .orElse(from.resolve(NAME));
    }

    /// The home of a release, `<home>/releases/<name>/src`.
    private static Optional<Path> installedIn(Path from) {
        Path releases = from.resolve("../..").normalize();
        return Files.exists(from.resolve(".release")) && releases.endsWith("releases")
                ? Optional.ofNullable(releases.getParent())
                : Optional.empty();
    }

    private Optional<Path> onPath() {
        return Arrays.stream(platform.environment().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .filter(folder -> folder.startsWith("/"))
                .map(folder -> Path.of(folder).resolve(NAME))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static boolean isSame(Path one, Path other) {
        try {
            return one.toRealPath().equals(other.toRealPath());
        } catch (IOException notThere) {
            return false;
        }
    }

    /// What tells this home and this instance from those that the command alone would find.
    private String surroundings(Path from) {
        Path usual = installedIn(from).orElseGet(() -> platform.userData().resolve(NAME));
        String home = platform.environment().getOrDefault("SVC_HOME", "").strip();
        String instance =
                platform.environment().getOrDefault("SVC_INSTANCE", "").strip();
        boolean other = home.startsWith("/") && !Path.of(home).equals(usual) && !isSame(Path.of(home), usual);
        return Stream.of(
                        other ? "SVC_HOME=" + shell(Path.of(home)) + " " : "",
                        instance.isEmpty() ? "" : "SVC_INSTANCE=" + quoted(instance) + " ")
                .reduce("", String::concat);
    }

    private String shell(Path path) {
        Path home = platform.userHome();
        return path.startsWith(home) && !path.equals(home)
                ? "~/" + quoted(home.relativize(path).toString())
                : quoted(path.toString());
    }

    private static String quoted(String word) {
        return word.matches("[A-Za-z0-9_./@:+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
