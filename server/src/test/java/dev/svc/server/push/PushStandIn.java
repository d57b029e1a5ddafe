package dev.svc.server.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.svc.server.push.crypto.P256;
import dev.svc.shared.waiting.Waiting;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Pattern;

/// A push service on loopback, and whatever else is told: it keeps what it receives, and answers as the test wants.
public final class PushStandIn implements Closeable {
    private static final Pattern VAPID = Pattern.compile("vapid t=([\\w-]+)\\.([\\w-]+)\\.([\\w-]+), ?k=([\\w-]+)");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();

    /// The next answers, before the usual one.
    private final BlockingQueue<Reply> replies = new LinkedBlockingQueue<>();

    /// An answer.
    public record Reply(int status, Map<String, String> headers) {
        public static Reply of(int status) {
            return new Reply(status, Map.of());
        }
    }

    /// One request, whole.
    public static final class Received {
        private final String method;
        private final String path;
        private final Headers headers;
        private final byte[] body;

        Received(String method, String path, Headers headers, byte[] body) {
            this.method = method;
            this.path = path;
            this.headers = headers;
            this.body = body;
        }

        public String method() {
            return method;
        }

        public String path() {
            return path;
        }

        public byte[] body() {
            return body.clone();
        }

        public String header(String name) {
            return Objects.requireNonNullElse(headers.getFirst(name), "");
        }

        public String text() {
            return new String(body, UTF_8);
        }

        public JsonNode json() {
            try {
                return new ObjectMapper().readTree(body);
            } catch (IOException broken) {
                throw new AssertionError(text(), broken);
            }
        }

        /// What is wrong with who it says it is from, by RFC 8292; empty where nothing is.
        public String objection(String audience, String key, Instant now) {
            var said = VAPID.matcher(header("Authorization"));
            if (!said.matches()) {
                return "no vapid: " + header("Authorization");
            }
            try {
                var header = new ObjectMapper().readTree(bytes(said.group(1)));
                var claims = new ObjectMapper().readTree(bytes(said.group(2)));
                long left = claims.path("exp").asLong() - now.getEpochSecond();
                var check = Signature.getInstance("SHA256withECDSAinP1363Format");
                check.initVerify(P256.publicKey(bytes(said.group(4))).orElseThrow());
                check.update((said.group(1) + "." + said.group(2)).getBytes(UTF_8));
                boolean isFit = header.path("alg").asText().equals("ES256")
                        && claims.path("aud").asText().equals(audience)
                        && claims.path("sub").asText().matches("(https://|mailto:).+")
                        && left > 0
                        && left <= 24 * 3_600
                        && said.group(4).equals(key)
                        && check.verify(bytes(said.group(3)));
                return isFit ? "" : claims + " with " + said.group(4);
            } catch (GeneralSecurityException | IOException broken) {
                return broken.toString();
            }
        }

        private static byte[] bytes(String text) {
            return Base64.getUrlDecoder().decode(text);
        }
    }

    private PushStandIn(HttpServer server) {
        this.server = server;
    }

    public static PushStandIn start() throws IOException {
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var service = new PushStandIn(server);
        server.createContext("/", service::handle);
        server.setExecutor(service.threads);
        server.start();
        return service;
    }

    public String origin() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    public void replies(Reply next) {
        replies.add(next);
    }

    public Received next() throws InterruptedException {
        return Waiting.next(received);
    }

    /// What has come and nobody has looked at.
    public int left() {
        return received.size();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            received.add(new Received(
                    exchange.getRequestMethod(),
                    exchange.getRequestURI().toString(),
                    exchange.getRequestHeaders(),
                    exchange.getRequestBody().readAllBytes()));
            var reply = Objects.requireNonNullElse(replies.poll(), Reply.of(201));
            reply.headers().forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(reply.status(), -1);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
