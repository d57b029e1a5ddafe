package dev.svc.server.push;

import dev.svc.server.push.crypto.PushSeal;
import java.net.URI;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.InstantSource;

/// What a push service is sent: RFC 8030, sealed for one browser, signed by this service.
final class WebPush {
    private final PushKeyFile keys;
    private final PushSeal seal;
    private final String subject;
    private final InstantSource clock;

    /// @param subject how whoever runs a push service reaches whoever runs this
    WebPush(PushKeyFile keys, PushSeal seal, String subject, InstantSource clock) {
        this.keys = keys;
        this.seal = seal;
        this.subject = subject;
        this.clock = clock;
    }

    HttpRequest request(PushDevice device, PushNotice notice) {
        var address = device.address();
        var shown = device.hideContent() ? notice.hidden() : notice;
        byte[] body = seal.seal(Payload.of(shown), address.publicKey(), address.secretBytes());
        return HttpRequest.newBuilder(address.endpoint())
                .version(versionFor(address.endpoint()))
                .header("TTL", Long.toString(notice.kind().lifetime().toSeconds()))
                .header("Urgency", notice.kind().urgency())
                .header("Topic", notice.tag())
                .header("Content-Type", "application/octet-stream")
                .header("Content-Encoding", "aes128gcm")
                .header("Authorization", keys.key().authorization(address.endpoint(), subject, clock.instant()))
                .POST(BodyPublishers.ofByteArray(body))
                .build();
    }

    /// Nobody is asked to change the protocol in the middle of a plain connection.
    static Version versionFor(URI place) {
        return "https".equalsIgnoreCase(place.getScheme()) ? Version.HTTP_2 : Version.HTTP_1_1;
    }
}
