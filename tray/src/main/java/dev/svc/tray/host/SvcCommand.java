package dev.svc.tray.host;

import dev.svc.shared.config.Home;
import dev.svc.shared.config.Platform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/// Where the command svc lies that belongs to this tray.
final class SvcCommand {
    private SvcCommand() {}

    /// A tray of a release goes with the current one, which an update may have changed since it was started.
    ///
    /// @param programRoot the checkout or release that the tray runs from
    static List<String> of(Path programRoot, Home home, Platform platform) {
        String name = platform.family() == Platform.Family.WINDOWS ? "svc.cmd" : "svc";
        Path current = home.root().resolve("current/src").resolve(name);
        boolean isRelease = programRoot.startsWith(home.root().resolve("releases"));
        Path chosen = isRelease && Files.exists(current) ? current : programRoot.resolve(name);
        return Files.isExecutable(chosen) ? List.of(chosen.toString()) : List.of();
    }
}
