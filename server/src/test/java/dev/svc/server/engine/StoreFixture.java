package dev.svc.server.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.svc.server.session.SessionFacts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/// A recorded store in a folder of the test's own, with what is expected of it.
public record StoreFixture(Path home, JsonNode expected) {

    /// Copies `fixtures/engines/<name>/home`, because reading a database may need to write beside it.
    public static StoreFixture copy(String name, Path into) throws IOException {
        Path source = resource("/fixtures/engines/" + name);
        try (var files = Files.walk(source.resolve("home"))) {
            for (Path file : files.toList()) {
                Path target =
                        into.resolve(source.resolve("home").relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
        return new StoreFixture(
                into,
                new ObjectMapper().readTree(source.resolve("expected.json").toFile()));
    }

    /// The ids that are expected to be rows.
    public static Set<String> expectedRows(String name) throws IOException {
        var ids = new TreeSet<String>();
        new ObjectMapper()
                .readTree(
                        resource("/fixtures/engines/" + name + "/expected.json").toFile())
                .path("sessions")
                .forEach(session -> ids.add(session.path("id").asText()));
        return ids;
    }

    /// A home as it is where the program is not installed: what is pinned counts alone, and it is not there.
    public static EngineSettings settings(Path home) {
        return new EngineSettings(home, List.of(), home.resolve("no-such-program"), null, Map.of());
    }

    public EngineSettings settings() {
        return settings(home);
    }

    public EngineSettings settings(@Nullable Path storeOverride, Map<String, String> environment) {
        return new EngineSettings(home, List.of(), home.resolve("no-such-program"), storeOverride, environment);
    }

    public List<JsonNode> sessions() {
        return list("sessions");
    }

    public List<String> notListed() {
        return list("not_listed").stream()
                .map(entry -> entry.path("id").asText())
                .toList();
    }

    private List<JsonNode> list(String name) {
        var found = new ArrayList<JsonNode>();
        expected.path(name).forEach(found::add);
        return found;
    }

    /// The rows of a store that is read in full, from nothing.
    public static List<SessionFacts> rows(EngineStore store) throws IOException {
        return store.combine(readings(store));
    }

    /// All that a store says, read in full, from nothing.
    public static List<Reading> readings(EngineStore store) throws IOException {
        var readings = new ArrayList<Reading>();
        store.walk(piece -> {
            try {
                readings.add(store.read(piece, null));
            } catch (IOException unexpected) {
                throw new UncheckedIOException(unexpected);
            }
        });
        return readings;
    }

    public static SessionFacts row(EngineStore store, String nativeId) throws IOException {
        return rows(store).stream()
                .filter(facts -> facts.id().nativeId().equals(nativeId))
                .findFirst()
                .orElseThrow();
    }

    public static List<Piece> pieces(EngineStore store) throws IOException {
        var pieces = new ArrayList<Piece>();
        store.walk(pieces::add);
        return pieces;
    }

    public static void setModified(Path file, Instant time) throws IOException {
        Files.setLastModifiedTime(file, FileTime.from(time));
    }

    private static Path resource(String name) {
        try {
            return Path.of(
                    Objects.requireNonNull(StoreFixture.class.getResource(name)).toURI());
        } catch (URISyntaxException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}
