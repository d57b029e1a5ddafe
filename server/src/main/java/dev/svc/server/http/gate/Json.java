package dev.svc.server.http.gate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// JSON at the boundary: snake_case names, times in UTC with milliseconds, bounded bodies.
public final class Json {
    private static final int MAX_BODY = 1 << 20;
    private static final int MAX_DEPTH = 64;

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    private static final ObjectMapper MAPPER = mapper();

    private Json() {}

    private static ObjectMapper mapper() {
        var limits = StreamReadConstraints.builder().maxNestingDepth(MAX_DEPTH).build();
        var factory = JsonFactory.builder()
                .streamReadConstraints(limits)
                .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                .build();
        return JsonMapper.builder(factory)
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .addModule(new SimpleModule().addSerializer(new Times()))
                .build();
    }

    /// The mapper of every answer, for those who build trees.
    public static ObjectMapper shared() {
        return MAPPER;
    }

    public static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    public static void send(ServerResponse response, Object value) {
        response.headers().set(HeaderNames.CONTENT_TYPE, "application/json; charset=utf-8");
        response.send(bytes(value));
    }

    public static <T> T read(ServerRequest request, Class<T> type) {
        return read(request, type, MAX_BODY);
    }

    /// Reads a body of at most `limit` bytes; anything that is not of the type is a 400 with the place where it went
    /// wrong.
    public static <T> T read(ServerRequest request, Class<T> type, int limit) {
        byte[] body = body(request, limit);
        try {
            T value = MAPPER.readValue(body, type);
            if (value == null) {
                throw Problem.badRequest("The body must be a JSON object.");
            }
            return value;
        } catch (JsonProcessingException broken) {
            throw Problem.badRequest("The body is not the JSON that is expected here" + place(broken) + ".");
        } catch (IOException failed) {
            throw Problem.badRequest("The body could not be read.");
        }
    }

    /// The raw body, at most `limit` bytes of it.
    public static byte[] body(ServerRequest request, int limit) {
        if (!request.content().hasEntity()) {
            return new byte[0];
        }
        try (InputStream in = request.content().inputStream()) {
            byte[] body = in.readNBytes(limit + 1);
            if (body.length > limit) {
                throw Problem.tooLarge("The body may have " + limit + " bytes at most.");
            }
            return body;
        } catch (IOException failed) {
            throw Problem.badRequest("The body could not be read.");
        }
    }

    private static String place(JsonProcessingException broken) {
        var location = broken.getLocation();
        return location == null ? "" : " (line %d, column %d)".formatted(location.getLineNr(), location.getColumnNr());
    }

    private static final class Times extends StdSerializer<Instant> {
        private static final long serialVersionUID = 1;

        Times() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant time, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeString(TIME.format(time));
        }
    }
}
