package dev.svc.server.http.system;

import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.scan.ScanProgress;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Manifest;
import dev.svc.server.engine.Versions;
import dev.svc.server.http.gate.Json;
import dev.svc.server.http.gate.Parameters;
import dev.svc.server.http.gate.Policy;
import dev.svc.server.http.gate.Route;
import dev.svc.server.http.gate.Visitor;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The programs: which are installed, where, and how much of their stores was understood.
public final class EngineRoutes {
    /// A program slow to report its version is shown without one until it has.
    private static final Duration PATIENCE = Duration.ofMillis(1500);

    private final Engines engines;
    private final Catalog catalog;
    private final Versions versions;

    public EngineRoutes(Engines engines, Catalog catalog, Versions versions) {
        this.engines = engines;
        this.catalog = catalog;
        this.versions = versions;
    }

    public List<Route> routes() {
        return List.of(Route.get("/api/engines", Policy.API_READ, this::list));
    }

    /// A program in an answer.
    ///
    /// @param leftOut how many of its logs, the oldest, are not listed, because memory does not hold them
    public record View(
            String engine,
            String alias,
            String label,
            String hint,
            String icon,
            Manifest.Colors colors,
            boolean present,
            boolean supportsNew,
            boolean newSessionReconciles,
            boolean takesPrompt,
            boolean agent,
            @Nullable String bin,
            @Nullable String version,
            String store,
            int sessions,
            List<Unreadable> unreadable,
            int leftOut,
            Scan scan) {}

    /// Records of one kind that could not be understood.
    public record Unreadable(
            String kind, int count, @Nullable String version) {}

    /// How far the reading of the store has come.
    public record Scan(String phase, int done, int total) {}

    private void list(ServerRequest request, ServerResponse response, Visitor visitor) {
        long until = System.nanoTime() + PATIENCE.toNanos();
        engines.all().forEach(this::askVersion);
        Json.send(
                response,
                Map.of(
                        "engines",
                        engines.all().stream().map(it -> view(it, until)).toList()));
    }

    /// All are asked concurrently.
    private void askVersion(EngineProvider engine) {
        engine.binary().ifPresent(binary -> versions.find(binary, Duration.ZERO));
    }

    private View view(EngineProvider engine, long until) {
        var key = engine.engineId();
        var manifest = engine.manifest();
        Optional<Path> binary = engine.binary();
        var left = Duration.ofNanos(Math.max(0, until - System.nanoTime()));
        return new View(
                key.key(),
                manifest.alias(),
                manifest.label(),
                manifest.command().install(),
                manifest.look().icon(),
                manifest.look().colors(),
                engine.isPresent(),
                engine.supportsNew() && binary.isPresent(),
                engine.newSessionReconciles(),
                manifest.takesPrompt(),
                engine.isAgent(),
                binary.map(Path::toString).orElse(null),
                binary.flatMap(it -> versions.find(it, left)).orElse(null),
                engine.store().location().toString(),
                catalog.sessions(key),
                catalog.unreadable(key).stream()
                        .map(it -> new Unreadable(
                                it.kind(), it.count(), it.version().isEmpty() ? null : it.version()))
                        .toList(),
                catalog.leftOut(key),
                scan(catalog.progress(key)));
    }

    private static Scan scan(ScanProgress progress) {
        return new Scan(Parameters.word(progress.phase()), progress.done(), progress.total());
    }
}
