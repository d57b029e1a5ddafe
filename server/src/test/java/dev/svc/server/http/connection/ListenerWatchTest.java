package dev.svc.server.http.connection;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class ListenerWatchTest {
    private final CountDownLatch died = new CountDownLatch(1);

    @Test
    void a_port_that_nobody_listens_at_any_more_is_noticed() throws Exception {
        int port;
        try (var listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            port = listener.getLocalPort();
        }
        try (var watch = ListenerWatch.of("127.0.0.1", port, died::countDown)) {
            Waiting.countedDown(died);
            assertThat(watch).isNotNull();
        }
    }

    @Test
    void a_listener_that_answers_is_asked_again_and_left_alone() throws IOException {
        try (var listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
                var watch = ListenerWatch.of("0.0.0.0", listener.getLocalPort(), died::countDown)) {
            listener.accept().close();
            listener.accept().close();

            assertThat(watch).isNotNull();
            assertThat(died.getCount()).isEqualTo(1);
        }
    }
}
