package dev.svc.server.demo;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// A file of JSON lines in the making.
final class JsonLinesFile {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final List<String> lines = new ArrayList<>();

    JsonLinesFile add(Map<String, Object> line) {
        lines.add(text(line));
        return this;
    }

    /// Names and values in turns, in this order.
    static Map<String, Object> object(Object... namesAndValues) {
        var map = new LinkedHashMap<String, Object>();
        for (int i = 0; i < namesAndValues.length; i += 2) {
            map.put(namesAndValues[i].toString(), namesAndValues[i + 1]);
        }
        return map;
    }

    static String text(Map<String, Object> value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (IOException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    /// Writes the lines as if their last one had been written then.
    void write(Path file, Instant changed) throws IOException {
        write(file, String.join("\n", lines) + "\n", changed);
    }

    static void write(Path file, String text, Instant changed) throws IOException {
        Files.createDirectories(file.resolveSibling(""));
        Files.writeString(
                file, text, StandardCharsets.UTF_8, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING);
        Files.setLastModifiedTime(file, FileTime.from(changed));
    }
}
