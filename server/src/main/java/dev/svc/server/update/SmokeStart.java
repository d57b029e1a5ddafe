package dev.svc.server.update;

import dev.svc.server.update.release.Helper;
import dev.svc.server.update.release.Release;
import dev.svc.server.update.release.UpdateException;
import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.file.WholeFolder;
import dev.svc.shared.text.Complaint;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Smoke-starts a release: on a free port, in a home of its own that holds nothing but a copy of the journal.
///
/// It derives the metadata file from that journal; only if that file matches what this release reads there can both
/// work with it.
final class SmokeStart {
    private static final List<String> KEPT = List.of("PATH", "LANG", "TMPDIR", "JAVA_HOME", "SVC_JAVA_HOME");
    private static final Duration END = Duration.ofSeconds(30);

    private final Path folder;
    private final InstanceData data;
    private final Map<String, String> surroundings;
    private final Helper helper;
    private final Duration patience;

    SmokeStart(Path folder, InstanceData data, Map<String, String> surroundings, Helper helper, Duration patience) {
        this.folder = folder;
        this.data = data;
        this.surroundings = surroundings;
        this.helper = helper;
        this.patience = patience;
    }

    /// @throws UpdateException where it is not fit to run
    void require(Release release) {
        try {
            discard();
            OwnerOnly.folder(folder.resolve("home"));
            data.copyJournal(journal());
            // Sockets need short paths, and no program of the real home may be taken over.
            Path sockets = Files.createTempDirectory("svc-trial");
            try {
                run(release, sockets);
            } finally {
                WholeFolder.remove(sockets);
            }
            discard();
        } catch (IOException failed) {
            throw new UpdateException("%s could not be tried (%s): make room and try again; nothing was changed."
                    .formatted(release.version(), failed.getMessage()));
        }
    }

    void discard() throws IOException {
        WholeFolder.remove(folder);
    }

    private void run(Release release, Path sockets) throws IOException {
        var process = start(release, sockets);
        try {
            helper.note(process.toHandle());
            Timeouts.until(patience, () -> notUp(release, process)).ifPresent(why -> {
                throw refused(release, why);
            });
        } finally {
            end(process);
        }
        data.objection(journal(), sidecar()).ifPresent(why -> {
            throw refused(release, "it reads the journal otherwise than the release that runs: " + why);
        });
    }

    private Process start(Release release, Path sockets) throws IOException {
        var builder = new ProcessBuilder(release.command().toString(), "serve")
                .directory(folder.toFile())
                .redirectInput(Redirect.from(new File("/dev/null")))
                .redirectErrorStream(true)
                .redirectOutput(output().toFile());
        builder.environment().clear();
        builder.environment().putAll(environment(sockets));
        return builder.start();
    }

    private Map<String, String> environment(Path sockets) {
        var environment = new HashMap<>(surroundings);
        environment.keySet().retainAll(KEPT);
        environment.put("HOME", folder.resolve("home").toString());
        environment.put("SVC_HOME", folder.toString());
        environment.put("SVC_RUNTIME_DIR", sockets.toString());
        environment.put("SVC_HOST", "127.0.0.1");
        environment.put("SVC_PORT", "0");
        environment.put("SVC_AUTH_MODE", "none");
        environment.put("SVC_AI_REVIEW_LOOP", "0");
        return environment;
    }

    private Optional<String> notUp(Release release, Process process) {
        if (!process.isAlive()) {
            throw refused(release, "it ended at once: " + complaint());
        }
        var started = Started.find(Started.place(folder));
        if (started.isEmpty() || !Probe.answers("127.0.0.1", started.get().port(), "/healthz")) {
            return Optional.of("it did not answer within %d seconds: %s".formatted(patience.toSeconds(), complaint()));
        }
        if (!started.get().is(release)) {
            return Optional.of("it says that it is %s".formatted(started.get().commit()));
        }
        return Probe.answers("127.0.0.1", started.get().port(), "/") ? Optional.empty() : Optional.of("it has no page");
    }

    private static UnfitException refused(Release release, String why) {
        return new UnfitException(
                "%s was tried aside and is not fit to run: %s. Nothing was changed.".formatted(release.version(), why));
    }

    private static void end(Process process) {
        process.destroy();
        try {
            if (!process.waitFor(END)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException hurried) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private String complaint() {
        return Complaint.in(UpdateLog.tail(output())).orElse("it said nothing");
    }

    private Path journal() {
        return folder.resolve("journal");
    }

    private Path sidecar() {
        return folder.resolve("metadata.json");
    }

    private Path output() {
        return folder.resolve("output");
    }
}
