package dev.svc.server.engine.opencode;

import dev.svc.server.engine.Reading;
import dev.svc.server.engine.Reading.Unreadable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the next reading of the database must know: how each session looked when its messages were last read.
///
/// One line a session: its id, a digest of what changes with its messages, and the records of it that were not
/// understood.
final class OpencodeMemo {
    private static final String MARK = "opencode 1";

    private final Map<String, Seen> sessions = new HashMap<>();
    private final StringBuilder text = new StringBuilder(MARK);

    /// How a session's messages looked from outside, and what of them was not understood.
    record Seen(String digest, List<Unreadable> unreadable) {}

    static boolean isOf(Reading reading) {
        return reading.memo().startsWith(MARK);
    }

    /// What an earlier whole reading remembered; nothing when there was none.
    static OpencodeMemo of(@Nullable Reading before) {
        var memo = new OpencodeMemo();
        if (before != null && before.complete() && isOf(before)) {
            before.memo().lines().skip(1).forEach(memo::parse);
        }
        return memo;
    }

    private void parse(String line) {
        var words = line.split(" ", -1);
        var unreadable = new ArrayList<Unreadable>();
        for (int i = 2; i + 2 < words.length; i += 3) {
            unreadable.add(new Unreadable(words[i], Integer.parseInt(words[i + 1]), words[i + 2]));
        }
        sessions.put(words[0], new Seen(words[1], unreadable));
    }

    @Nullable
    Seen find(String session) {
        return sessions.get(session);
    }

    void add(String session, Seen seen) {
        text.append('\n').append(session).append(' ').append(seen.digest());
        for (var one : seen.unreadable()) {
            text.append(' ')
                    .append(one.kind())
                    .append(' ')
                    .append(one.count())
                    .append(' ')
                    .append(one.version());
        }
    }

    /// What comes out of the store as one word, for it may hold anything.
    static String word(String text) {
        return text.isBlank() ? "-" : text.replaceAll("[^\\p{Graph}]", "_");
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
