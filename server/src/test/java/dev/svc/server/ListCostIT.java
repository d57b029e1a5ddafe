package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/// What the list costs, a session, a change and a page: counted, because times differ between machines.
@EnabledOnOs(OS.LINUX)
@Timeout(Waiting.SECONDS)
class ListCostIT {
    private static Map<String, Double> counted = Map.of();

    @BeforeAll
    static void count() throws Exception {
        counted = Costs.counted(ListCosts.class);
        System.out.println(counted);
    }

    @Test
    void a_session_that_is_read_for_the_first_time_costs_few_objects() {
        assertThat(counted.get("nothing.allocated")).isLessThan(1e9);
    }
}
