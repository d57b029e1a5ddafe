package dev.svc.server.engine.gemini;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.svc.server.engine.json.StoreFile;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/// When Gemini CLI deletes chats: 30 days after the last message, unless its settings say otherwise.
record GeminiCleanup(Path settings) {
    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_JAVA_COMMENTS)
            .enable(JsonReadFeature.ALLOW_TRAILING_COMMA)
            .build();
    private static final Pattern AGE = Pattern.compile("([1-9]\\d{0,4})([hdwm])");
    private static final Duration USUAL = Duration.ofDays(30);

    /// Empty where it deletes nothing, or nobody can say when.
    Optional<Duration> after() {
        try {
            var retention = MAPPER.readTree(StoreFile.head(StoreFile.real(settings)))
                    .path("general")
                    .path("sessionRetention");
            if (!retention.path("enabled").asBoolean(true)) {
                return Optional.empty();
            }
            return retention.path("maxAge").isMissingNode()
                    ? Optional.of(USUAL)
                    : age(retention.path("maxAge").asText());
        } catch (NoSuchFileException absent) {
            return Optional.of(USUAL);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<Duration> age(String text) {
        var age = AGE.matcher(text);
        if (!age.matches()) {
            return Optional.empty();
        }
        long count = Long.parseLong(age.group(1));
        return Optional.of(
                switch (age.group(2)) {
                    case "h" -> Duration.ofHours(count);
                    case "w" -> Duration.ofDays(7 * count);
                    case "m" -> Duration.ofDays(30 * count);
                    default -> Duration.ofDays(count);
                });
    }
}
