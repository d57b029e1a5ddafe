package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What a key and its echo, and a flood, cost in a whole service: counted, because times differ between
/// machines. The bounds stand a little above what is counted today; what raises one says why.
@EnabledOnOs(OS.LINUX)
class TerminalCostIT {
    private static Map<String, Double> counted = Map.of();

    @BeforeAll
    static void count(@TempDir Path folder) throws Exception {
        counted = Costs.counted(TerminalCosts.class, folder);
    }

    @Test
    void an_echo_allocates_no_more_than_its_frames() {
        assertThat(counted.get("echo.allocated")).isLessThan(2_000);
    }

    @Test
    void an_echo_is_read_and_written_once_on_each_side() {
        assertThat(counted.get("echo.calls")).isLessThan(5.5);
    }

    @Test
    void an_echo_wakes_the_desk_once() {
        assertThat(counted.get("echo.wakeups")).isLessThan(1.5);
    }

    @Test
    void a_flood_is_copied_once_for_its_viewer() {
        assertThat(counted.get("flood.allocated")).isLessThan(2.7);
    }
}
