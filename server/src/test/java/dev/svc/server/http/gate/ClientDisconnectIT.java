package dev.svc.server.http.gate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.http.Warnings;
import dev.svc.server.http.Web;
import dev.svc.server.http.WebIT;
import dev.svc.server.http.page.AppPage;
import dev.svc.server.http.page.Assets;
import io.helidon.webserver.WebServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClientDisconnectIT {
    @TempDir
    private Path folder;

    private final SynchronousQueue<Thread> answering = new SynchronousQueue<>();
    private final CountDownLatch gone = new CountDownLatch(1);
    private final Warnings warnings = new Warnings();
    private WebServer server = WebServer.builder().port(0).build();

    @BeforeEach
    void start() throws IOException {
        Files.writeString(folder.resolve("index.html"), "<!doctype html>");
        var web = new Web(
                List.of(Route.get("/api/late", Policy.OPEN, (request, response, visitor) -> {
                    answering.put(Thread.currentThread());
                    gone.await();
                    Json.send(response, Map.of("text", "x".repeat(1 << 20)));
                })),
                List.of(),
                new Gate(new Origins(Optional.empty(), List.of(), () -> server.port()), WebIT.resident()),
                new AppPage(Assets.of(folder)));
        server = web.start(new Web.Listen("127.0.0.1", 0, 4 << 20, false)).orElseThrow();
    }

    @AfterEach
    void stop() {
        server.stop();
        warnings.close();
    }

    @Test
    void a_client_that_goes_while_it_is_answered_is_nothing_to_write_down() throws Exception {
        Thread connection;
        try (var client = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            client.setSoLinger(true, 0);
            client.getOutputStream()
                    .write("GET /api/late HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n"
                            .formatted(server.port())
                            .getBytes(StandardCharsets.US_ASCII));
            connection = answering.take();
        }
        gone.countDown();
        connection.join();

        assertThat(warnings.all()).isEmpty();
    }

    @Test
    void somebody_whom_we_called_and_who_is_not_there_is_a_failure() {
        assertThat(ClientDisconnect.isBehind(new IOException(new ConnectException("refused"))))
                .isFalse();
    }
}
