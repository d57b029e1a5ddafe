package dev.svc.server.review.model;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// A model's answer about one session: exactly the requested object, or nothing.
///
/// @param reason what the person is needed for
/// @param project the name of a project, which there may be or not
public record Answer(
        String summary,
        boolean needsYou,
        @Nullable String reason,
        @Nullable String title,
        @Nullable String project) {
    private static final Set<String> FIELDS = Set.of("summary", "needs_you", "reason", "title", "project");
    private static final int LONGEST_SENTENCE = 400;
    private static final int LONGEST_NAME = 120;

    private static final ObjectMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                    .build())
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    /// Anything other than that object, around it or inside it, is refused.
    public static Answer of(String said) throws TroubleException {
        var fields = object(said);
        for (var name : (Iterable<String>) fields::fieldNames) {
            require(FIELDS.contains(name));
        }
        require(fields.path("needs_you").isBoolean());
        var summary = line(fields.path("summary"), LONGEST_SENTENCE);
        require(summary != null);
        return new Answer(
                summary == null ? "" : summary,
                fields.path("needs_you").asBoolean(),
                line(fields.path("reason"), LONGEST_SENTENCE),
                line(fields.path("title"), LONGEST_NAME),
                line(fields.path("project"), LONGEST_NAME));
    }

    private static ObjectNode object(String said) throws TroubleException {
        try {
            if (JSON.readTree(said) instanceof ObjectNode fields) {
                return fields;
            }
        } catch (JsonProcessingException none) {
            throw new TroubleException(Trouble.NO_REVIEW);
        }
        throw new TroubleException(Trouble.NO_REVIEW);
    }

    /// Null when the field is missing, null or blank.
    private static @Nullable String line(JsonNode field, int most) throws TroubleException {
        if (field.isMissingNode() || field.isNull()) {
            return null;
        }
        require(field.isTextual());
        var clean = OneLine.of(field.asText());
        require(clean.codePointCount(0, clean.length()) <= most);
        return clean.isEmpty() ? null : clean;
    }

    private static void require(boolean holds) throws TroubleException {
        if (!holds) {
            throw new TroubleException(Trouble.NO_REVIEW);
        }
    }
}
