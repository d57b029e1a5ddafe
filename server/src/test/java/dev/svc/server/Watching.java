package dev.svc.server;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.shared.waiting.Waiting;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/// A terminal of a running service, watched by a socket like a page's.
final class Watching implements WebSocket.Listener {
    /// What browsers report where a connection breaks off without a word.
    private static final int BROKEN_OFF = 1006;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final StringBuilder part = new StringBuilder();
    private final List<JsonNode> controls = new ArrayList<>();
    private final CompletableFuture<Integer> end = new CompletableFuture<>();

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
            controls.add(JSON.readTree(control));
        } catch (IOException broken) {
            throw new AssertionError(control, broken);
        }
    }

    @Override
    public synchronized @Nullable CompletionStage<?> onBinary(WebSocket socket, ByteBuffer data, boolean last) {
        byte[] more = new byte[data.remaining()];
        data.get(more);
        bytes.writeBytes(more);
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int code, String reason) {
        end.complete(code);
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable brokenOff) {
        end.complete(BROKEN_OFF);
    }

    private synchronized byte[] bytes() {
        return bytes.toByteArray();
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

    String awaitText(String wanted) throws Exception {
        return awaitText(0, wanted);
    }

    /// Waits until this text has come behind so many bytes, and gives all that has come.
    String awaitText(int behind, String wanted) throws Exception {
        Waiting.until(() -> wanted, () -> new String(bytes(), UTF_8).indexOf(wanted, behind) >= 0);
        return new String(bytes(), UTF_8);
    }

    /// What the socket ended with.
    int closeCode() throws Exception {
        return Waiting.result(end);
    }

    /// Everything that came until the socket ended.
    byte[] bytesToTheEnd() throws Exception {
        var _ = Waiting.result(end);
        return bytes();
    }
}
