package dev.svc.server.http.gate;

import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;

/// Answers with an ETag computed from the answer itself, so that it is never stale.
public final class ETagResponse {
    private static final int LENGTH = 16;

    private ETagResponse() {}

    public static void send(ServerRequest request, ServerResponse response, Object value) {
        byte[] body = Json.bytes(value);
        var tag = '"' + HexFormat.of().formatHex(digest(body), 0, LENGTH) + '"';
        response.headers().set(HeaderNames.ETAG, tag);
        if (isKnown(request, tag)) {
            response.status(304).send();
        } else {
            response.headers().set(HeaderNames.CONTENT_TYPE, "application/json; charset=utf-8");
            response.send(body);
        }
    }

    private static boolean isKnown(ServerRequest request, String tag) {
        return request.headers().values(HeaderNames.IF_NONE_MATCH).stream()
                .flatMap(value -> Arrays.stream(value.split(",", -1)))
                .map(String::strip)
                .map(value -> value.startsWith("W/") ? value.substring(2) : value)
                .anyMatch(value -> value.equals(tag) || value.equals("*"));
    }

    private static byte[] digest(byte[] body) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(body);
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
