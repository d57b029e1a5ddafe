package dev.svc.shared.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HealthClientTest {
    private static final String PROBLEM = "application/problem+json";

    @Test
    void a_service_that_keeps_its_version_to_itself_is_healthy() throws IOException {
        try (var port = CannedPort.of("/healthz", 200, "application/json", "{\"ok\":true}")
                .and("/api/version", 401, PROBLEM, "{\"code\":\"unauthenticated\"}")) {
            assertThat(ask(port.origin())).isEqualTo(new Answer.Healthy(Optional.empty()));
        }
    }

    @Test
    void a_service_without_login_tells_its_version() throws IOException {
        try (var port = CannedPort.of("/healthz", 200, "application/json", "{\"ok\":true}")
                .and("/api/version", 200, "application/json", "{\"version\":\"1.2.3\"}")) {
            assertThat(ask(port.origin())).isEqualTo(new Answer.Healthy(Optional.of("1.2.3")));
        }
    }

    @Test
    void a_service_that_refuses_the_host_name_is_alive_all_the_same() throws IOException {
        try (var port = CannedPort.of("/healthz", 403, PROBLEM, "{\"code\":\"host\"}")
                .and("/api/version", 403, PROBLEM, "{\"code\":\"host\"}")) {
            assertThat(ask(port.origin())).isEqualTo(new Answer.Healthy(Optional.empty()));
        }
    }

    @Test
    void another_web_server_is_a_stranger() throws IOException {
        try (var port = CannedPort.of("/healthz", 200, "text/html", "<p>welcome")) {
            assertThat(ask(port.origin())).isEqualTo(new Answer.Stranger());
        }
    }

    @Test
    void a_health_check_of_another_product_is_a_stranger() throws IOException {
        try (var port = CannedPort.of("/healthz", 200, "application/json", "{\"ok\":true}")) {
            assertThat(ask(port.origin())).isEqualTo(new Answer.Stranger());
        }
    }

    @Test
    void a_program_that_speaks_no_http_is_a_stranger() throws IOException {
        try (var port = CannedPort.saying("SSH-2.0-example\r\n")) {
            assertThat(ask(port.origin())).isEqualTo(new Answer.Stranger());
        }
    }

    @Test
    void an_endless_answer_is_cut() throws IOException {
        try (var port = CannedPort.of("/healthz", 200, "application/json", " ".repeat(1 << 20))) {
            assertThat(ask(port.origin())).isEqualTo(new Answer.Stranger());
        }
    }

    @Test
    void a_port_that_accepts_and_says_nothing_is_silence() throws IOException {
        try (var port = CannedPort.saying("")) {
            assertThat(ask(port.origin(), Duration.ofMillis(200))).isEqualTo(new Answer.Silence());
        }
    }

    @Test
    void an_answer_that_stops_half_way_is_silence() throws IOException {
        try (var port = CannedPort.saying("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"ok\"")) {
            assertThat(ask(port.origin(), Duration.ofMillis(200))).isEqualTo(new Answer.Silence());
        }
    }

    @Test
    void a_closed_port_is_nobody() throws IOException {
        URI closed;
        try (var port = CannedPort.saying("")) {
            closed = port.origin();
        }
        assertThat(ask(closed)).isEqualTo(new Answer.Nobody());
    }

    private static Answer ask(URI origin) {
        return ask(origin, Waiting.PATIENCE);
    }

    private static Answer ask(URI origin, Duration patience) {
        try (var client = new HealthClient(patience)) {
            return client.ask(origin);
        }
    }
}
