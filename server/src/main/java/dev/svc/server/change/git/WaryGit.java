package dev.svc.server.change.git;

import dev.svc.server.change.git.GitRefusedException.Reason;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

/// Git in one repository, in a way that runs nothing which the repository brings along: no hooks, no monitor, no
/// external diffs, no text conversion, no pager, no fetching of what is missing, no submodules; and no filters, which
/// have no switch: those that the configuration defines are emptied one by one. Only the repository's own
/// configuration is read, not the account's and not the host's. Used by one answer.
final class WaryGit {
    private static final int MOST_OUTPUT = 16 << 20;
    private static final int MOST_FILTERS = 200;
    private static final String NOTHING = "/dev/null";
    private static final Executor READERS = task -> Thread.ofVirtual().start(task);

    /// Values over the repository's own.
    private static final Map<String, String> OVER = Map.ofEntries(
            Map.entry("core.fsmonitor", "false"),
            Map.entry("core.hooksPath", NOTHING),
            Map.entry("core.attributesFile", NOTHING),
            Map.entry("core.excludesFile", NOTHING),
            Map.entry("core.pager", "cat"),
            Map.entry("core.sshCommand", "false"),
            Map.entry("core.gitProxy", ""),
            Map.entry("core.askPass", "false"),
            Map.entry("core.quotePath", "false"),
            Map.entry("core.untrackedCache", "false"),
            Map.entry("credential.helper", ""),
            Map.entry("diff.external", ""),
            Map.entry("diff.orderFile", NOTHING),
            Map.entry("diff.noprefix", "false"),
            Map.entry("diff.mnemonicPrefix", "false"),
            Map.entry("diff.submodule", "short"),
            Map.entry("gpg.program", "false"),
            Map.entry("protocol.allow", "never"),
            Map.entry("submodule.recurse", "false"));

    private final Path binary;
    private final GitFolder repository;
    private final Duration deadline;
    private final long until;
    private final Map<String, String> over = new LinkedHashMap<>(OVER);

    /// What a run of git printed.
    ///
    /// @param isCut whether there was more than was kept
    record Output(int code, String text, boolean isCut, String complaint) {}

    /// Reads which filters the repository defines.
    ///
    /// @param deadline for all that is asked
    WaryGit(Path binary, GitFolder repository, Duration deadline) throws GitRefusedException {
        this.binary = binary;
        this.repository = repository;
        this.deadline = deadline;
        this.until = System.nanoTime() + deadline.toNanos();
        emptyFilters();
    }

    /// The program on PATH; relative folders in it do not count.
    static Optional<Path> find(String path) {
        for (var folder : path.split(File.pathSeparator, -1)) {
            if (folder.startsWith("/")) {
                var binary = Path.of(folder).resolve("git");
                if (Files.isExecutable(binary) && Files.isRegularFile(binary)) {
                    return Optional.of(binary);
                }
            }
        }
        return Optional.empty();
    }

    private void emptyFilters() throws GitRefusedException {
        var listed = run(List.of("config", "--list", "--null", "--name-only"));
        if (listed.code() != 0 || listed.isCut()) {
            throw failed(listed.complaint());
        }
        var filters = new TreeSet<String>();
        for (var name : listed.text().split("\0", -1)) {
            int end = name.lastIndexOf('.');
            if (name.regionMatches(true, 0, "filter.", 0, 7) && end > 7) {
                filters.add(name.substring(7, end));
            }
        }
        if (filters.size() > MOST_FILTERS) {
            throw failed("its configuration defines too many filters");
        }
        for (var filter : filters) {
            for (var member : List.of("clean", "smudge", "process")) {
                over.put("filter." + filter + "." + member, "");
            }
            over.put("filter." + filter + ".required", "false");
        }
    }

    /// Runs it, and refuses what did not succeed.
    Output ask(List<String> words) throws GitRefusedException {
        var output = run(words);
        if (output.code() != 0 && !output.isCut()) {
            throw failed(output.complaint());
        }
        return output;
    }

    /// Runs it; the code tells how it ended.
    Output run(List<String> words) throws GitRefusedException {
        var argv = new ArrayList<String>();
        argv.addAll(List.of(
                binary.toString(), "--no-optional-locks", "--no-pager", "--no-replace-objects", "--literal-pathspecs"));
        argv.addAll(words);
        var builder = new ProcessBuilder(argv)
                .directory(repository.root().toFile())
                .redirectInput(Redirect.from(new File(NOTHING)));
        builder.environment().clear();
        builder.environment().putAll(environment());
        try {
            return outcome(builder.start());
        } catch (IOException notStarted) {
            throw new GitRefusedException(Reason.NO_GIT, "git cannot be run on this host: install it.");
        }
    }

    private Map<String, String> environment() {
        var environment = new LinkedHashMap<String, String>();
        environment.put("PATH", "/nonexistent");
        environment.put("HOME", "/nonexistent");
        environment.put("LC_ALL", "C.UTF-8");
        environment.put("GIT_CONFIG_NOSYSTEM", "1");
        environment.put("GIT_CONFIG_GLOBAL", NOTHING);
        environment.put("GIT_ATTR_NOSYSTEM", "1");
        environment.put("GIT_OPTIONAL_LOCKS", "0");
        environment.put("GIT_TERMINAL_PROMPT", "0");
        environment.put("GIT_NO_LAZY_FETCH", "1");
        environment.put("GIT_ALLOW_PROTOCOL", "none");
        environment.put("GIT_WORK_TREE", repository.root().toString());
        var above = repository.root().getParent();
        if (above != null) {
            environment.put("GIT_CEILING_DIRECTORIES", above.toString());
        }
        int at = 0;
        environment.put("GIT_CONFIG_COUNT", Integer.toString(over.size()));
        for (var value : over.entrySet()) {
            environment.put("GIT_CONFIG_KEY_" + at, value.getKey());
            environment.put("GIT_CONFIG_VALUE_" + at, value.getValue());
            at++;
        }
        return environment;
    }

    private Output outcome(Process process) throws GitRefusedException {
        var out = CompletableFuture.supplyAsync(() -> bytes(process.getInputStream(), MOST_OUTPUT), READERS);
        var err = CompletableFuture.supplyAsync(() -> bytes(process.getErrorStream(), 4 << 10), READERS);
        boolean inTime = false;
        try {
            inTime = process.waitFor(Math.max(1, until - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        if (!inTime) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
            throw new GitRefusedException(
                    Reason.TOO_SLOW,
                    "git took more than %d seconds in this repository; try again when less is going on."
                            .formatted(deadline.toSeconds()));
        }
        var bytes = out.join();
        boolean isCut = bytes.length > MOST_OUTPUT;
        var text = new String(bytes, 0, Math.min(bytes.length, MOST_OUTPUT), StandardCharsets.UTF_8);
        return new Output(process.exitValue(), text, isCut, complaint(new String(err.join(), StandardCharsets.UTF_8)));
    }

    /// The beginning, and one byte more where there is more; the rest is read and dropped, so that git ends.
    private static byte[] bytes(InputStream stream, int most) {
        var kept = new ByteArrayOutputStream();
        try (stream) {
            kept.writeBytes(stream.readNBytes(most + 1));
            stream.transferTo(OutputStream.nullOutputStream());
        } catch (IOException killed) {
            return kept.toByteArray();
        }
        return kept.toByteArray();
    }

    private static String complaint(String errors) {
        return errors.strip().lines().findFirst().orElse("it did not say why");
    }

    private static GitRefusedException failed(String complaint) {
        boolean isOwner = complaint.contains("dubious ownership");
        return isOwner
                ? new GitRefusedException(
                        Reason.OTHER_OWNER, "The repository belongs to another account, so svc does not run git in it.")
                : new GitRefusedException(Reason.FAILED, "git could not be asked in this repository: " + complaint);
    }
}
