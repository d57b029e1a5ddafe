package dev.svc.server.terminal.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class DirectHostIT extends TerminalHostContract {

    @Override
    TerminalHost host(Path folder) {
        return new DirectHost();
    }

    @Test
    void nothing_outlives_the_server_so_nothing_is_found_again() throws Exception {
        start("sleep 1000");

        assertThat(host.resume("slot")).isEmpty();
    }
}
