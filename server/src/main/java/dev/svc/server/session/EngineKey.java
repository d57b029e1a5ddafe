package dev.svc.server.session;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// The six programs whose sessions are found, in the order they are listed.
public enum EngineKey {
    CLAUDE_CODE("engine_1", "claude", "Claude Code"),
    CODEX("engine_2", "codex", "Codex"),
    OPENCODE("engine_3", "opencode", "opencode"),
    GEMINI("engine_4", "gemini", "Gemini CLI"),
    ANTIGRAVITY("engine_5", "antigravity", "Antigravity"),
    KIMI("engine_6", "kimi", "Kimi Code");

    private static final Map<String, EngineKey> NAMES = Arrays.stream(values())
            .flatMap(engine -> Stream.of(Map.entry(engine.key, engine), Map.entry(engine.alias, engine)))
            .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

    private static final EngineKey[] ALL = values();

    private final String key;
    private final String alias;
    private final String label;

    EngineKey(String key, String alias, String label) {
        this.key = key;
        this.alias = alias;
        this.label = label;
    }

    /// The canonical name in ids, filters, facets and variables: `engine_1` and so on.
    public String key() {
        return key;
    }

    /// The short name people may type wherever a key is accepted.
    public String alias() {
        return alias;
    }

    /// The product's name.
    public String label() {
        return label;
    }

    /// Resolves a key or an alias; answers only ever carry the key.
    public static Optional<EngineKey> find(String keyOrAlias) {
        return Optional.ofNullable(NAMES.get(keyOrAlias));
    }

    /// The one whose key or alias a text begins with, up to `end`.
    static Optional<EngineKey> findAhead(String text, int end) {
        for (var engine : ALL) {
            if (isAhead(engine.key, text, end) || isAhead(engine.alias, text, end)) {
                return Optional.of(engine);
            }
        }
        return Optional.empty();
    }

    private static boolean isAhead(String name, String text, int end) {
        return name.length() == end && text.startsWith(name);
    }

    @Override
    public String toString() {
        return key;
    }
}
