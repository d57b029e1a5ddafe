package dev.svc.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StartedThreadsIT {
    @TempDir
    Path folder;

    @Test
    void it_shows_what_the_threads_of_a_service_do() throws Exception {
        var root = folder.toRealPath();
        try (var service = Started.svc(root, Started.around(root, root.resolve("none")), "serve")) {
            service.address();
            assertThat(StartedThreads.of(service.process().toHandle()))
                    .contains("connection-watch", "virtual", "io.helidon.webserver");
        }
    }
}
