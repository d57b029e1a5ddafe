package dev.svc.server.terminal.host;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class DirectHostIT extends TerminalHostContract {

    @Override
    TerminalHost host(Path folder) {
        return new DirectHost();
    }

    @Test
    void of_many_that_start_at_once_each_sees_its_size_before_anything_else() throws Exception {
        try (var starters = Executors.newFixedThreadPool(8)) {
            var seen = starters.invokeAll(Collections.nCopies(80, () -> {
                var order = order(List.of("/bin/stty", "size"), new Size(132, 43));
                try (var program = host.start("slot", order)) {
                    return readAll(program);
                }
            }));
            for (var each : seen) {
                assertThat(Waiting.result(each)).isEqualTo("43 132\r\n");
            }
        }
    }

    @Test
    void nothing_outlives_the_server_so_nothing_is_found_again() throws Exception {
        start("sleep 1000");

        assertThat(host.resume("slot")).isEmpty();
    }
}
