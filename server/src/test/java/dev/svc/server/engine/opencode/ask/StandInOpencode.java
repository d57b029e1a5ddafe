package dev.svc.server.engine.opencode.ask;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

/// Speaks as the server of opencode does: what it was not told to answer gives its web page.
final class StandInOpencode implements Closeable {
    static final String PASSWORD = "secret-of-a-launch";

    /// Bodies by path.
    final Map<String, String> answers = new ConcurrentHashMap<>();

    /// Who asks for the events, as long as that stands.
    final Set<OutputStream> listeners = ConcurrentHashMap.newKeySet();

    /// Path and body of what was sent.
    final BlockingQueue<String> sent = new LinkedBlockingQueue<>();

    final AtomicInteger refused = new AtomicInteger();
    final AtomicInteger connections = new AtomicInteger();

    /// What the next thing that is sent is answered with.
    volatile int status = 200;

    volatile String type = "application/json";

    private final HttpServer server;
    private final ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor();
    private final BlockingQueue<String> hangUps = new LinkedBlockingQueue<>();

    StandInOpencode() throws IOException {
        this(0);
    }

    StandInOpencode(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), port), 0);
        server.setExecutor(workers);
        server.createContext("/", this::serve);
        answers.put("/permission", "[]");
        answers.put("/question", "[]");
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    String handle() {
        return new OpencodeHandle(port(), PASSWORD).written();
    }

    private void serve(HttpExchange exchange) throws IOException {
        var authorization = exchange.getRequestHeaders().getFirst("Authorization");
        if (!new OpencodeHandle(1, PASSWORD).authorization().equals(authorization)) {
            refused.incrementAndGet();
            exchange.sendResponseHeaders(401, -1);
            exchange.close();
            return;
        }
        var path = exchange.getRequestURI().getPath();
        if (exchange.getRequestMethod().equals("POST")) {
            sent.add(path + " " + new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            answer(exchange, status, type, "true");
        } else if (path.equals("/event")) {
            events(exchange);
        } else if (answers.containsKey(path)) {
            answer(exchange, 200, type, answers.getOrDefault(path, ""));
        } else {
            answer(exchange, 200, "text/html", "<!doctype html>");
        }
    }

    private static void answer(HttpExchange exchange, int status, String type, String body) throws IOException {
        var bytes = body.getBytes(UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, bytes.length);
        try (var out = exchange.getResponseBody()) {
            out.write(bytes);
        }
    }

    private void events(HttpExchange exchange) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
        exchange.sendResponseHeaders(200, 0);
        var out = exchange.getResponseBody();
        connections.incrementAndGet();
        write(out, "data: {\"type\":\"server.connected\",\"properties\":{}}\n\n");
        listeners.add(out);
        try {
            hangUps.take();
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        } finally {
            listeners.remove(out);
            exchange.close();
        }
    }

    /// Tells all who listen.
    void say(String type, String properties) {
        raw("data: {\"id\":\"evt_1\",\"type\":\"" + type + "\",\"properties\":" + properties + "}\n\n");
    }

    void raw(String text) {
        for (var out : listeners) {
            write(out, text);
        }
    }

    /// Whether somebody listens, found out by a word to them.
    boolean isHeard() {
        say("server.heartbeat", "{}");
        return !listeners.isEmpty();
    }

    private void write(OutputStream out, String text) {
        try {
            out.write(text.getBytes(UTF_8));
            out.flush();
        } catch (IOException gone) {
            listeners.remove(out);
        }
    }

    void hangUp() {
        hangUps.add("now");
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}
