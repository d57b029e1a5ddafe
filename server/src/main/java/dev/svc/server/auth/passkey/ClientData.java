package dev.svc.server.auth.passkey;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.Optional;

/// What a browser says it had signed, and on which page.
///
/// @param framed it was asked for in a frame of another page
record ClientData(String type, String challenge, String origin, boolean framed) {
    static final int LARGEST = 4_096;
    private static final int DEEPEST = 16;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /// Empty for what no browser writes. Browsers may add members.
    static Optional<ClientData> find(byte[] written) {
        JsonNode root;
        try {
            root = JSON.readTree(written);
        } catch (IOException none) {
            return Optional.empty();
        }
        var crossOrigin = root.path("crossOrigin");
        if (!root.path("type").isTextual()
                || !root.path("challenge").isTextual()
                || !root.path("origin").isTextual()
                || !(crossOrigin.isMissingNode() || crossOrigin.isBoolean())) {
            return Optional.empty();
        }
        return Optional.of(new ClientData(
                root.path("type").asText(),
                root.path("challenge").asText(),
                root.path("origin").asText(),
                crossOrigin.asBoolean() || root.has("topOrigin")));
    }
}
