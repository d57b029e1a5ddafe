package dev.svc.server.update.release;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/// What was built: the version of a release tag, or a development version, and its commit.
public record BuildInfo(String version, String commit) {

    /// Read from the note of an installed release; without one, from what the build was given.
    public static BuildInfo read(Optional<Path> root) {
        return root.filter(it -> Files.exists(it.resolve(".release")))
                .flatMap(it -> Release.find(it.resolveSibling("")))
                .map(release -> new BuildInfo(release.version(), shortened(release.commit())))
                .orElseGet(BuildInfo::read);
    }

    private static BuildInfo read() {
        var properties = new Properties();
        try (InputStream built = BuildInfo.class.getResourceAsStream("build.properties")) {
            properties.load(built);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
        return of(properties.getProperty("describe", ""), properties.getProperty("commit", ""));
    }

    /// The exact tag `vX.Y.Z` or `X.Y.Z` of a clean tree is a release; anything else is so many commits after one.
    static BuildInfo of(String describe, String commit) {
        String shortCommit = commit.isBlank() ? "unknown" : shortened(commit);
        boolean known = describe.matches("v?\\d+\\.\\d+\\.\\d+(\\+\\d+\\.[0-9a-f]+)?");
        return new BuildInfo(known ? describe.replaceFirst("^v", "") : "0.0.0+0." + shortCommit, shortCommit);
    }

    private static String shortened(String commit) {
        return commit.substring(0, Math.min(12, commit.length()));
    }

    public Map<String, Object> view(String channel) {
        return Map.of(
                "version", version, "commit", commit, "channel", channel, "java", System.getProperty("java.version"));
    }
}
