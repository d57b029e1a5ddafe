package dev.svc.server;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.antigravity.AntigravityProvider;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.engine.codex.CodexProvider;
import dev.svc.server.engine.kimi.KimiProvider;
import dev.svc.server.engine.opencode.OpencodeProvider;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/// The six programs, each with its own variables.
final class Programs {
    private Programs() {}

    static Engines of(Config config) {
        List<EngineProvider> providers = List.of(
                new ClaudeCodeProvider(settings(config, Variable.ENGINE1_BIN, Variable.ENGINE1_DIR)),
                new CodexProvider(settings(config, Variable.ENGINE2_BIN, Variable.ENGINE2_SESSIONS_DIR)),
                new OpencodeProvider(settings(config, Variable.ENGINE3_BIN, Variable.ENGINE3_DB)),
                new AntigravityProvider(settings(config, Variable.ENGINE5_BIN, Variable.ENGINE5_DIR)),
                new KimiProvider(settings(config, Variable.ENGINE6_BIN, Variable.ENGINE6_DIR)));
        return new Engines(providers);
    }

    private static EngineSettings settings(Config config, Variable binary, Variable store) {
        var environment = config.platform().environment();
        List<Path> searchPath = Arrays.stream(
                        environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .filter(folder -> !folder.isBlank())
                .map(Path::of)
                .filter(Path::isAbsolute)
                .toList();
        return new EngineSettings(
                config.platform().userHome(),
                searchPath,
                config.findPath(binary).orElse(null),
                config.findPath(store).orElse(null),
                environment);
    }
}
