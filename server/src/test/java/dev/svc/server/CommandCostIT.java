package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What a command takes in before it has done anything: counted, because times differ between machines.
class CommandCostIT {
    private static final String SESSION = "engine_1:00000000-0000-4000-8000-000000000000";

    @TempDir
    private Path folder;

    /// The names of the classes that a command of the built program loads, with where they come from.
    private List<String> loaded(String... words) throws IOException, InterruptedException {
        var log = folder.resolve("classes");
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@command.options",
                "-Xlog:class+load:file=" + log + ":uptime",
                "-jar",
                "target/svc.jar"));
        command.addAll(List.of(words));
        var builder =
                new ProcessBuilder(command).redirectOutput(Redirect.DISCARD).redirectError(Redirect.DISCARD);
        builder.environment().keySet().removeIf(name -> name.startsWith("SVC_"));
        builder.environment().put("HOME", folder.toString());
        builder.environment().put("SVC_HOME", folder.resolve("svc").toString());
        Waiting.exitCode(builder.start());
        try (var lines = Files.lines(log)) {
            return lines.map(line -> line.substring(line.indexOf("] ") + 2)).toList();
        }
    }

    private static long ofJars(List<String> loaded) {
        return loaded.stream().filter(it -> it.contains("source: file:")).count();
    }

    @Test
    void a_command_loads_no_server_no_store_and_no_index() throws Exception {
        assertThat(loaded("rename", SESSION, "title"))
                .anyMatch(it -> it.startsWith("dev.svc.server.cli.api.LocalApi "))
                .noneMatch(it -> it.startsWith("io.helidon.")
                        || it.startsWith("net.openhft.")
                        || it.startsWith("org.apache.lucene.")
                        || it.startsWith("org.sqlite.")
                        || it.startsWith("dev.svc.server.bench."));
    }

    @Test
    void only_the_command_that_is_called_is_made_and_no_log_is_set_up_for_it() throws Exception {
        var loaded = loaded("version");
        assertThat(loaded)
                .anyMatch(it -> it.startsWith("dev.svc.server.cli.VersionCommand "))
                .noneMatch(it -> it.startsWith("dev.svc.server.cli.list.")
                        || it.startsWith("dev.svc.server.engine.")
                        || it.startsWith("dev.svc.server.bench.")
                        || it.startsWith("dev.svc.server.wiring.bench.")
                        || it.startsWith("java.util.logging.LogManager "));
        assertThat(ofJars(loaded)).isLessThan(250);
    }
}
