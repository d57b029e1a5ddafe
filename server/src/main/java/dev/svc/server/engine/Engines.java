package dev.svc.server.engine;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The one registry of programs, in their listed order.
public final class Engines {
    private final Map<EngineKey, EngineProvider> providers = new EnumMap<>(EngineKey.class);

    public Engines(List<EngineProvider> providers) {
        for (var provider : providers) {
            if (this.providers.put(provider.engineId(), provider) != null) {
                throw new IllegalArgumentException("two providers for " + provider.engineId());
            }
        }
    }

    public List<EngineProvider> all() {
        return List.copyOf(providers.values());
    }

    public Optional<EngineProvider> find(EngineKey engine) {
        return Optional.ofNullable(providers.get(engine));
    }

    /// Reads an id from outside: well formed, of a registered engine, and of the shape that engine gives its ids or a
    /// placeholder's.
    public Optional<SessionId> findId(String qualified) {
        return SessionId.find(qualified).filter(this::isShaped);
    }

    private boolean isShaped(SessionId id) {
        return find(id.engine())
                .filter(provider -> provider.idPattern().matcher(id.nativeId()).matches()
                        || (provider.newSessionReconciles() && isPlaceholder(id)))
                .isPresent();
    }

    private static boolean isPlaceholder(SessionId id) {
        return id.nativeId().matches("new-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
    }
}
