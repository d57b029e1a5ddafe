package dev.svc.server.wiring.log;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.logging.LogManager;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LoggingTest {
    private final PrintStream before = System.err;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();

    @BeforeEach
    void begin() throws IOException {
        System.setErr(new PrintStream(written, true, UTF_8));
        Logging.begin();
        LogManager.getLogManager().readConfiguration(); // as the first logger of a process does
    }

    @AfterEach
    void restore() throws IOException {
        System.setErr(before);
        System.clearProperty("java.util.logging.config.class");
        LogManager.getLogManager().readConfiguration();
    }

    /// Messages of other threads of the test's process are ignored.
    private List<String> lines() {
        return written.toString(UTF_8)
                .lines()
                .filter(it -> it.contains("said by the test"))
                .toList();
    }

    private static Logger logger(String name) {
        return Logger.getLogger(name);
    }

    @Test
    void an_event_of_the_service_is_one_line_with_its_time_its_level_and_who_says_it() {
        logger("dev.svc.server.wiring.log.Some").info("said by the test");
        assertThat(lines())
                .singleElement()
                .asString()
                .matches(
                        "\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3} \\S+ dev\\.svc\\.server\\.wiring\\.log\\.Some"
                                + " said by the test");
    }

    @Test
    void the_index_gives_no_advice_on_how_to_run_it_at_the_start() {
        logger("org.apache.lucene.internal.vectorization.VectorizationProvider").warning("advice, said by the test");
        logger("org.apache.lucene.store.MMapDirectory").info("routine, said by the test");
        assertThat(lines()).isEmpty();
    }

    @Test
    void the_routine_of_libraries_is_left_out_and_their_warnings_are_not() {
        logger("some.library").info("routine, said by the test");
        logger("some.library").warning("a warning, said by the test");
        assertThat(lines()).singleElement().asString().endsWith("a warning, said by the test");
    }

    @Test
    void what_the_service_says_in_detail_is_left_out() {
        logger("dev.svc.server.wiring.log.Some").fine("said by the test");
        assertThat(lines()).isEmpty();
    }

    @Test
    void what_clients_cause_cannot_flood_it() {
        for (int i = 0; i < 1_000; i++) {
            logger("dev.svc.server.http.Some").warning("said by the test");
        }
        assertThat(lines()).hasSizeBetween(1, 120); // a minute may end meanwhile
    }
}
