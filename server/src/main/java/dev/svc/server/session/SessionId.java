package dev.svc.server.session;

import java.util.Optional;
import java.util.regex.Pattern;

/// Which session of which program. The native part is checked against its engine's own pattern before anything touches
/// a file.
public record SessionId(EngineKey engine, String nativeId) implements Comparable<SessionId> {

    /// What every engine's pattern is narrower than: no separator, no dot at the start, nothing a command line takes
    /// for an option.
    private static final Pattern SAFE = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.-]{0,199}");

    private static final String PLACEHOLDER = "new-";

    public SessionId {
        if (!SAFE.matcher(nativeId).matches()) {
            throw new IllegalArgumentException("not a session id: " + nativeId);
        }
    }

    /// Reads `engine:native_id`, where the engine may be an alias; empty when it is neither well formed nor of a known
    /// engine.
    public static Optional<SessionId> find(String qualified) {
        int colon = qualified.indexOf(':');
        if (colon < 0
                || !SAFE.matcher(qualified)
                        .region(colon + 1, qualified.length())
                        .matches()) {
            return Optional.empty();
        }
        return EngineKey.find(qualified.substring(0, colon))
                .map(engine -> new SessionId(engine, qualified.substring(colon + 1)));
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
