package dev.svc.server.review.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.svc.server.review.ModelEndpoint;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// What a hostile or broken endpoint may do, and how the client copes with each.
class ClientIT {
    private static final Question QUESTION = new Question("rules", "material");
    private static final Duration SHORT = Duration.ofSeconds(3);

    private ModelEndpoint endpoint;

    @BeforeEach
    void start() throws IOException {
        endpoint = ModelEndpoint.saying("said");
    }

    @AfterEach
    void stop() {
        endpoint.close();
    }

    @Test
    void a_question_goes_out_as_two_messages_and_the_key_as_a_bearer() throws Exception {
        assertThat(client("key-1").complete("small", QUESTION, Waiting.PATIENCE))
                .isEqualTo("said");
        var request = endpoint.received().getFirst();
        assertThat(request.path()).isEqualTo("/v1/chat/completions");
        assertThat(request.header("Authorization")).contains("Bearer key-1");
        assertThat(request.json().path("model").asText()).isEqualTo("small");
        assertThat(request.json().path("messages")).hasSize(2);
        assertThat(request.said("system")).isEqualTo("rules");
        assertThat(request.said("user")).isEqualTo("material");
    }

    @Test
    void without_a_key_nothing_is_said_of_one() throws Exception {
        var _ = client(null).complete("small", QUESTION, Waiting.PATIENCE);
        assertThat(endpoint.received().getFirst().header("Authorization")).isEmpty();
    }

    @Test
    void models_are_listed_in_the_endpoints_order() throws Exception {
        endpoint.now((exchange, request) -> ModelEndpoint.send(
                exchange, 200, "application/json", "{\"data\": [{\"id\": \"b\"}, {\"id\": \"a\"}, {\"no\": 1}]}"));
        assertThat(client(null).models()).containsExactly("b", "a");
        assertThat(endpoint.received().getFirst().path()).isEqualTo("/v1/models");
    }

    @ParameterizedTest
    @CsvSource({
        "401, UNAUTHORIZED",
        "403, FORBIDDEN",
        "404, NOT_FOUND",
        "400, REFUSED",
        "429, RATE_LIMITED",
        "500, BROKEN",
        "503, BROKEN",
        "204, UNEXPECTED",
    })
    void every_status_has_its_sentence(int status, Trouble trouble) {
        endpoint.now((exchange, request) -> exchange.sendResponseHeaders(status, -1));
        assertThat(trouble(Waiting.PATIENCE).trouble()).isEqualTo(trouble);
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 302, 303, 307, 308})
    void a_redirect_is_not_followed(int status) {
        endpoint.now(ModelEndpoint.refuses(status, "Location", endpoint.baseUrl() + "/elsewhere"));
        assertThat(trouble(Waiting.PATIENCE).trouble()).isEqualTo(Trouble.REDIRECTED);
        assertThat(endpoint.received()).hasSize(1);
    }

    @Test
    void how_long_to_leave_it_alone_is_understood_in_seconds() {
        endpoint.now(ModelEndpoint.refuses(429, "Retry-After", "90"));
        assertThat(trouble(Waiting.PATIENCE).retryAfter()).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void and_as_a_time() {
        var time = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Instant.now().plusSeconds(3600).atZone(ZoneOffset.UTC));
        endpoint.now(ModelEndpoint.refuses(429, "Retry-After", time));
        assertThat(trouble(Waiting.PATIENCE).retryAfter()).isBetween(Duration.ofMinutes(50), Duration.ofMinutes(60));
    }

    @ParameterizedTest
    @ValueSource(strings = {"-5", "soon", "99999999999999999999", "Thu, 01 Jan 1970 00:00:00 GMT", ""})
    void and_nonsense_counts_as_nothing_said(String text) {
        endpoint.now(ModelEndpoint.refuses(429, "Retry-After", text));
        assertThat(trouble(Waiting.PATIENCE).retryAfter()).isZero();
    }

    @Test
    void nobody_waits_longer_than_a_day() {
        endpoint.now(ModelEndpoint.refuses(429, "Retry-After", "999999999"));
        assertThat(trouble(Waiting.PATIENCE).retryAfter()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void html_is_no_answer() {
        endpoint.now((exchange, request) ->
                ModelEndpoint.send(exchange, 200, "text/html", "<!doctype html><title>Log in</title>"));
        assertThat(trouble(Waiting.PATIENCE).trouble()).isEqualTo(Trouble.NOT_JSON);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "\"said\"",
                "{\"choices\": []}",
                "{\"choices\": [{\"message\": {\"content\": null}}]}",
                "{\"choices\": [{\"message\": {\"content\": [\"said\"]}}]}",
                "{\"choices\": {\"0\": 1}}",
            })
    void json_of_another_form_is_no_answer(String body) {
        endpoint.now((exchange, request) -> ModelEndpoint.send(exchange, 200, "application/json", body));
        assertThat(trouble(Waiting.PATIENCE).trouble()).isEqualTo(Trouble.UNEXPECTED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{\"choices\": [", "\u0000", "data: {}\n\n"})
    void broken_json_is_no_answer(String body) {
        endpoint.now((exchange, request) -> ModelEndpoint.send(exchange, 200, "application/json", body));
        assertThat(trouble(Waiting.PATIENCE).trouble()).isEqualTo(Trouble.NOT_JSON);
    }

    @Test
    void json_that_is_nested_without_end_is_no_answer() {
        endpoint.now((exchange, request) ->
                ModelEndpoint.send(exchange, 200, "application/json", "{\"choices\":" + "[".repeat(100_000)));
        assertThat(trouble(Waiting.PATIENCE).trouble()).isEqualTo(Trouble.NOT_JSON);
    }

    @Test
    void of_a_hundred_megabytes_one_is_read() {
        var sent = new CountDownLatch(1);
        endpoint.now((exchange, request) -> {
            exchange.sendResponseHeaders(200, 100L << 20);
            try {
                flood(exchange, 100);
            } finally {
                sent.countDown();
            }
        });
        assertThat(trouble(Waiting.PATIENCE).trouble()).isEqualTo(Trouble.TOO_LARGE);
    }

    @Test
    void a_stream_without_end_is_cut_off() throws InterruptedException {
        var cut = new CountDownLatch(1);
        endpoint.now((exchange, request) -> {
            exchange.sendResponseHeaders(200, 0);
            try {
                flood(exchange, Integer.MAX_VALUE);
            } catch (IOException hungUp) {
                cut.countDown();
            }
        });
        assertThat(trouble(Waiting.PATIENCE).trouble()).isEqualTo(Trouble.TOO_LARGE);
        cut.await(); // the connection is gone, not left open
    }

    @Test
    void a_trickle_without_end_ends_with_its_time() throws InterruptedException {
        var cut = new CountDownLatch(1);
        endpoint.now((exchange, request) -> {
            exchange.sendResponseHeaders(200, 0);
            try {
                while (true) {
                    exchange.getResponseBody().write(' ');
                    exchange.getResponseBody().flush();
                    Waiting.pause();
                }
            } catch (IOException hungUp) {
                cut.countDown();
            }
        });
        assertThat(trouble(SHORT).trouble()).isEqualTo(Trouble.SLOW);
        cut.await();
    }

    @Test
    void one_that_takes_the_request_and_says_nothing_ends_with_its_time() {
        endpoint.now((exchange, request) -> new CountDownLatch(1).await());
        assertThat(trouble(SHORT).trouble()).isEqualTo(Trouble.SLOW);
    }

    @Test
    void one_that_is_not_there_is_unreachable() {
        endpoint.close();
        assertThat(trouble(Waiting.PATIENCE).trouble()).isEqualTo(Trouble.UNREACHABLE);
    }

    @Test
    void one_that_speaks_no_http_is_unreachable() throws Exception {
        assertThat(troubleWith("http", "SSH-2.0-OpenSSH_9.2\r\n")).isEqualTo(Trouble.UNREACHABLE);
    }

    @Test
    void plain_http_where_https_is_expected_is_a_matter_of_certificates() throws Exception {
        assertThat(troubleWith("https", "HTTP/1.1 400 Bad Request\r\n\r\n")).isEqualTo(Trouble.CERTIFICATE);
    }

    /// With a server that sends the same text to everybody, without reading the request.
    private static Trouble troubleWith(String scheme, String greeting) throws Exception {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> {
                try (var peer = socket.accept()) {
                    peer.getOutputStream().write(greeting.getBytes(StandardCharsets.US_ASCII));
                    peer.shutdownOutput();
                    peer.getInputStream().readAllBytes();
                } catch (IOException gone) {
                    throw new AssertionError(gone);
                }
            });
            var there = Endpoint.find("%s://127.0.0.1:%d/v1".formatted(scheme, socket.getLocalPort()))
                    .orElseThrow();
            return catchThrowableOfType(
                            TroubleException.class,
                            () -> new Client(there, null, new Cancellation()).complete("m", QUESTION, Waiting.PATIENCE))
                    .trouble();
        }
    }

    @Test
    void a_call_can_be_stopped() throws InterruptedException {
        var asked = new CountDownLatch(1);
        endpoint.now((exchange, request) -> {
            asked.countDown();
            new CountDownLatch(1).await();
        });
        var cancellation = new Cancellation();
        var stopping = Thread.ofVirtual().start(() -> {
            try {
                asked.await();
                cancellation.stop();
            } catch (InterruptedException never) {
                Thread.currentThread().interrupt();
            }
        });
        var thrown = catchThrowableOfType(
                TroubleException.class,
                () -> new Client(endpoint.endpoint(), null, cancellation).complete("m", QUESTION, Waiting.PATIENCE));
        assertThat(thrown.trouble()).isEqualTo(Trouble.STOPPED);
        stopping.join();
    }

    private Client client(@org.jspecify.annotations.Nullable String key) {
        return new Client(endpoint.endpoint(), key, new Cancellation());
    }

    private TroubleException trouble(Duration timeout) {
        return catchThrowableOfType(
                TroubleException.class, () -> client("key-1").complete("small", QUESTION, timeout));
    }

    private static void flood(com.sun.net.httpserver.HttpExchange exchange, int megabytes) throws IOException {
        byte[] piece = "x".repeat(1 << 20).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < megabytes; i++) {
            exchange.getResponseBody().write(piece);
        }
    }
}
