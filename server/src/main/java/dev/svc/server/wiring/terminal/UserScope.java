package dev.svc.server.wiring.terminal;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The command that gives each program a systemd scope of its own, so that stopping or limiting the service's unit
/// touches no program. Only where this user has a manager that answers.
final class UserScope {
    private static final String COMMAND = "systemd-run";
    static final Duration PATIENCE = Duration.ofSeconds(3);

    private UserScope() {}

    /// Empty where there is no such manager.
    ///
    /// @param patience with a manager that may be hanging
    static List<String> command(Map<String, String> environment, Duration patience) {
        return manager(environment)
                .flatMap(_ -> program(environment))
                .map(UserScope::command)
                .filter(command -> works(command, environment, patience))
                .orElse(List.of());
    }

    private static List<String> command(Path program) {
        return List.of(
                program.toString(), "--user", "--scope", "--quiet", "--collect", "--description=svc terminal", "--");
    }

    private static Optional<Path> manager(Map<String, String> environment) {
        return Optional.ofNullable(environment.get("XDG_RUNTIME_DIR"))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, "systemd", "private"))
                .filter(Files::exists);
    }

    private static Optional<Path> program(Map<String, String> environment) {
        return Arrays.stream(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, COMMAND))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static boolean works(List<String> command, Map<String, String> environment, Duration patience) {
        var probe = new ArrayList<>(command);
        probe.add("true");
        var builder =
                new ProcessBuilder(probe).redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            var process = builder.start();
            try {
                return process.waitFor(patience) && process.exitValue() == 0;
            } finally {
                process.destroyForcibly();
            }
        } catch (IOException notThere) {
            return false;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
