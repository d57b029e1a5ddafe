package dev.svc.server.wiring.report;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.http.system.MetricsRoutes.Metric;
import dev.svc.server.vault.Keeping;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/// What a monitoring program may want to know of a running service.
public final class Metrics {
    private final Measured measured;

    public Metrics(Measured measured) {
        this.measured = measured;
    }

    public List<Metric> now() {
        var metrics = new ArrayList<Metric>();
        for (var engine : measured.engines().all()) {
            metrics.add(sessions(engine));
        }
        metrics.add(one(
                "svc_terminals_live",
                "Programs running in terminals",
                measured.terminals().count()));
        metrics.add(one(
                "svc_terminal_viewers",
                "Open terminal sockets",
                measured.sockets().count()));
        metrics.add(one(
                "svc_event_streams", "Open streams of events", measured.events().streams()));
        var journal = measured.metadata().journal();
        metrics.add(one(
                "svc_journal_seq",
                "Number of the newest entry of the journal",
                journal.head().seq()));
        metrics.add(one(
                "svc_journal_damaged",
                "1 while metadata is read-only until a repair",
                journal.damage().isPresent() ? 1 : 0));
        var search = measured.search().status();
        metrics.add(one("svc_search_sessions_indexed", "Sessions that can be searched", search.indexed()));
        metrics.add(one("svc_search_sessions", "Sessions to be searched", search.of()));
        metrics.add(one(
                "svc_search_index_bytes",
                "Size of the search index on disk",
                measured.search().bytes()));
        measured.vault().get().map(Keeping::status).ifPresent(vault -> {
            metrics.add(one("svc_vault_sessions", "Sessions that a copy is kept of", vault.sessions()));
            metrics.add(one("svc_vault_sessions_gone", "Of those, the ones that are nowhere else", vault.gone()));
            metrics.add(one("svc_vault_bytes", "Size of the copies on disk", vault.bytes()));
            metrics.add(one("svc_vault_pending", "Sessions still to be copied", vault.pending()));
        });
        metrics.addAll(new UsageMetrics(measured.usage()).now());
        var runtime = ManagementFactory.getRuntimeMXBean();
        metrics.add(
                one("svc_start_time_seconds", "When the service started, since 1970", runtime.getStartTime() / 1000));
        var heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
        metrics.add(one("svc_heap_used_bytes", "Memory in use by objects", heap.getUsed()));
        metrics.add(one("svc_heap_max_bytes", "Most that objects may use", heap.getMax()));
        metrics.add(one(
                "svc_threads",
                "Platform threads",
                ManagementFactory.getThreadMXBean().getThreadCount()));
        return metrics;
    }

    private Metric sessions(EngineProvider engine) {
        var key = engine.engineId();
        return new Metric(
                "svc_sessions",
                "Sessions found, by program",
                "engine=\"" + key.key() + "\"",
                measured.catalog().sessions(key));
    }

    private static Metric one(String name, String help, long value) {
        return new Metric(name, help, "", value);
    }
}
