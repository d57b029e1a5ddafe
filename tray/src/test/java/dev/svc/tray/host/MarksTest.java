package dev.svc.tray.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.config.Home;
import dev.svc.shared.config.Platform;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarksTest {
    @TempDir
    private Path home;

    private Marks marks;

    @BeforeEach
    void watch() {
        var platform = new Platform(Platform.Family.LINUX, home, Map.of("SVC_HOME", home.toString()));
        marks = new Marks(Home.of(platform), platform);
    }

    @ParameterizedTest
    @CsvSource({
        "live.json, false",
        "run/tray.show, false",
        "update/status.json, false",
        "update/log, false",
        "env, true",
        "svc.lock, true",
    })
    void what_is_written_leaves_a_mark(String file, boolean ofService) throws IOException {
        Object before = marks.all();
        Object service = marks.ofService();
        assertThat(marks.all()).isEqualTo(before);
        Path written = home.resolve(file);
        Files.createDirectories(written.resolveSibling(""));
        Files.writeString(written, "now");
        assertThat(marks.all()).isNotEqualTo(before);
        assertThat(marks.ofService().equals(service)).isNotEqualTo(ofService);
    }

    @Test
    void a_process_that_ends_leaves_one_whatever_it_had_no_time_to_write() throws Exception {
        Process holder = new ProcessBuilder("cat").start();
        Files.writeString(home.resolve("svc.lock"), "pid=%d\nsince=%s\n".formatted(holder.pid(), Instant.now()));
        Object before = marks.all();
        holder.destroyForcibly();
        Waiting.ended(holder.toHandle());
        assertThat(marks.all()).isNotEqualTo(before);
    }
}
