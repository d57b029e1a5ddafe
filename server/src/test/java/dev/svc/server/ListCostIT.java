package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What the list costs, a session, a change and a page: counted, because times differ between machines.
/// The bounds stand a little above what is counted today; what raises one says why.
@EnabledOnOs(OS.LINUX)
class ListCostIT {
    private static Map<String, Double> counted = Map.of();

    @BeforeAll
    static void count(@TempDir Path folder) throws Exception {
        counted = Costs.counted(ListCosts.class, folder);
    }

    @Test
    void a_session_that_is_read_for_the_first_time_costs_few_objects_and_calls() {
        assertThat(counted.get("nothing.allocated")).isLessThan(300_000);
        assertThat(counted.get("nothing.calls")).isLessThan(8.5);
    }

    @Test
    void a_log_is_read_once() {
        assertThat(counted.get("nothing.read")).isLessThan(1.9);
    }

    @Test
    void a_session_in_the_cache_is_not_read() {
        assertThat(counted.get("cached.calls")).isLessThan(0.9);
        assertThat(counted.get("cached.read")).isLessThan(0.05);
    }

    @Test
    void a_session_in_the_cache_costs_few_objects() {
        assertThat(counted.get("cached.allocated")).isLessThan(15_000);
    }

    @Test
    void a_page_costs_its_rows() {
        assertThat(counted.get("page.allocated")).isLessThan(500_000);
    }

    @Test
    void a_changed_log_is_read_at_its_ends() {
        assertThat(counted.get("change.read")).isLessThan(5_600);
    }

    @Test
    void a_change_costs_its_own_row_and_not_those_of_its_store() {
        assertThat(counted.get("change.allocated")).isLessThan(116_000);
    }
}
