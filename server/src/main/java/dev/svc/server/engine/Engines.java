package dev.svc.server.engine;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// The one registry of programs, in their listed order.
public final class Engines {
    private final Map<EngineKey, EngineProvider> providers = new TreeMap<>();
    private final Map<String, EngineKey> names = new HashMap<>();
    private final Screens screens;

    /// With the screen rules that the programs bring along.
    public Engines(List<EngineProvider> providers) {
        this(providers, null);
    }

    /// With the screen rules of a folder's files where there are any.
    public Engines(List<EngineProvider> providers, @Nullable Path screenFolder) {
        for (var provider : providers) {
            var engine = provider.engineId();
            if (this.providers.put(engine, provider) != null
                    || names.put(engine.key(), engine) != null
                    || names.put(provider.manifest().alias(), engine) != null) {
                throw new IllegalArgumentException("two providers for " + engine);
            }
        }
        var builtIn = Screens.builtIn(providers);
        this.screens = screenFolder == null ? builtIn : builtIn.with(screenFolder, providers);
    }

    public List<EngineProvider> all() {
        return List.copyOf(providers.values());
    }

    public Optional<EngineProvider> find(EngineKey engine) {
        return Optional.ofNullable(providers.get(engine));
    }

    /// The agents: all but the plain terminal.
    public List<EngineProvider> agents() {
        return all().stream().filter(EngineProvider::isAgent).toList();
    }

    /// Whether it is the plain terminal, in which no agent answers.
    public boolean isPlain(EngineKey engine) {
        return find(engine).filter(it -> !it.isAgent()).isPresent();
    }

    /// The program that people mean by its key or its alias; answers only ever carry the key.
    public Optional<EngineKey> named(String keyOrAlias) {
        return Optional.ofNullable(names.get(keyOrAlias));
    }

    /// All names that people may say, in the listed order, for the sentence that answers a wrong one.
    public String names() {
        return all().stream()
                .map(it -> it.engineId().key() + " or " + it.manifest().alias())
                .collect(Collectors.joining(", "));
    }

    /// The product's name; the key of a program that is not registered, whose sessions an older journal may hold.
    public String label(EngineKey engine) {
        return find(engine).map(it -> it.manifest().label()).orElseGet(engine::key);
    }

    /// The short name, or the key as above.
    public String alias(EngineKey engine) {
        return find(engine).map(it -> it.manifest().alias()).orElseGet(engine::key);
    }

    /// What the screen of a program looks like.
    public ScreenRules screen(EngineKey engine) {
        return screens.rules().getOrDefault(engine, ScreenRules.NONE);
    }

    /// A sentence about each file of screen rules that cannot be used.
    public List<String> screenObjections() {
        return screens.objections();
    }

    /// Reads an id as people write it: the program by key or alias, and of any shape.
    public Optional<SessionId> readId(String qualified) {
        int colon = qualified.indexOf(':');
        return colon < 0
                ? Optional.empty()
                : named(qualified.substring(0, colon))
                        .flatMap(engine -> SessionId.find(engine.key() + qualified.substring(colon)));
    }

    /// Reads an id from outside: well formed, of a registered engine, and of the shape that engine gives its ids or a
    /// placeholder's.
    public Optional<SessionId> findId(String qualified) {
        return readId(qualified).filter(this::isShaped);
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
