package dev.svc.server.review.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Speaks chat completions with one endpoint: one question, one answer, stateless between calls.
public final class Client {
    /// Listing models is fast or broken.
    static final Duration LISTING = Duration.ofSeconds(10);

    private static final int MOST_MODELS = 2_000;
    private static final int LONGEST_NAME = Setup.LONGEST_MODEL;
    private static final int MOST_DEPTH = 64;

    private static final ObjectMapper JSON = new ObjectMapper(JsonFactory.builder()
            .streamReadConstraints(
                    StreamReadConstraints.builder().maxNestingDepth(MOST_DEPTH).build())
            .build());

    private final Endpoint endpoint;
    private final @Nullable String key;
    private final Cancellation cancellation;

    /// @param key null where the endpoint asks for none
    public Client(Endpoint endpoint, @Nullable String key, Cancellation cancellation) {
        this.endpoint = endpoint;
        this.key = key;
        this.cancellation = cancellation;
    }

    /// The model's answer to a question.
    public String complete(String model, Question question, Duration timeout)
            throws TroubleException, InterruptedException {
        var body = JsonNodeFactory.instance.objectNode().put("model", model).put("stream", false);
        body.putArray("messages").add(message("system", question.rules())).add(message("user", question.material()));
        var request = request(endpoint.completions())
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
        var said = json(HttpCall.send(request, timeout, cancellation))
                .path("choices")
                .path(0)
                .path("message")
                .path("content");
        if (!said.isTextual()) {
            throw new TroubleException(Trouble.UNEXPECTED);
        }
        return said.asText();
    }

    private static ObjectNode message(String role, String text) {
        return JsonNodeFactory.instance.objectNode().put("role", role).put("content", text);
    }

    /// The names of the models that the endpoint offers, in its own order.
    public List<String> models() throws TroubleException, InterruptedException {
        var listed = json(HttpCall.send(request(endpoint.models()).GET().build(), LISTING, cancellation))
                .path("data");
        if (!listed.isArray()) {
            throw new TroubleException(Trouble.UNEXPECTED);
        }
        var names = new ArrayList<String>();
        for (var model : listed) {
            var name = model.path("id").asText("");
            if (!name.isBlank() && name.length() <= LONGEST_NAME && names.size() < MOST_MODELS) {
                names.add(name);
            }
        }
        return names;
    }

    private HttpRequest.Builder request(URI to) {
        var request =
                HttpRequest.newBuilder(to).header("Accept", "application/json").header("User-Agent", "svc");
        return key == null || key.isEmpty() ? request : request.header("Authorization", "Bearer " + key);
    }

    private static JsonNode json(byte[] body) throws TroubleException {
        try {
            var node = JSON.readTree(body);
            if (node.isObject()) {
                return node;
            }
            throw new TroubleException(node.isMissingNode() ? Trouble.NOT_JSON : Trouble.UNEXPECTED);
        } catch (IOException none) {
            throw new TroubleException(Trouble.NOT_JSON);
        }
    }
}
