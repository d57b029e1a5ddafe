package dev.svc.tray.host;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.shared.control.Command;
import dev.svc.shared.control.ControlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// The version that is installed now: asked of the command svc, again only when that was replaced.
final class Installed {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final Command command;
    private final List<String> svc;

    /// Guarded by `this`, as is `version`.
    @GuardedBy("this")
    private String asked = "";

    @GuardedBy("this")
    private String version = "";

    Installed(Command command, List<String> svc) {
        this.command = command;
        this.svc = svc;
    }

    /// Empty when unknown; nothing is said about versions then.
    synchronized String version() {
        String now = stamp();
        if (!now.isEmpty() && !now.equals(asked)) {
            asked = now;
            version = ask();
        }
        return version;
    }

    private String ask() {
        try {
            var argv = new ArrayList<>(svc);
            argv.add("version");
            var outcome = command.run(PATIENCE, argv);
            String line = outcome.lastLine();
            return outcome.succeeded() && line.startsWith("svc ")
                    ? line.substring(4).strip()
                    : "";
        } catch (ControlException silent) {
            return "";
        }
    }

    /// Changes when another program takes its place; empty when unknown.
    String stamp() {
        if (svc.isEmpty()) {
            return "";
        }
        try {
            Path program = Path.of(svc.getFirst()).toRealPath();
            Path jar = program.resolveSibling("server/target/svc.jar");
            return program + " "
                    + (Files.exists(jar) ? Files.getLastModifiedTime(jar).toString() : "");
        } catch (IOException gone) {
            return "";
        }
    }
}
