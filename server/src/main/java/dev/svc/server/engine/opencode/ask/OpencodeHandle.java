package dev.svc.server.engine.opencode.ask;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.svc.server.engine.json.JsonLines;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/// Where one opencode listens, and the password that it asks for.
record OpencodeHandle(int port, String password) {
    /// The user name that opencode expects beside the password.
    static final String USER = "opencode";

    private static final Pattern PASSWORD = Pattern.compile("[A-Za-z0-9_-]{1,200}");
    private static final int LAST_PORT = 65_535;

    /// Empty when it is none.
    static Optional<OpencodeHandle> read(String handle) {
        var bytes = handle.getBytes(StandardCharsets.UTF_8);
        return JsonLines.parse(bytes, 0, bytes.length)
                .map(it -> new OpencodeHandle(
                        it.path("port").asInt(), it.path("password").asText()))
                .filter(it -> it.port > 0
                        && it.port <= LAST_PORT
                        && PASSWORD.matcher(it.password).matches());
    }

    String written() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("port", port)
                .put("password", password)
                .toString();
    }

    String authorization() {
        var words = (USER + ":" + password).getBytes(StandardCharsets.UTF_8);
        return "Basic " + Base64.getEncoder().encodeToString(words);
    }

    @Override
    public String toString() {
        return "port " + port;
    }
}
