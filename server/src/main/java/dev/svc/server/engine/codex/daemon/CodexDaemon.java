package dev.svc.server.engine.codex.daemon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/// The server that all terminals of Codex share, where one runs: it holds their sessions, and lives on without them.
///
/// @param root Codex's home folder
public record CodexDaemon(Path root) {
    private static final int LARGEST = 4 << 10;
    private static final Pattern NUMBER = Pattern.compile("\\s*(?:\\{.*?\"pid\"\\s*:\\s*)?([1-9][0-9]{0,9})\\b.*");

    /// Where its number is noted.
    public Path folder() {
        return root.resolve("app-server-daemon");
    }

    /// The number that it noted of itself; whether that process lives is another question.
    public Optional<Long> pid() {
        var file = folder().resolve("daemon.pid");
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.empty();
        }
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            var text = new String(in.readNBytes(LARGEST), StandardCharsets.UTF_8).replaceAll("\\s+", " ");
            var number = NUMBER.matcher(text);
            return number.matches() ? Optional.of(Long.valueOf(number.group(1))) : Optional.empty();
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /// Whether a terminal of Codex would join it now.
    public boolean isRunning() {
        return pid().flatMap(ProcessHandle::of).filter(ProcessHandle::isAlive).isPresent() && Files.exists(link());
    }

    private Path link() {
        return root.resolve("app-server-control").resolve("app-server-control.sock");
    }

    /// Where it listens. Whoever else could have put it there is not spoken to.
    public Path socket() throws IOException {
        var socket = link().toRealPath();
        if (!Files.getOwner(socket).equals(Files.getOwner(root))) {
            throw new AccessDeniedException(socket.toString(), null, "another person's");
        }
        return socket;
    }
}
