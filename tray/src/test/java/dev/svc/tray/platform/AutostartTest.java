package dev.svc.tray.platform;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Platform;
import dev.svc.shared.config.Platform.Family;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AutostartTest {
    @TempDir
    private Path folder;

    @ParameterizedTest
    @CsvSource({
        "LINUX, .config/autostart/svc-tray-work.desktop",
        "MAC, Library/LaunchAgents/dev.svc.tray.work.plist",
        "WINDOWS, AppData/Roaming/Microsoft/Windows/Start Menu/Programs/Startup/svc-tray-work.cmd",
    })
    void one_file_in_the_place_that_the_desktop_reads_names_command_and_home(Family family, String place)
            throws IOException {
        var autostart = new Autostart(platform(family), Path.of("/opt/svc/svc"));
        assertThat(autostart.isOn()).isFalse();
        autostart.set(true);
        assertThat(autostart.isOn()).isTrue();
        assertThat(Files.readString(folder.resolve(place)))
                .contains("/opt/svc/svc")
                .contains("/data/my svc")
                .contains("work")
                .doesNotContain("PATH");
        autostart.set(false);
        assertThat(folder.resolve(place)).doesNotExist();
    }

    @Test
    void what_a_desktop_entry_would_take_for_its_own_is_quoted() throws IOException {
        var autostart = new Autostart(platform(Family.LINUX), Path.of("/opt/100% \"svc\"/$svc"));
        autostart.set(true);
        assertThat(Files.readString(folder.resolve(".config/autostart/svc-tray-work.desktop")))
                .contains("\"/opt/100%% \\\\\"svc\\\\\"/\\\\$svc\" tray");
    }

    private Platform platform(Family family) {
        return new Platform(
                family, folder, Map.of("SVC_HOME", "/data/my svc", "SVC_INSTANCE", "work", "PATH", "/usr/bin"));
    }
}
