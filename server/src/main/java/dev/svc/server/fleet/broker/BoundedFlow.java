package dev.svc.server.fleet.broker;

import java.io.IOException;
import java.util.Locale;

/// Looks along at what a broker sends, and refuses what no nats-server that svc can use would send. The client
/// takes as much memory as the broker says that a message needs, and the broker is not trusted.
///
/// For one connection, by the thread that reads from it.
final class BoundedFlow {
    /// Lines tell of the broker and of messages that follow.
    static final int LONGEST_LINE = 64 << 10;

    /// As large as a nats-server takes them, unless it is told otherwise.
    static final int LARGEST = 1 << 20;

    private static final int LINE_END = 2;

    private final StringBuilder line = new StringBuilder();
    private long payload;

    /// The next bytes, however they are divided.
    void check(byte[] bytes, int from, int length) throws IOException {
        int end = from + length;
        int at = from;
        while (at < end) {
            if (payload > 0) {
                int part = (int) Math.min(payload, end - at);
                payload -= part;
                at += part;
            } else {
                take((char) (bytes[at++] & 0xff));
            }
        }
    }

    private void take(char letter) throws IOException {
        if (letter == '\n') {
            payload = announced(line.toString().strip());
            line.setLength(0);
        } else if (line.length() == LONGEST_LINE) {
            throw new UnfitBrokerException("the broker sends lines without an end");
        } else {
            line.append(letter);
        }
    }

    /// How many bytes follow a line that are no line, as the client reads it.
    private static long announced(String line) throws IOException {
        var words = line.split("[ \t]", -1);
        return switch (words[0].toUpperCase(Locale.ROOT)) {
            case "MSG" -> length(words, 4, 1) + LINE_END;
            case "HMSG" -> length(words, 5, 2) + LINE_END;
            default -> 0;
        };
    }

    /// The last of the numbers at the end of a line, which has this many words, or one more.
    private static long length(String[] words, int least, int numbers) throws IOException {
        if (words.length != least && words.length != least + 1) {
            throw new UnfitBrokerException("the broker announces a message in no way that is known");
        }
        long last = 0;
        for (int at = words.length - numbers; at < words.length; at++) {
            last = bounded(words[at]);
        }
        return last;
    }

    private static long bounded(String digits) throws IOException {
        try {
            long number = Long.parseLong(digits);
            if (number >= 0 && number <= LARGEST) {
                return number;
            }
        } catch (NumberFormatException none) {
            throw new UnfitBrokerException("the broker announces a message without a length", none);
        }
        throw new UnfitBrokerException("the broker sends messages that are larger than svc takes them");
    }
}
