package dev.svc.server.session;

import java.util.Optional;

/// Which session of which program. The native part is checked against its engine's own pattern before anything touches
/// a file.
public record SessionId(EngineKey engine, String nativeId) implements Comparable<SessionId> {

    private static final int MAX_NATIVE_ID = 200;

    private static final String PLACEHOLDER = "new-";

    public SessionId {
        if (!isSafe(nativeId, 0)) {
            throw new IllegalArgumentException("not a session id: " + nativeId);
        }
    }

    /// Reads `engine:native_id`, where the engine may be an alias; empty when it is neither well formed nor of a known
    /// engine.
    public static Optional<SessionId> find(String qualified) {
        int colon = qualified.indexOf(':');
        if (colon < 0 || !isSafe(qualified, colon + 1)) {
            return Optional.empty();
        }
        return EngineKey.find(qualified.substring(0, colon))
                .map(engine -> new SessionId(engine, qualified.substring(colon + 1)));
    }

    /// What every engine's pattern is narrower than: no separator, no dot at the start, nothing a command line takes
    /// for an option. Not a regular expression: replaying a journal asks this a million times.
    private static boolean isSafe(String text, int from) {
        int length = text.length() - from;
        if (length < 1 || length > MAX_NATIVE_ID || text.charAt(from) == '.' || text.charAt(from) == '-') {
            return false;
        }
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean isLetter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
            boolean isDigit = c >= '0' && c <= '9';
            if (!isLetter && !isDigit && c != '_' && c != '-' && c != '.') {
                return false;
            }
        }
        return true;
    }

    /// A stand-in until the program has minted the real id.
    public boolean isPlaceholder() {
        return nativeId.startsWith(PLACEHOLDER);
    }

    @Override
    public int compareTo(SessionId other) {
        int byEngine = engine.compareTo(other.engine);
        return byEngine != 0 ? byEngine : nativeId.compareTo(other.nativeId);
    }

    @Override
    public String toString() {
        return engine.key() + ':' + nativeId;
    }
}
