package dev.svc.server.update.release;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// The lines of a program as they come; of one that never ends only the beginning is kept.
final class BoundedLines implements AutoCloseable {
    private static final int LONGEST = 4_000;

    private final BufferedReader text;

    BoundedLines(InputStream stream) {
        text = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8));
    }

    /// Waits for the next line; null at the end.
    @Nullable
    String next() throws IOException {
        var line = new StringBuilder();
        int letter = text.read();
        if (letter < 0) {
            return null;
        }
        while (letter >= 0 && letter != '\n') {
            if (line.length() < LONGEST && letter != '\r') {
                line.append((char) letter);
            }
            letter = text.read();
        }
        return line.toString();
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}
