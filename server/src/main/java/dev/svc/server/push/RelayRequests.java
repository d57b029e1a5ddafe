package dev.svc.server.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.svc.server.push.PushRelays.Ntfy;
import dev.svc.server.push.PushRelays.Webhook;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/// What ntfy and webhooks are sent.
final class RelayRequests {
    private static final String SIGNED = "X-Svc-Signature";
    private static final int HIGH = 4;
    private static final int ORDINARY = 3;
    private static final int LOW = 2;

    private final Optional<String> origin;
    private final InstantSource clock;

    /// @param origin of the page, where others can reach it
    RelayRequests(Optional<String> origin, InstantSource clock) {
        this.origin = origin;
        this.clock = clock;
    }

    /// A newer message of the same sequence takes the place of the older, where the server knows how.
    HttpRequest request(Ntfy ntfy, PushNotice notice) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("topic", ntfy.topic())
                .put("title", notice.title())
                .put("message", notice.body())
                .put("priority", priority(notice))
                .put("sequence_id", notice.tag());
        origin.ifPresent(it -> json.put("click", it + notice.path()));
        var request = json(ntfy.server(), json.toString().getBytes(UTF_8));
        if (ntfy.token() != null) {
            request.header("Authorization", "Bearer " + ntfy.token());
        }
        return request.build();
    }

    private static int priority(PushNotice notice) {
        return switch (notice.kind()) {
            case QUESTION, TEST -> HIGH;
            case ENDED, REVIEW, BUDGET, CONTINUED -> ORDINARY;
            case ANSWERED -> LOW;
        };
    }

    /// The same that a browser gets, and when it was sent, so that it cannot be sent again much later by somebody else.
    HttpRequest request(Webhook webhook, PushNotice notice) {
        var json = Payload.json(notice);
        json.remove(List.of("deny", "said")); // the one needs a login, the other a reader with a language
        return request(webhook, json, notice.path());
    }

    /// What a program that follows along is told.
    ///
    /// @param hides neither title nor text
    HttpRequest request(Webhook webhook, News news, boolean hides) {
        var json = JsonNodeFactory.instance
                .objectNode()
                .put("kind", news.kind())
                .put("session", news.session().toString())
                .put("title", hides ? "svc" : news.title());
        switch (news) {
            case News.Doing it ->
                json.put("status", it.now().word()).put("before", it.before().word());
            case News.Verdict it -> {
                json.put("needs_you", it.needsYou());
                if (!hides) {
                    json.put("summary", it.summary()).put("reason", it.reason());
                }
            }
        }
        var path = PushNotice.page(news.session());
        return request(webhook, json.put("url", path), path);
    }

    private HttpRequest request(Webhook webhook, ObjectNode json, String path) {
        json.put("at", clock.instant().toString());
        origin.ifPresent(it -> json.put("url", it + path));
        byte[] body = json.toString().getBytes(UTF_8);
        var request = json(webhook.address(), body);
        if (webhook.key() != null) {
            request.header(SIGNED, "sha256=" + signature(webhook.key(), body));
        }
        return request.build();
    }

    private static HttpRequest.Builder json(URI to, byte[] body) {
        return HttpRequest.newBuilder(to)
                .version(WebPush.versionFor(to))
                .header("Content-Type", "application/json")
                .header("User-Agent", "svc")
                .POST(BodyPublishers.ofByteArray(body));
    }

    private static String signature(String key, byte[] body) {
        try {
            var mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.getBytes(UTF_8), "HmacSHA256"));
            return HexFormat.of().formatHex(mac.doFinal(body));
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
