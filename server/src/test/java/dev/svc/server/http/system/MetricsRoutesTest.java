package dev.svc.server.http.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.http.system.MetricsRoutes.Metric;
import java.util.List;
import org.junit.jupiter.api.Test;

class MetricsRoutesTest {

    @Test
    void figures_of_one_name_stand_together_under_one_heading() {
        assertThat(MetricsRoutes.text(List.of(
                        new Metric("a", "First", "x=\"1\"", 1),
                        new Metric("b", "Second", "", 5),
                        new Metric("a", "First", "x=\"2\"", 2))))
                .isEqualTo("""
                        # HELP a First
                        # TYPE a gauge
                        a{x="1"} 1
                        a{x="2"} 2
                        # HELP b Second
                        # TYPE b gauge
                        b 5
                        """);
    }
}
