package dev.svc.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.client.JsonTree;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// `svc bench` of the built program, whose folder of temporary files is one of the test's.
@EnabledOnOs(OS.LINUX)
class BenchIT {
    @TempDir
    private Path folder = Path.of("");

    private Process bench(String... words) throws IOException {
        Files.createDirectories(temporary());
        Files.createDirectories(folder.resolve("home"));
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "@jvm.options",
                "-jar",
                Path.of("target/svc.jar").toAbsolutePath().toString(),
                "bench"));
        command.addAll(List.of(words));
        var builder = new ProcessBuilder(command)
                .redirectOutput(folder.resolve("said").toFile())
                .redirectError(folder.resolve("remarks").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("SVC_"));
        builder.environment().put("TMPDIR", temporary().toString());
        builder.environment().put("HOME", folder.resolve("home").toString());
        return builder.start();
    }

    private Path temporary() {
        return folder.resolve("t");
    }

    /// Services, terminals and what runs in them: all have a folder of the bench in their environment.
    private List<ProcessHandle> standing() {
        return ProcessHandle.allProcesses().filter(this::standsThere).toList();
    }

    private boolean standsThere(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", Long.toString(process.pid()), "environ"), ISO_8859_1)
                    .contains(temporary() + "/svc-bench");
        } catch (IOException gone) {
            return false;
        }
    }

    private void assertNothingIsLeft() throws IOException {
        assertThat(standing()).isEmpty();
        assertThat(folder.resolve("home")).isEmptyDirectory();
        try (var files = Files.list(temporary())) {
            assertThat(files).noneMatch(it -> it.getFileName().toString().startsWith("svc-bench"));
        }
    }

    @Test
    void a_row_is_measured_in_a_service_of_its_own_of_which_nothing_is_left() throws Exception {
        var json = folder.resolve("figures.json");
        var bench = bench("attach", "--rounds", "1", "--json", json.toString());
        assertThat(Waiting.exitCode(bench))
                .as(Files.readString(folder.resolve("remarks")))
                .isZero();
        assertThat(folder.resolve("remarks")).content().startsWith("svc: this takes about a minute, and ");
        assertThat(folder.resolve("said"))
                .content()
                .contains("attaching, all of 8 MB")
                .contains("svc bench attach");
        var rows = JsonTree.read(Files.readAllBytes(json)).path("rows");
        assertThat(rows)
                .hasSize(2)
                .allSatisfy(row ->
                        assertThat(row.path("svc").path("median").asDouble()).isPositive());
        assertNothingIsLeft();
    }

    @Test
    void an_interrupted_one_leaves_neither_a_process_nor_a_file() throws Exception {
        var bench = bench("printing-50", "--rounds", "100");
        Waiting.until(() -> standing().size() > 100); // the service, and terminals with their shells
        bench.destroy();
        assertThat(Waiting.exitCode(bench)).isEqualTo(143);
        assertNothingIsLeft();
    }

    @Test
    void what_it_does_not_know_is_said_before_anything_is_measured() throws Exception {
        assertThat(Waiting.exitCode(bench("echo", "speed"))).isEqualTo(2);
        assertThat(folder.resolve("remarks")).content().contains("There is no such row; there are echo, printing-50");
        assertThat(Waiting.exitCode(bench("--rounds", "0"))).isEqualTo(2);
        assertThat(Waiting.exitCode(
                        bench("--json", folder.resolve("none/figures").toString())))
                .isEqualTo(2);
        assertNothingIsLeft();
    }
}
