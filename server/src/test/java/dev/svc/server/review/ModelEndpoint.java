package dev.svc.server.review;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.svc.server.review.model.Endpoint;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/// An OpenAI-compatible endpoint on loopback that gives the answers of a test, and records its requests.
public final class ModelEndpoint implements Closeable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Received> received = new CopyOnWriteArrayList<>();
    private volatile Behaviour behaviour;

    /// One request, whole.
    public record Received(String method, String path, Headers headers, String body) {
        public JsonNode json() {
            try {
                return JSON.readTree(body);
            } catch (JsonProcessingException broken) {
                throw new AssertionError(body, broken);
            }
        }

        /// The text of a message of this role.
        public String said(String role) {
            for (var message : json().path("messages")) {
                if (message.path("role").asText().equals(role)) {
                    return message.path("content").asText();
                }
            }
            return "";
        }

        public Optional<String> header(String name) {
            return Optional.ofNullable(headers.getFirst(name));
        }
    }

    /// What happens to a request.
    @FunctionalInterface
    public interface Behaviour {
        void answer(HttpExchange exchange, Received request) throws IOException, InterruptedException;
    }

    private ModelEndpoint(HttpServer server, Behaviour behaviour) {
        this.server = server;
        this.behaviour = behaviour;
    }

    public static ModelEndpoint start(Behaviour behaviour) throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var endpoint = new ModelEndpoint(server, behaviour);
        server.createContext("/", endpoint::handle);
        server.setExecutor(endpoint.threads);
        server.start();
        return endpoint;
    }

    /// One that says the same of every session.
    public static ModelEndpoint saying(String answer) throws IOException {
        return start(says(answer));
    }

    public static Behaviour says(String answer) {
        return (exchange, request) -> send(exchange, 200, "application/json", completion(answer));
    }

    public static Behaviour refuses(int status, String... header) {
        return (exchange, request) -> {
            for (int i = 0; i < header.length; i += 2) {
                exchange.getResponseHeaders().set(header[i], header[i + 1]);
            }
            send(exchange, status, "application/json", "{\"error\": {\"message\": \"no\"}}");
        };
    }

    public void now(Behaviour next) {
        behaviour = next;
    }

    public List<Received> received() {
        return List.copyOf(received);
    }

    public String baseUrl() {
        return "http://127.0.0.1:%d/v1".formatted(server.getAddress().getPort());
    }

    public Endpoint endpoint() {
        return Endpoint.find(baseUrl()).orElseThrow();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            var request = new Received(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    exchange.getRequestHeaders(),
                    body);
            received.add(request);
            behaviour.answer(exchange, request);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    static String completion(String answer) {
        var json = JsonNodeFactory.instance.objectNode().put("object", "chat.completion");
        json.putArray("choices")
                .addObject()
                .put("index", 0)
                .putObject("message")
                .put("role", "assistant")
                .put("content", answer);
        return json.toString();
    }

    public static void send(HttpExchange exchange, int status, String type, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
