package dev.svc.server.http.term;

import dev.svc.server.http.gate.Problem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Streams the parts of a form in order, never holding more than a buffer of them.
final class Multipart {
    private static final int BUFFER = 64 << 10;
    private static final int LONGEST_HEADERS = 8 << 10;
    private static final int LONGEST_VALUE = 1_000;
    private static final Pattern FORM = Pattern.compile("(?i)\\s*+multipart/form-data\\s*+;");

    /// Untrusted text is matched by loops without backtracking: backtracking groups take a stack frame per character.
    private static final Pattern BOUNDARY =
            Pattern.compile("(?i)[;\\s]boundary=(?:\"([^\"]{1,70}+)\"|([^;\\s\"]{1,70}+))(?![^;\\s])");

    private static final Pattern NAME = Pattern.compile("(?i)(?:^|[;\\s])name=\"((?:[^\"\\\\]++|\\\\.)*+)\"");
    private static final Pattern FILE_NAME = Pattern.compile("(?i)(?:^|[;\\s])filename=\"((?:[^\"\\\\]++|\\\\.)*+)\"");

    private final InputStream in;
    private final byte[] delimiter;
    private byte[] buffer = new byte[BUFFER];
    private int from;
    private int to;
    private boolean begun;

    /// A field of the form; its content must be read before the next part is asked for.
    record Part(String name, @Nullable String fileName, InputStream content) {}

    Multipart(InputStream in, String boundary) {
        this.in = in;
        this.delimiter = ("\r\n--" + boundary).getBytes(StandardCharsets.ISO_8859_1);
        buffer[0] = '\r';
        buffer[1] = '\n';
        to = 2; // the first delimiter has no line before it
    }

    /// The boundary from the content type; empty when it is not such a form.
    static Optional<String> boundary(String contentType) {
        if (contentType.length() > LONGEST_VALUE || !FORM.matcher(contentType).lookingAt()) {
            return Optional.empty();
        }
        var found = BOUNDARY.matcher(contentType);
        return found.find()
                ? Optional.ofNullable(found.group(1)).or(() -> Optional.ofNullable(found.group(2)))
                : Optional.empty();
    }

    Optional<Part> next() throws IOException {
        if (!begun) {
            begun = true;
            new Content().transferTo(java.io.OutputStream.nullOutputStream());
        }
        byte[] afterDelimiter = take(2);
        if (afterDelimiter[0] == '-' && afterDelimiter[1] == '-') {
            return Optional.empty();
        }
        var headers = headers(afterDelimiter);
        var disposition = headers.lines()
                .filter(line -> line.toLowerCase(Locale.ROOT).startsWith("content-disposition:"))
                .findFirst()
                .orElse("");
        return Optional.of(new Part(
                value(NAME, disposition).orElse(""),
                value(FILE_NAME, disposition).orElse(null),
                new Content()));
    }

    private static Optional<String> value(Pattern pattern, String disposition) {
        var found = pattern.matcher(disposition);
        if (!found.find()) {
            return Optional.empty();
        }
        if (found.group(1).length() > LONGEST_VALUE) {
            throw Problem.badRequest("A name in the form may have %d characters at most.".formatted(LONGEST_VALUE));
        }
        return Optional.of(found.group(1).replaceAll("\\\\(.)", "$1"));
    }

    private String headers(byte[] begun) throws IOException {
        var headers = new StringBuilder(new String(begun, StandardCharsets.ISO_8859_1));
        while (headers.indexOf("\r\n\r\n", headers.length() - 4) < 0) {
            if (headers.length() > LONGEST_HEADERS) {
                throw broken();
            }
            headers.append((char) (take(1)[0] & 0xff));
        }
        return new String(headers.toString().getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private byte[] take(int count) throws IOException {
        var taken = new byte[count];
        for (int i = 0; i < count; i++) {
            if (from == to) {
                fill();
            }
            taken[i] = buffer[from++];
        }
        return taken;
    }

    /// Reads on; what is between `from` and `to` moves to the front.
    private void fill() throws IOException {
        System.arraycopy(buffer, from, buffer, 0, to - from);
        to -= from;
        from = 0;
        int read = in.read(buffer, to, buffer.length - to);
        if (read < 0) {
            throw broken();
        }
        to += read;
    }

    private static Problem broken() {
        return Problem.badRequest("The upload is no complete form: send it again.");
    }

    /// The bytes up to the next delimiter, which is passed over.
    private final class Content extends InputStream {
        private boolean ended;

        @Override
        public int read() throws IOException {
            var one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            if (ended) {
                return -1;
            }
            int end = delimiterAt();
            while (end < 0 && to - from < delimiter.length) {
                fill();
                end = delimiterAt();
            }
            int certain = end >= 0 ? end - from : to - from - delimiter.length + 1;
            if (certain == 0 && end >= 0) {
                from += delimiter.length;
                ended = true;
                return -1;
            }
            int count = Math.min(length, certain);
            System.arraycopy(buffer, from, target, offset, count);
            from += count;
            return count;
        }

        private int delimiterAt() {
            for (int i = from; i <= to - delimiter.length; i++) {
                if (java.util.Arrays.equals(buffer, i, i + delimiter.length, delimiter, 0, delimiter.length)) {
                    return i;
                }
            }
            return -1;
        }
    }
}
