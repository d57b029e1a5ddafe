package dev.svc.server;

import dev.svc.server.catalog.Progress.Phase;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.session.EngineKey;
import dev.svc.shared.config.Config;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the machine, the process and each room say about themselves.
final class SystemFacts {
    private final HostFacts host;
    private final Rooms rooms;

    SystemFacts(Config config, Rooms rooms) {
        this.host = new HostFacts(config);
        this.rooms = rooms;
    }

    Map<String, @Nullable Object> view() {
        var facts = new LinkedHashMap<String, @Nullable Object>(host.view());
        facts.put(
                "terminals",
                Map.of(
                        "backend", rooms.terminals().backend(),
                        "scope", rooms.terminals().scope(),
                        "live", rooms.terminals().count(),
                        "viewers", rooms.sockets().count()));
        facts.put("index", index());
        facts.put("journal", journal());
        return facts;
    }

    private Map<String, Object> index() {
        List<EngineKey> engines =
                rooms.engines().all().stream().map(EngineProvider::engineId).toList();
        int sessions = engines.stream().mapToInt(rooms.catalog()::sessions).sum();
        long pending = engines.stream()
                .filter(engine -> rooms.catalog().progress(engine).phase() != Phase.FOLLOWING)
                .count();
        return Map.of("sessions", sessions, "stores_being_read", pending);
    }

    private Map<String, @Nullable Object> journal() {
        var journal = new LinkedHashMap<String, @Nullable Object>();
        journal.put("seq", rooms.metadata().journal().head().seq());
        journal.put("damage", rooms.metadata().journal().damage().orElse(null));
        return journal;
    }
}
