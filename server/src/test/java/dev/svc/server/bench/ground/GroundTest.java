package dev.svc.server.bench.ground;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.svc.shared.waiting.Waiting;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(OS.LINUX)
class GroundTest {
    @Test
    void its_processes_know_no_other_home_and_no_variable_of_this_person() throws Exception {
        try (var ground = Ground.make()) {
            var known = ground.run(List.of("env"), Map.of()).lines().toList();
            assertThat(known)
                    .contains("HOME=" + ground.file("home"))
                    .noneMatch(it -> it.startsWith("SVC_") || it.startsWith("XDG_") || it.startsWith("DBUS_"));
        }
    }

    @Test
    void what_has_left_its_parents_goes_with_it_and_no_file_stays() throws Exception {
        var ground = Ground.make();
        ground.run(List.of("sh", "-c", "trap '' HUP TERM; (sleep 1000 >/dev/null 2>&1 </dev/null &) & wait"), Map.of());
        Waiting.until(() -> !ground.standing().isEmpty());
        var standing = ground.standing();
        var folder = ground.folder("some/where");
        Files.writeString(folder.resolve("file"), "content");
        var whole = ground.file(".").normalize();
        ground.close();
        for (var process : standing) {
            Waiting.ended(process);
        }
        assertThat(whole).doesNotExist();
    }

    @Test
    void nothing_begins_in_a_folder_that_goes() throws Exception {
        var ground = Ground.make();
        ground.close();
        assertThatThrownBy(() -> ground.start(List.of("true"), Map.of())).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> ground.folder("more")).isInstanceOf(IllegalStateException.class);
    }
}
