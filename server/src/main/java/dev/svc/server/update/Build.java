package dev.svc.server.update;

import dev.svc.server.update.release.Candidate;
import dev.svc.server.update.release.Channel;
import dev.svc.server.update.release.Commands;
import dev.svc.server.update.release.Git;
import dev.svc.server.update.release.Helper;
import dev.svc.server.update.release.Release;
import dev.svc.server.update.release.ReleaseSource;
import dev.svc.server.update.release.UpdateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Builds a commit beside what runs, with the build script of the installed release.
final class Build {
    private static final List<String> PASSED = List.of("SVC_SKIP_WEB_BUILD", "SVC_NODE_VERSION", "SVC_JAVA_HOME");

    private final Map<String, String> surroundings;
    private final Helper helper;
    private final Duration patience;

    Build(Map<String, String> surroundings, Helper helper, Duration patience) {
        this.surroundings = surroundings;
        this.helper = helper;
        this.patience = patience;
    }

    /// @throws UpdateException with what the script complained of; what it left is the caller's to remove
    Release release(
            Release installed, ReleaseSource source, Channel channel, Candidate candidate, Path folder, UpdateLog log) {
        Path script = installed.source().resolve("installer/build-release.sh");
        if (!Files.isRegularFile(script, LinkOption.NOFOLLOW_LINKS)) {
            throw new UpdateException(
                    "The installed release has no %s to build another with: run the installer.".formatted(script));
        }
        requireRoom(installed, folder);
        var argv = List.of("/bin/sh", script.toString(), source.address(), candidate.commit(), folder.toString());
        var outcome = Commands.run(argv, installed.source(), environment(channel), patience, helper::note, log::say);
        if (!outcome.inTime()) {
            throw new UpdateException("%s was not built within %d minutes: nothing was installed."
                    .formatted(candidate.version(), patience.toMinutes()));
        }
        if (!outcome.succeeded()) {
            throw new UpdateException("%s could not be built (%s): nothing was installed; %s has more."
                    .formatted(candidate.version(), outcome.complaint(), log.file()));
        }
        return built(candidate, folder);
    }

    /// What a script left in the folder.
    static Release built(Candidate candidate, Path folder) {
        return Release.find(folder)
                .filter(release -> release.commit().equals(candidate.commit()))
                .orElseThrow(() ->
                        new UpdateException("The build of %s left no release of that commit: nothing was installed."
                                .formatted(candidate.version())));
    }

    private Map<String, String> environment(Channel channel) {
        var environment = new HashMap<>(Git.environment(surroundings));
        for (String name : PASSED) {
            String value = surroundings.getOrDefault(name, "");
            if (!value.isBlank()) {
                environment.put(name, value);
            }
        }
        environment.put("SVC_CHANNEL", channel.word());
        return environment;
    }

    /// A second release and what building it takes.
    private static void requireRoom(Release installed, Path folder) {
        try {
            long needed = 2 * size(installed.folder());
            long free = Files.getFileStore(installed.folder()).getUsableSpace();
            if (free < needed) {
                throw new UpdateException(
                        "The disk of %s has %d MB free and building takes about %d MB: make room and try again."
                                .formatted(folder.getParent(), free >> 20, needed >> 20));
            }
        } catch (IOException unknown) {
            throw new UpdateException("%s cannot be looked at (%s): mend its permissions."
                    .formatted(installed.folder(), unknown.getMessage()));
        }
    }

    private static long size(Path folder) throws IOException {
        var sizes = new ArrayList<Long>();
        try (var files = Files.walk(folder)) {
            for (Path file : files.filter(it -> Files.isRegularFile(it, LinkOption.NOFOLLOW_LINKS))
                    .toList()) {
                sizes.add(Files.size(file));
            }
        }
        return sizes.stream().mapToLong(Long::longValue).sum();
    }
}
