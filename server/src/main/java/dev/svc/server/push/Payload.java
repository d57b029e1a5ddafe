package dev.svc.server.push;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// A notice as the page's worker gets it.
final class Payload {
    /// One byte less than three KiB: the sealing adds one.
    static final int MOST_BYTES = 3_071;

    private Payload() {}

    static byte[] of(PushNotice notice) {
        var shortened = notice;
        byte[] bytes = json(shortened).toString().getBytes(UTF_8);
        while (bytes.length > MOST_BYTES && !shortened.body().isEmpty()) {
            var body = shortened.body();
            shortened = shortened.withBody(body.substring(
                    0, body.offsetByCodePoints(0, body.codePointCount(0, body.length()) / 2)));
            bytes = json(shortened).toString().getBytes(UTF_8);
        }
        return bytes;
    }

    static ObjectNode json(PushNotice notice) {
        var json =
                JsonNodeFactory.instance.objectNode().put("kind", notice.kind().word());
        json.put("session", notice.session() == null ? null : notice.session().toString());
        json.put("title", notice.title())
                .put("body", notice.body())
                .put("tag", notice.tag())
                .put("url", notice.path());
        var said = notice.said();
        if (said != null) {
            var sentence = json.putObject("said").put("word", said.sentence().word());
            said.about().forEach(sentence.putArray("about")::add);
        }
        var deny = notice.deny();
        if (deny != null) {
            json.putObject("deny")
                    .put("question", deny.question())
                    .put("digest", deny.digest())
                    .put("choice", deny.choice());
        }
        return json;
    }
}
