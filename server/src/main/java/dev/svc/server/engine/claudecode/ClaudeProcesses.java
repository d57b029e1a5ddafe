package dev.svc.server.engine.claudecode;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.shared.control.ProcessState;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// Reads which sessions the program's own processes are on: it writes `sessions/<pid>.json`, and leaves it behind when
/// killed.
final class ClaudeProcesses {
    private static final int LARGEST = 64 << 10;

    private final Path folder;
    private final Path proc;

    ClaudeProcesses(Path folder, Path proc) {
        this.folder = folder;
        this.proc = proc;
    }

    /// The native ids that a living process of the program works on now.
    Set<String> running() {
        var ids = new TreeSet<String>();
        if (!Files.isDirectory(folder)) {
            return ids;
        }
        try (var files = Files.newDirectoryStream(folder, "*.json")) {
            files.forEach(file -> living(file).ifPresent(ids::add));
        } catch (IOException | java.nio.file.DirectoryIteratorException unreadable) {
            return ids;
        }
        return ids;
    }

    private Optional<String> living(Path file) {
        return read(file)
                .filter(process -> isAlive(
                        process.path("pid").asLong(-1),
                        process.path("procStart").asText()))
                .map(process -> process.path("sessionId").asText())
                .filter(id -> ClaudeHome.ID.matcher(id).matches());
    }

    private static Optional<JsonNode> read(Path file) {
        try {
            if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) || Files.size(file) > LARGEST) {
                return Optional.empty();
            }
            var bytes = Files.readAllBytes(file);
            return JsonLines.parse(bytes, 0, bytes.length);
        } catch (IOException gone) {
            return Optional.empty();
        }
    }

    /// The system reuses process ids; together with the start time an id is unique.
    private boolean isAlive(long pid, String start) {
        if (pid <= 0) {
            return false;
        }
        try {
            return ProcessState.of(proc, pid).start().equals(start);
        } catch (IOException noSuchProcess) {
            return !Files.isDirectory(proc.resolve("self"))
                    && ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
        }
    }
}
