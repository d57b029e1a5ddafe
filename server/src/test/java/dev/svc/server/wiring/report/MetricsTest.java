package dev.svc.server.wiring.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.svc.server.http.system.MetricsRoutes.Metric;
import dev.svc.shared.waiting.Waiting;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetricsTest {
    @TempDir
    private Path folder;

    private MeasuredService service;
    private Metrics metrics;

    @BeforeEach
    void a_service() throws Exception {
        service = new MeasuredService(folder).read();
        metrics = new Metrics(service.measured);
    }

    @AfterEach
    void close() {
        service.close();
    }

    private long value(String name) {
        var found = metrics.now().stream().filter(it -> it.name().equals(name)).toList();
        assertThat(found).hasSize(1);
        return found.getFirst().value();
    }

    @Test
    void the_sessions_are_counted_for_each_program() {
        assertThat(metrics.now())
                .filteredOn(it -> it.name().equals("svc_sessions"))
                .extracting(Metric::labels, Metric::value)
                .containsExactlyInAnyOrder(tuple("engine=\"engine_2\"", 2L), tuple("engine=\"engine_6\"", 1L));
    }

    @Test
    void running_programs_and_their_viewers_are_counted_apart() {
        assertThat(value("svc_terminals_live")).isEqualTo(1);
        assertThat(value("svc_terminal_viewers")).isZero();
        assertThat(value("svc_event_streams")).isZero();
    }

    @Test
    void the_journal_shows_its_newest_entry_and_whether_it_is_damaged() {
        assertThat(value("svc_journal_seq")).isEqualTo(3);
        assertThat(value("svc_journal_damaged")).isZero();
        service.damage = Optional.of("the journal is damaged");
        assertThat(value("svc_journal_damaged")).isEqualTo(1);
    }

    @Test
    void the_search_shows_its_sessions_and_its_size() {
        assertThat(value("svc_search_sessions_indexed")).isZero();
        assertThat(value("svc_search_sessions")).isZero();
        assertThat(value("svc_search_index_bytes")).isZero();
        service.search.start();
        Waiting.until(
                () -> metrics.now().toString(),
                () -> value("svc_search_sessions_indexed") == 3
                        && value("svc_search_sessions") == 3
                        && value("svc_search_index_bytes") > 0);
    }

    @Test
    void the_process_shows_its_start_and_its_memory() {
        assertThat(value("svc_start_time_seconds"))
                .isEqualTo(ManagementFactory.getRuntimeMXBean().getStartTime() / 1000);
        assertThat(value("svc_heap_max_bytes")).isEqualTo(Runtime.getRuntime().maxMemory());
        assertThat(value("svc_heap_used_bytes")).isPositive().isLessThanOrEqualTo(value("svc_heap_max_bytes"));
        assertThat(value("svc_threads")).isPositive();
    }
}
