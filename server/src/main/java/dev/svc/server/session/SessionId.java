package dev.svc.server.session;

import java.util.Optional;

/// The identity of a session of a program. The native part is checked against its engine's own pattern before it is
/// used to touch a file.
public record SessionId(EngineKey engine, String nativeId) implements Comparable<SessionId> {

    private static final int MAX_NATIVE_ID = 200;

    private static final String PLACEHOLDER = "new-";

    private static final boolean[] SAFE = new boolean[128];

    static {
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-."
                .chars()
                .forEach(c -> SAFE[c] = true);
    }

    public SessionId {
        if (!isSafe(nativeId, 0)) {
            throw new IllegalArgumentException("not a session id: " + nativeId);
        }
    }

    /// Reads `engine:native_id` as svc writes it; empty when it is not well formed. Whether there is such a program is
    /// another question.
    public static Optional<SessionId> find(String qualified) {
        int colon = qualified.indexOf(':');
        if (colon < 0 || !isSafe(qualified, colon + 1)) {
            return Optional.empty();
        }
        return EngineKey.findAhead(qualified, colon)
                .map(engine -> new SessionId(engine, qualified.substring(colon + 1)));
    }

    /// A superset of every engine's pattern: no separator, no dot at the start, nothing a command line takes for an
    /// option. Not a regular expression: replaying a journal checks this a million times.
    private static boolean isSafe(String text, int from) {
        int length = text.length() - from;
        if (length < 1 || length > MAX_NATIVE_ID || text.charAt(from) == '.' || text.charAt(from) == '-') {
            return false;
        }
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c >= SAFE.length || !SAFE[c]) {
                return false;
            }
        }
        return true;
    }

    /// A placeholder until the program has created the real id.
    public boolean isPlaceholder() {
        return nativeId.startsWith(PLACEHOLDER);
    }

    @Override
    public int compareTo(SessionId other) {
        int byEngine = engine.compareTo(other.engine);
        return byEngine != 0 ? byEngine : nativeId.compareTo(other.nativeId);
    }

    /// Stable across runs, unlike an enum's hash code: data stored in its order is found in that order again.
    @Override
    public int hashCode() {
        return 31 * engine.key().hashCode() + nativeId.hashCode();
    }

    @Override
    public String toString() {
        return engine.key() + ':' + nativeId;
    }
}
