package dev.svc.server.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.engine.TurnsContract.Message;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/// The last message of each recorded session, in whichever form the recording notes it.
public final class RecordedMessages {
    private static final Message NONE = new Message("", "");

    private RecordedMessages() {}

    public static Map<String, Message> of(String engine) throws IOException {
        var expected = new ObjectMapper()
                .readTree(StoreCopy.fixture(engine + "/expected.json").toFile());
        var stores = expected.has("stores")
                ? expected.path("stores")
                        .valueStream()
                        .flatMap(store -> store.path("sessions").valueStream())
                : expected.path("sessions").valueStream();
        return last(stores);
    }

    private static Map<String, Message> last(Stream<JsonNode> sessions) {
        var last = new HashMap<String, Message>();
        sessions.forEach(session -> last.put(session.path("id").asText(), message(session)));
        return last;
    }

    private static Message message(JsonNode session) {
        if (session.has("last_message_role")) {
            var role = session.path("last_message_role");
            return role.isNull()
                    ? NONE
                    : new Message(
                            role.asText(), session.path("last_message_text").asText());
        }
        var message = session.has("last_message") ? session.path("last_message") : session.path("lastMessage");
        return message.isObject()
                ? new Message(
                        message.path("role").asText(), message.path("text").asText())
                : NONE;
    }
}
