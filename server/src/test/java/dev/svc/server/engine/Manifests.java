package dev.svc.server.engine;

import dev.svc.server.session.EngineKey;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/// Manifests of stand-in programs.
public final class Manifests {
    private static final Map<EngineKey, String> ALIASES = Map.of(
            EngineKey.CLAUDE_CODE, "claude",
            EngineKey.CODEX, "codex",
            EngineKey.OPENCODE, "opencode",
            EngineKey.GEMINI, "gemini",
            EngineKey.ANTIGRAVITY, "antigravity",
            EngineKey.KIMI, "kimi");

    private static final Map<EngineKey, String> LABELS = Map.of(
            EngineKey.CLAUDE_CODE, "Claude Code",
            EngineKey.CODEX, "Codex",
            EngineKey.GEMINI, "Gemini CLI",
            EngineKey.ANTIGRAVITY, "Antigravity",
            EngineKey.KIMI, "Kimi Code");

    private Manifests() {}

    /// A manifest with the names of the program of this number.
    public static Manifest of(EngineKey engine) {
        var alias = ALIASES.getOrDefault(engine, "stand-in");
        var number = engine.key().substring("engine_".length());
        return new Manifest(
                engine,
                alias,
                LABELS.getOrDefault(engine, alias),
                Pattern.compile("[a-z0-9-]+"),
                true,
                new Manifest.Command(alias, List.of(), ""),
                new Manifest.Variables("SVC_ENGINE" + number + "_BIN", "SVC_ENGINE" + number + "_DIR", "~/.other"),
                new Manifest.Arguments(
                        List.of("{id}"),
                        List.of(),
                        List.of(),
                        engine.equals(EngineKey.KIMI) ? List.of() : List.of("--", "{prompt}"),
                        engine.equals(EngineKey.CLAUDE_CODE)),
                Manifest.Environment.NONE,
                new Manifest.Look(new Manifest.Colors("#000000", "#ffffff", "#ffffff"), "M2 8h12"));
    }
}
