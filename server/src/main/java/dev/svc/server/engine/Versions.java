package dev.svc.server.engine;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Asks programs for their version, each only once for as long as its file stays the same.
public final class Versions {
    private static final Pattern VERSION = Pattern.compile("\\d+\\.\\d+[0-9A-Za-z.+-]*");
    private static final int LONGEST_ANSWER = 4 << 10;
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private final Map<String, String> environment;
    private final Map<Asked, CompletableFuture<Optional<String>>> answers = new ConcurrentHashMap<>();

    private record Asked(Path binary, FileTime changed) {}

    /// @param environment for the programs, without svc's own variables
    public Versions(Map<String, String> environment) {
        this.environment = environment.entrySet().stream()
                .filter(variable -> !variable.getKey().startsWith("SVC_"))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
    }

    /// The version that the program says it has; empty when it does not say so in time. A later call may know.
    public Optional<String> find(Path binary, Duration atMost) {
        try {
            return answer(binary).get(atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (IOException | ExecutionException | TimeoutException silent) {
            return Optional.empty();
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private CompletableFuture<Optional<String>> answer(Path binary) throws IOException {
        var asked = new Asked(binary, Files.getLastModifiedTime(binary));
        return answers.computeIfAbsent(asked, it -> {
            var answer = new CompletableFuture<Optional<String>>();
            Thread.ofPlatform().daemon().name("version-" + binary.getFileName()).start(() -> {
                answer.complete(ask(binary));
            });
            return answer;
        });
    }

    private Optional<String> ask(Path binary) {
        try {
            var builder = new ProcessBuilder(binary.toString(), "--version")
                    .redirectInput(Redirect.from(Path.of("/dev/null").toFile()))
                    .redirectErrorStream(true);
            builder.environment().keySet().retainAll(environment.keySet());
            builder.environment().putAll(environment);
            return answerOf(builder.start());
        } catch (IOException notStarted) {
            return Optional.empty();
        }
    }

    private static Optional<String> answerOf(Process process) throws IOException {
        var watchdog = Thread.ofVirtual().start(() -> end(process));
        try (var out = process.getInputStream()) {
            var text = new String(out.readNBytes(LONGEST_ANSWER), StandardCharsets.UTF_8);
            return VERSION.matcher(text).results().map(found -> found.group()).findFirst();
        } finally {
            process.destroyForcibly();
            watchdog.interrupt();
        }
    }

    private static void end(Process process) {
        try {
            if (!process.waitFor(PATIENCE)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException answered) {
            Thread.currentThread().interrupt();
        }
    }
}
