package dev.svc.tray.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SvcCommandTest {
    @TempDir
    private Path folder;

    @Test
    void a_checkout_has_its_own() throws IOException {
        assertThat(find("checkout")).isEmpty();
        Path svc = command("checkout/svc");
        assertThat(find("checkout")).contains(svc);
    }

    @Test
    void a_release_goes_with_the_current_one() throws IOException {
        command("home/releases/1/src/svc");
        Path current = command("home/current/src/svc");
        assertThat(find("home/releases/1/src")).contains(current);
    }

    @Test
    void a_package_has_it_beside_its_libraries() throws IOException {
        Path svc = command("opt/svc/bin/svc");
        Files.createDirectories(folder.resolve("opt/svc/lib/app"));
        assertThat(find("opt/svc/lib/app")).contains(svc);
    }

    private java.util.Optional<Path> find(String root) {
        var environment = Map.of("SVC_HOME", folder.resolve("home").toString());
        return SvcCommand.find(folder.resolve(root), new Platform(Platform.Family.LINUX, folder, environment));
    }

    private Path command(String path) throws IOException {
        Path file = folder.resolve(path);
        Files.createDirectories(file.resolveSibling(""));
        Files.createFile(file);
        assertThat(file.toFile().setExecutable(true)).isTrue();
        return file;
    }
}
