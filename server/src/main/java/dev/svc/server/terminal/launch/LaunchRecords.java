package dev.svc.server.terminal.launch;

import dev.svc.server.session.SessionId;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/// The stored slots, one small file each, replaced atomically.
public final class LaunchRecords {
    private static final String ENDING = ".slot";

    private final Path folder;

    public LaunchRecords(Path folder) throws IOException {
        this.folder = OwnerOnly.closed(folder);
    }

    public void write(LaunchRecord launchRecord) throws IOException {
        var properties = new Properties();
        properties.setProperty("session", launchRecord.session().toString());
        properties.setProperty("folder", launchRecord.folder().toString());
        properties.setProperty("started", launchRecord.startedAt().toString());
        if (launchRecord.snapshot() != null) {
            properties.setProperty("snapshot", String.join(",", launchRecord.snapshot()));
        }
        var text = new StringWriter();
        properties.store(text, null);
        Path whole = folder.resolve(launchRecord.name() + ".part");
        OwnerOnly.write(whole, text.toString());
        Files.move(
                whole, file(launchRecord.name()), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    public void remove(LaunchRecord launchRecord) throws IOException {
        Files.deleteIfExists(file(launchRecord.name()));
    }

    /// Every record that can be read; a damaged one belongs to no session that could be named.
    public List<LaunchRecord> all() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ENDING))
                    .flatMap(file -> read(file).stream())
                    .toList();
        }
    }

    private static Optional<LaunchRecord> read(Path file) {
        var properties = new Properties();
        try {
            properties.load(new StringReader(Files.readString(file)));
            String name = file.getFileName().toString().replace(ENDING, "");
            return SessionId.find(properties.getProperty("session", ""))
                    .map(session -> new LaunchRecord(
                            name,
                            session,
                            Path.of(properties.getProperty("folder", "/")),
                            Instant.parse(properties.getProperty("started", Instant.EPOCH.toString())),
                            snapshot(properties.getProperty("snapshot"))));
        } catch (IOException | RuntimeException damaged) {
            return Optional.empty();
        }
    }

    private static @Nullable Set<String> snapshot(@Nullable String joined) {
        if (joined == null) {
            return null;
        }
        return joined.isEmpty() ? Set.of() : Set.of(joined.split(",", -1));
    }

    private Path file(String name) {
        return folder.resolve(name + ENDING);
    }
}
