package dev.svc.tray.host;

import dev.svc.shared.config.Home;
import dev.svc.shared.config.Platform;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/// Where the command svc lies that belongs to this tray.
public final class SvcCommand {
    private SvcCommand() {}

    /// A tray of a release goes with the current one, which an update may have changed since it was started; one of a
    /// package with the command of that package.
    ///
    /// @param programRoot the checkout, release or package that the tray runs from
    public static Optional<Path> find(Path programRoot, Platform platform) {
        String name = platform.family() == Platform.Family.WINDOWS ? "svc.cmd" : "svc";
        Path home = Home.of(platform).root();
        var ofRelease = Stream.of(home.resolve("current/src").resolve(name))
                .filter(_ -> programRoot.startsWith(home.resolve("releases")));
        var others = Stream.of(programRoot.resolve(name), programRoot.resolve("../../bin/svc").normalize());
        return Stream.concat(ofRelease, others)
                .filter(Files::isRegularFile)
                .filter(Files::isExecutable)
                .findFirst();
    }
}
