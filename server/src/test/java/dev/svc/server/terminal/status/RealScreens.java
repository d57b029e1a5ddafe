package dev.svc.server.terminal.status;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.ScreenRules;
import dev.svc.server.wiring.engine.ConfiguredEngines;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Platform;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/// The built-in screen rules of the real programs.
final class RealScreens {
    private static final Path RECORDED = Path.of("src/test/resources/fixtures/screens");
    private static final Engines ENGINES = ConfiguredEngines.of(
            Config.load(new Platform(Platform.Family.LINUX, Path.of("/nowhere"), Map.of()), null), Set::of);

    private RealScreens() {}

    static ScreenRules of(String alias) {
        return ENGINES.screen(ENGINES.named(alias).orElseThrow());
    }

    /// The programs whose screens were recorded, by the folders of the recordings.
    static Stream<String> recorded() {
        var folders = Objects.requireNonNull(RECORDED.toFile().list());
        return Stream.of(folders).filter(folder -> !folder.equals("shell")).sorted();
    }

    static Stream<String> aliases() {
        return ENGINES.all().stream().map(EngineProvider::manifest).map(it -> it.alias());
    }
}
