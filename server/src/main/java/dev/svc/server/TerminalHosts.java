package dev.svc.server;

import dev.svc.server.terminal.host.DirectHost;
import dev.svc.server.terminal.host.DtachHost;
import dev.svc.server.terminal.host.TerminalHost;
import dev.svc.shared.config.Config;
import dev.svc.shared.config.Variable;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Chooses what keeps programs running: dtach where there is one, else this process itself.
final class TerminalHosts {
    private static final List<String> KNOWN =
            List.of("/usr/bin", "/usr/local/bin", "/opt/homebrew/bin", "/home/linuxbrew/.linuxbrew/bin");

    private TerminalHosts() {}

    static TerminalHost of(Config config) throws IOException {
        Optional<Path> dtach = dtach(config);
        return dtach.isPresent()
                ? new DtachHost(
                        dtach.get(),
                        config.path(Variable.RUNTIME_DIR),
                        UserScope.command(config.platform().environment()))
                : new DirectHost();
    }

    private static Optional<Path> dtach(Config config) {
        Optional<Path> pinned = config.findPath(Variable.DTACH_BIN);
        if (pinned.isPresent()) {
            return pinned.filter(Files::isExecutable);
        }
        String path = config.platform().environment().getOrDefault("PATH", "");
        return Stream.concat(Arrays.stream(path.split(File.pathSeparator)), KNOWN.stream())
                .filter(folder -> !folder.isBlank())
                .map(folder -> Path.of(folder, "dtach"))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }
}
