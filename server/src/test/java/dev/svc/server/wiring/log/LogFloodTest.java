package dev.svc.server.wiring.log;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class LogFloodTest {
    private final AtomicLong now = new AtomicLong();
    private final List<String> lines = new ArrayList<>();
    private final Handler handler = handler();

    private Handler handler() {
        var kept = new Handler() {
            @Override
            public void publish(LogRecord entry) {
                if (isLoggable(entry)) {
                    lines.add(entry.getMessage());
                }
            }

            @Override
            public void flush() {
                // nothing is held back
            }

            @Override
            public void close() {
                // nothing is open
            }
        };
        kept.setFilter(new LogFlood(kept, now::get));
        return kept;
    }

    private void say(String logger, int times) {
        for (int i = 0; i < times; i++) {
            var entry = new LogRecord(Level.SEVERE, "said");
            entry.setLoggerName(logger);
            handler.publish(entry);
        }
    }

    @Test
    void of_what_clients_cause_a_minute_has_so_many_lines_and_then_a_count() {
        say("dev.svc.server.http.Problems", 1_000);
        assertThat(lines).hasSize(60);

        now.addAndGet(Duration.ofMinutes(1).toNanos());
        say("io.helidon.webserver.ConnectionHandler", 1);
        assertThat(lines).hasSize(62).contains("940 more lines of what clients caused were left out in a minute.");
    }

    @Test
    void a_flood_hides_nothing_that_the_service_says_itself() {
        say("dev.svc.server.http.Problems", 1_000);
        say("dev.svc.server.journal.ChronicleJournal", 3);

        assertThat(lines).hasSize(63);
    }
}
