package dev.svc.server.wiring.report;

import dev.svc.server.catalog.scan.ScanProgress.Phase;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.session.EngineKey;
import dev.svc.shared.config.Config;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the machine, the process and each room say about themselves.
public final class SystemFacts {
    private final HostFacts host;
    private final Measured measured;

    public SystemFacts(Config config, Measured measured) {
        this.host = new HostFacts(config);
        this.measured = measured;
    }

    public Map<String, @Nullable Object> view() {
        var facts = new LinkedHashMap<String, @Nullable Object>(host.view());
        facts.put(
                "terminals",
                Map.of(
                        "backend", measured.terminals().backend(),
                        "scope", measured.terminals().scope(),
                        "live", measured.terminals().count(),
                        "viewers", measured.sockets().count()));
        facts.put("index", index());
        facts.put("journal", journal());
        facts.put("search", search());
        return facts;
    }

    private Map<String, Object> index() {
        List<EngineKey> engines =
                measured.engines().all().stream().map(EngineProvider::engineId).toList();
        int sessions = engines.stream().mapToInt(measured.catalog()::sessions).sum();
        long pending = engines.stream()
                .filter(engine -> measured.catalog().progress(engine).phase() != Phase.FOLLOWING)
                .count();
        return Map.of("sessions", sessions, "stores_being_read", pending);
    }

    private Map<String, @Nullable Object> search() {
        var status = measured.search().status();
        var search = new LinkedHashMap<String, @Nullable Object>();
        search.put("state", status.phase().name().toLowerCase(Locale.ROOT));
        search.put("indexed", status.indexed());
        search.put("of", status.of());
        search.put("bytes", measured.search().bytes());
        search.put("reason", status.reason());
        return search;
    }

    private Map<String, @Nullable Object> journal() {
        var journal = new LinkedHashMap<String, @Nullable Object>();
        journal.put("seq", measured.metadata().journal().head().seq());
        journal.put("damage", measured.metadata().journal().damage().orElse(null));
        return journal;
    }
}
