package dev.svc.server.engine.antigravity;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/// Folders as the program writes them down: as `file://` with or without percent-encoding, or plainly.
final class FileUri {
    private static final String SCHEME = "file://";

    private FileUri() {}

    /// The absolute path; null when no file system can hold it.
    static @Nullable String path(@Nullable String uri) {
        if (uri == null) {
            return null;
        }
        String path = uri.startsWith(SCHEME) ? decoded(withoutHost(uri.substring(SCHEME.length()))) : uri;
        return path.startsWith("/") && path.indexOf('\0') < 0 ? path : null;
    }

    private static String withoutHost(String rest) {
        int slash = rest.indexOf('/');
        return slash < 0 ? "" : rest.substring(slash);
    }

    /// A percent sign that begins no byte stands for itself: some folders are written without encoding.
    private static String decoded(String encoded) {
        if (encoded.indexOf('%') < 0) {
            return encoded;
        }
        byte[] bytes = encoded.getBytes(StandardCharsets.UTF_8);
        var plain = new ByteArrayOutputStream(bytes.length);
        for (int i = 0; i < bytes.length; i++) {
            int high = i + 2 < bytes.length && bytes[i] == '%' ? Character.digit(bytes[i + 1], 16) : -1;
            int low = high < 0 ? -1 : Character.digit(bytes[i + 2], 16);
            if (low < 0) {
                plain.write(bytes[i]);
            } else {
                plain.write(high << 4 | low);
                i += 2;
            }
        }
        return plain.toString(StandardCharsets.UTF_8);
    }
}
