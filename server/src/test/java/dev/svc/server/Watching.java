package dev.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.shared.waiting.Waiting;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// A terminal of a running service, watched by a socket like a page's.
final class Watching implements WebSocket.Listener {
    /// What browsers report where a connection breaks off without a word.
    private static final int BROKEN_OFF = 1006;

    private static final ObjectMapper JSON = new ObjectMapper();

    /// The server stops at two megabytes that nobody has acknowledged.
    private static final int ACKNOWLEDGED_EVERY = 256 << 10;

    private byte[] bytes = new byte[64 << 10];
    private int length;
    private long start;
    private long acknowledged;
    private final StringBuilder part = new StringBuilder();
    private final List<JsonNode> controls = new ArrayList<>();
    private final CompletableFuture<Integer> end = new CompletableFuture<>();
    private volatile Runnable reconnect = () -> {};
    private volatile @Nullable WebSocket socket;
    private int connections;
    private @Nullable String lost;

    static Watching open(HttpClient client, String address, String session, String query) {
        return open(client, address, session, query, "");
    }

    /// @param cookie of a login; empty where none is needed
    static Watching open(HttpClient client, String address, String session, String query, String cookie) {
        var watching = new Watching();
        client.newWebSocketBuilder()
                .header("Origin", address)
                .header("Cookie", cookie)
                .buildAsync(URI.create(address.replace("http", "ws") + "/ws/term/" + session + query), watching)
                .join();
        return watching;
    }

    /// The same for a page that connects again where its socket ended, which a server under load may do to it.
    static Watching keptOpen(HttpClient client, String address, String session, String query, String cookie) {
        var watching = new Watching();
        watching.reconnect = () -> {
            var place = URI.create(
                    "%s/ws/term/%s%s%s".formatted(address.replace("http", "ws"), session, query, watching.have()));
            var _ = client.newWebSocketBuilder()
                    .header("Origin", address)
                    .header("Cookie", cookie)
                    .buildAsync(place, watching)
                    .whenComplete((socket, refused) -> {
                        if (refused != null) {
                            watching.again();
                        }
                    });
        };
        watching.reconnect.run();
        return watching;
    }

    /// It stays where its socket ends next.
    void letGo() {
        reconnect = () -> {};
    }

    /// Where to go on; the half of a control that was on its way comes again whole.
    private synchronized String have() {
        part.setLength(0);
        return connections == 0 ? "" : "&have=" + (start + length);
    }

    private void again() {
        CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> reconnect.run());
    }

    /// Waits until so many programs are held.
    static void awaitLive(HttpClient client, String address, int programs) throws Exception {
        var request =
                HttpRequest.newBuilder(URI.create(address + "/api/system")).build();
        Waiting.until(
                () -> programs + " programs",
                () -> JSON.readTree(client.send(request, BodyHandlers.ofString())
                                        .body())
                                .path("terminals")
                                .path("live")
                                .asInt()
                        == programs);
    }

    @Override
    public void onOpen(WebSocket opened) {
        socket = opened;
        opened.request(1);
    }

    /// What a person types.
    void type(String keys) throws Exception {
        Waiting.until(() -> "a socket", () -> socket != null);
        var open = socket;
        assertThat(open).isNotNull();
        if (open != null) {
            open.sendBinary(ByteBuffer.wrap(keys.getBytes(UTF_8)), true).join();
        }
    }

    /// The person closes the page.
    void leave() {
        var open = socket;
        if (open != null) {
            open.abort();
        }
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence text, boolean last) {
        part.append(text);
        if (last) {
            heard(part.toString());
            part.setLength(0);
        }
        socket.request(1);
        return null;
    }

    private synchronized void heard(String control) {
        try {
            var heard = JSON.readTree(control);
            controls.add(heard);
            if (heard.path("t").asText().equals("hello")) {
                long from = heard.path("start").asLong();
                start = connections++ == 0 ? from : start;
                if (from != start + length) {
                    lost = "the server goes on at %d instead of %d".formatted(from, start + length);
                }
            }
        } catch (IOException broken) {
            throw new AssertionError(control, broken);
        }
    }

    @Override
    public synchronized @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
        int more = data.remaining();
        bytes = length + more > bytes.length ? Arrays.copyOf(bytes, Math.max(length + more, bytes.length * 2)) : bytes;
        data.get(bytes, length, more);
        length += more;
        if (length - acknowledged < ACKNOWLEDGED_EVERY) {
            socket.request(1);
            return null;
        }
        acknowledged = length;
        return socket.sendText("{\"t\":\"ack\",\"offset\":%d}".formatted(start + length), true)
                .thenRun(() -> socket.request(1));
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        end.complete(code);
        again();
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable brokenOff) {
        end.complete(BROKEN_OFF);
        again();
    }

    private synchronized byte[] bytes() {
        return Arrays.copyOf(bytes, length);
    }

    private synchronized @Nullable JsonNode control(String type) {
        return controls.stream()
                .filter(it -> it.path("t").asText().equals(type))
                .findFirst()
                .orElse(null);
    }

    JsonNode awaitControl(String type) throws Exception {
        Waiting.until(() -> type, () -> control(type) != null);
        var control = control(type);
        assertThat(control).isNotNull();
        return control == null ? JSON.nullNode() : control;
    }

    /// Waits until it is drawn at this size.
    ///
    /// @param fixed whether that was decided elsewhere
    void awaitSize(int columns, int rows, boolean fixed) {
        Waiting.until(() -> "%d x %d".formatted(columns, rows), () -> isDrawn(columns, rows, fixed));
    }

    private synchronized boolean isDrawn(int columns, int rows, boolean fixed) {
        return controls.stream()
                .anyMatch(it -> it.path("cols").asInt() == columns
                        && it.path("rows").asInt() == rows
                        && it.path("fixed").asBoolean() == fixed);
    }

    /// The person's window has another size.
    void resize(int columns, int rows) {
        var open = socket;
        assertThat(open).isNotNull();
        if (open != null) {
            open.sendText("{\"t\":\"resize\",\"cols\":%d,\"rows\":%d}".formatted(columns, rows), true)
                    .join();
        }
    }

    /// Waits until it is open, or refused.
    Watching awaitAnswer() throws Exception {
        Waiting.until(() -> "an answer", () -> control("hello") != null || end.isDone());
        return this;
    }

    String awaitText(String wanted) throws Exception {
        return awaitText(0, wanted);
    }

    /// Waits until this text has arrived after so many bytes, and returns everything received.
    String awaitText(int behind, String wanted) throws Exception {
        var looking = new Looking(wanted.getBytes(UTF_8), behind);
        Waiting.until(() -> wanted + " after " + this, () -> has(looking));
        return new String(bytes(), UTF_8);
    }

    /// The same for long outputs: goes on waiting as long as anything arrives.
    String awaitLongText(String wanted) throws Exception {
        var looking = new Looking(wanted.getBytes(UTF_8), 0);
        int come = -1;
        while (come < length() && !has(looking)) {
            come = length();
            int before = come;
            Waiting.until(() -> wanted + " after " + this, () -> has(looking) || length() > before);
        }
        return awaitText(wanted);
    }

    /// How far it has come, for a failure that has to be understood.
    @Override
    public synchronized String toString() {
        var last = new String(bytes, Math.max(0, length - 80), Math.min(80, length), UTF_8);
        return "%d bytes, %d acknowledged, %d connections, first end %s, lost %s, controls %s, last text %s"
                .formatted(length, acknowledged, connections, end.getNow(null), lost, controls, last);
    }

    private synchronized int length() {
        return length;
    }

    /// A wanted text, and the position from which it is searched for next.
    private static final class Looking {
        private final byte[] wanted;
        private int at;

        Looking(byte[] wanted, int at) {
            this.wanted = wanted;
            this.at = at;
        }
    }

    private synchronized boolean has(Looking looking) {
        byte[] wanted = looking.wanted;
        while (looking.at + wanted.length <= length) {
            if (Arrays.equals(bytes, looking.at, looking.at + wanted.length, wanted, 0, wanted.length)) {
                return true;
            }
            looking.at++;
        }
        return false;
    }

    /// The code with which the socket ended.
    int closeCode() throws Exception {
        return Waiting.result(end);
    }

    /// Everything received until the socket ended.
    byte[] bytesToTheEnd() throws Exception {
        var _ = Waiting.result(end);
        return bytes();
    }
}
