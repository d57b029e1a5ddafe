package dev.svc.server.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/// JSON as the interface writes it: snake_case names, times in UTC with milliseconds.
public final class JsonOutput {
    private JsonOutput() {}

    public static String of(Object value) throws JsonProcessingException {
        return mapper().writeValueAsString(value);
    }

    static ObjectMapper mapper() {
        return JsonMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .addModule(new SimpleModule().addSerializer(new Times()))
                .build();
    }

    private static final class Times extends StdSerializer<Instant> {
        private static final long serialVersionUID = 1;
        private static final DateTimeFormatter TIME =
                DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

        Times() {
            super(Instant.class);
        }

        @Override
        public void serialize(Instant time, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeString(TIME.format(time));
        }
    }
}
