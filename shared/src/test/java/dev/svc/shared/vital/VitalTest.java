package dev.svc.shared.vital;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VitalTest {
    @ParameterizedTest
    @ValueSource(strings = {"platform", "virtual"})
    void the_death_of_a_thread_ends_the_process_and_says_which(String kind) throws Exception {
        var process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Doomed.class.getName(),
                        kind)
                .redirectErrorStream(true)
                .start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(Waiting.exitCode(process)).isEqualTo(Vital.EXIT_CODE);
            assertThat(said).contains("\"heart\" has died").contains("stopped");
        } finally {
            process.destroyForcibly();
        }
    }
}
