package dev.svc.server.engine.codex;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/// The server in the background that Codex's terminals may share.
///
/// @param root Codex's own folder
record CodexServer(Path root) {
    private static final int LARGEST = 4 << 10;

    /// The file may hold the number alone or with words around it.
    private static final Pattern PID = Pattern.compile("(?<![0-9])[1-9][0-9]{0,9}(?![0-9])");

    /// Whether it runs and listens: a program that is started without it then, or with other settings, would ask
    /// whether to restart it, and that ends what others are doing.
    boolean runs() {
        return Files.exists(root.resolve("app-server-control/app-server-control.sock")) && isAlive();
    }

    private boolean isAlive() {
        try (var in = Files.newInputStream(root.resolve("app-server-daemon/daemon.pid"))) {
            var pid = PID.matcher(new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8));
            return pid.find()
                    && ProcessHandle.of(Long.parseLong(pid.group()))
                            .map(ProcessHandle::isAlive)
                            .orElse(false);
        } catch (IOException none) {
            return false;
        }
    }
}
