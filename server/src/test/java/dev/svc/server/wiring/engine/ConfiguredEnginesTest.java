package dev.svc.server.wiring.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineProvider;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConfiguredEnginesTest {
    @TempDir
    private Path folder;

    @Test
    void each_program_is_found_by_the_command_that_people_are_told_of() throws IOException {
        assertThat(programs())
                .extracting(EngineProvider::command)
                .containsExactlyInAnyOrder(
                        "claude",
                        "codex",
                        "opencode",
                        "gemini",
                        "agy",
                        "kimi",
                        "copilot",
                        "kilo",
                        "pi",
                        "qwen",
                        "grok",
                        "bash");
        for (var program : programs()) {
            Path file = Files.createFile(
                    Files.createDirectories(folder.resolve("bin")).resolve(program.command()),
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
            assertThat(program.binary()).contains(file);
        }
    }

    private List<EngineProvider> programs() {
        var environment = Map.of(
                "SVC_HOME", folder.resolve("svc").toString(),
                "PATH", folder.resolve("bin").toString());
        var config = Config.load(new Platform(Platform.Family.LINUX, folder, environment), null);
        return ConfiguredEngines.of(config, Set::of).all();
    }
}
