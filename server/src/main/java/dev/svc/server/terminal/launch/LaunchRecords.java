package dev.svc.server.terminal.launch;

import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.launch.LaunchRecord.RanOutside;
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

/// Stored records of one kind, one small file each, replaced atomically.
public final class LaunchRecords {
    private static final String RUNNING = ".slot";
    private static final String FALLEN = ".fallen";

    private final Path folder;
    private final String ending;

    private LaunchRecords(Path folder, String ending) throws IOException {
        this.folder = OwnerOnly.closed(folder);
        this.ending = ending;
    }

    /// Of the programs that run.
    public LaunchRecords(Path folder) throws IOException {
        this(folder, RUNNING);
    }

    /// Of the programs that ran when the host or the service went down.
    static LaunchRecords ofFallen(Path folder) throws IOException {
        return new LaunchRecords(folder, FALLEN);
    }

    public void write(LaunchRecord launchRecord) throws IOException {
        var properties = new Properties();
        properties.setProperty("session", launchRecord.session().toString());
        properties.setProperty("folder", launchRecord.folder().toString());
        properties.setProperty("started", launchRecord.startedAt().toString());
        properties.setProperty("bypass", Boolean.toString(launchRecord.bypass()));
        properties.setProperty("joined", Boolean.toString(launchRecord.joined()));
        if (launchRecord.snapshot() != null) {
            properties.setProperty("snapshot", String.join(",", launchRecord.snapshot()));
        }
        var outside = launchRecord.ranOutside();
        if (outside != null) {
            properties.setProperty("outside", outside.where().name());
            properties.setProperty("outside.sure", Boolean.toString(outside.sure()));
            if (outside.place() != null) {
                properties.setProperty("outside.place", outside.place());
            }
        }
        var text = new StringWriter();
        properties.store(text, null);
        Path whole = folder.resolve(launchRecord.name() + ending + ".part");
        OwnerOnly.write(whole, text.toString());
        Files.move(
                whole, file(launchRecord.name()), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    public void remove(LaunchRecord launchRecord) throws IOException {
        Files.deleteIfExists(file(launchRecord.name()));
    }

    Instant written(LaunchRecord launchRecord) throws IOException {
        return Files.getLastModifiedTime(file(launchRecord.name())).toInstant();
    }

    /// Every record that can be read; a damaged one belongs to no session that could be named.
    public List<LaunchRecord> all() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .flatMap(file -> read(file).stream())
                    .toList();
        }
    }

    private Optional<LaunchRecord> read(Path file) {
        var properties = new Properties();
        try {
            properties.load(new StringReader(Files.readString(file)));
            String name = file.getFileName().toString().replace(ending, "");
            return SessionId.find(properties.getProperty("session", ""))
                    .map(session -> new LaunchRecord(
                            name,
                            session,
                            Path.of(properties.getProperty("folder", "/")),
                            Instant.parse(properties.getProperty("started", Instant.EPOCH.toString())),
                            Boolean.parseBoolean(properties.getProperty("bypass")), // older records say nothing
                            Boolean.parseBoolean(properties.getProperty("joined")),
                            snapshot(properties.getProperty("snapshot")),
                            outside(properties)));
        } catch (IOException | RuntimeException damaged) {
            return Optional.empty();
        }
    }

    private static @Nullable RanOutside outside(Properties properties) {
        var where = properties.getProperty("outside");
        return where == null
                ? null
                : new RanOutside(
                        Where.valueOf(where),
                        properties.getProperty("outside.place"),
                        Boolean.parseBoolean(properties.getProperty("outside.sure")));
    }

    private static @Nullable Set<String> snapshot(@Nullable String joined) {
        if (joined == null) {
            return null;
        }
        return joined.isEmpty() ? Set.of() : Set.of(joined.split(",", -1));
    }

    private Path file(String name) {
        return folder.resolve(name + ending);
    }
}
