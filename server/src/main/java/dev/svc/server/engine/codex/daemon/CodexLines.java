package dev.svc.server.engine.codex.daemon;

import dev.svc.server.engine.ask.AskLine;
import dev.svc.server.engine.ask.LineWay;
import dev.svc.server.engine.ask.SilentLine;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Opens lines to sessions that the daemon holds. It tells every client of a session what is asked, and takes the
/// first answer. A session that runs outside the daemon is not reached.
public final class CodexLines implements LineWay {
    private final Path root;
    private final CodexLine.Times times;

    /// Of the Codex with that home folder.
    public CodexLines(Path root) {
        this(root, new CodexLine.Times(Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(5)));
    }

    CodexLines(Path root, CodexLine.Times times) {
        this.root = root;
        this.times = times;
    }

    /// Adds nothing to the launch: the daemon's socket is known by Codex's home folder.
    @Override
    public Prepared prepare(Path folder) {
        return new Prepared(List.of(), Map.of(), root.toString());
    }

    /// Without an id there is no session to join; the line is opened again once there is one.
    @Override
    public AskLine open(String handle, Optional<String> nativeId, long pid, Listener listener) {
        try {
            var daemon = new CodexDaemon(Path.of(handle));
            return nativeId.<AskLine>map(id -> CodexLine.open(daemon, id, times, listener))
                    .orElse(SilentLine.SILENT);
        } catch (InvalidPathException none) {
            return SilentLine.SILENT;
        }
    }
}
