package dev.svc.shared.control;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/// A growing log whose end people want to see.
final class LogFile {
    private static final long MOST_BYTES = 64 << 10;

    private LogFile() {}

    /// Empty where there is none.
    static String end(Path file) {
        try (var channel = Files.newByteChannel(file)) {
            long from = Math.max(0, channel.size() - MOST_BYTES);
            var bytes = ByteBuffer.allocate((int) (channel.size() - from));
            channel.position(from).read(bytes);
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.UTF_8);
        } catch (IOException none) {
            return "";
        }
    }
}
