package dev.svc.server.journal;

import java.io.IOException;
import java.io.Reader;
import java.util.Optional;

/// Lines of untrusted text: an overlong one is refused while it is read.
final class Lines {
    private static final int BUFFER = 1 << 14;

    private final Reader in;
    private final int longest;
    private final char[] buffer = new char[BUFFER];
    private int from;
    private int to;
    private boolean afterReturn;

    Lines(Reader in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /// A line of more characters than any may have.
    static final class TooLongException extends IOException {
        private static final long serialVersionUID = 1L;
    }

    /// The next line without its end; a line feed, a carriage return or both end one.
    Optional<String> next() throws IOException {
        var line = new StringBuilder();
        boolean begun = false;
        while (from < to || fill()) {
            if (afterReturn) {
                afterReturn = false;
                if (buffer[from] == '\n') {
                    from++;
                    continue;
                }
            }
            begun = true;
            int end = end();
            line.append(buffer, from, end - from);
            if (line.length() > longest) {
                throw new TooLongException();
            }
            from = end;
            if (end < to) {
                afterReturn = buffer[end] == '\r';
                from++;
                return Optional.of(line.toString());
            }
        }
        return begun ? Optional.of(line.toString()) : Optional.empty();
    }

    private int end() {
        int end = from;
        while (end < to && buffer[end] != '\n' && buffer[end] != '\r') {
            end++;
        }
        return end;
    }

    private boolean fill() throws IOException {
        from = 0;
        to = Math.max(0, in.read(buffer));
        return to > 0;
    }
}
