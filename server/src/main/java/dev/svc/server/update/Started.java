package dev.svc.server.update;

import dev.svc.server.update.release.Release;
import dev.svc.shared.file.AtomicFile;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;

/// What a service writes down once it has started, for an update that waits for it: every release keeps this form.
///
/// @param held the programs it holds in terminals
public record Started(long pid, int port, String commit, Set<String> held) {

    /// Where the service of an instance writes it.
    public static Path place(Path data) {
        return data.resolve("started");
    }

    /// A service may know its commit by the first twelve letters only.
    boolean is(Release release) {
        return commit.length() >= 12 && release.commit().startsWith(commit);
    }

    public void write(Path file) throws IOException {
        String text = "pid=%d%nport=%d%ncommit=%s%nheld=%s%n"
                .formatted(pid, port, commit, String.join(",", new TreeSet<>(held)));
        AtomicFile.write(file, text.getBytes(StandardCharsets.UTF_8));
    }

    /// Empty where no living process says so.
    static Optional<Started> find(Path file) {
        var lines = new Properties();
        try {
            lines.load(new StringReader(Files.readString(file)));
            String held = lines.getProperty("held", "");
            return Optional.of(new Started(
                            Long.parseLong(lines.getProperty("pid", "")),
                            Integer.parseInt(lines.getProperty("port", "")),
                            lines.getProperty("commit", ""),
                            held.isEmpty() ? Set.of() : Set.of(held.split(",", -1))))
                    .filter(it -> ProcessHandle.of(it.pid)
                            .filter(ProcessHandle::isAlive)
                            .isPresent());
        } catch (IOException | RuntimeException notYet) {
            return Optional.empty();
        }
    }
}
