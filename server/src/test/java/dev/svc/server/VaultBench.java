package dev.svc.server;

import com.google.errorprone.annotations.FormatMethod;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.Query;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.server.session.SessionId;
import dev.svc.server.vault.Keeper;
import dev.svc.server.vault.Keeping;
import dev.svc.server.vault.Restoring;
import dev.svc.server.vault.UnpackedCopies;
import dev.svc.server.vault.Vault;
import dev.svc.server.vault.VaultSettings;
import dev.svc.server.vault.copy.Sealing;
import dev.svc.server.wiring.follow.CatalogStores;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/// Measures the vault over one store. See docs/bench/vault.sh.
///
/// Arguments: the home folder that holds `.claude`, a folder for cache and vault.
public final class VaultBench {
    private static final Duration PATIENCE = Duration.ofMinutes(60);
    private static final int APPENDS = 40;
    private static final int RESTORED = 1_000;

    private final Path home;
    private final Path work;
    private final Engines engines;

    private VaultBench(Path home, Path work) {
        this.home = home;
        this.work = work;
        this.engines =
                new Engines(List.of(new ClaudeCodeProvider(new EngineSettings(home, List.of(), null, null, Map.of()))));
    }

    public static void main(String[] arguments) throws Exception {
        var bench = new VaultBench(Path.of(arguments[0]), Path.of(arguments[1]));
        var cache = new Cache(bench.work.resolve("cache"), "bench");
        var settings = Catalog.Settings.of(cache);
        try (var catalog = new Catalog(bench.engines, () -> Organisation.EMPTY, List::of, settings)) {
            catalog.start();
            if (!catalog.awaitRead(PATIENCE)) {
                throw new IllegalStateException("the store is not read in time");
            }
            bench.measure(catalog);
        }
        System.exit(0);
    }

    private void measure(Catalog catalog) throws Exception {
        long logs = bytes(home.resolve(".claude"));
        var vault = Vault.open(work.resolve("vault"), Sealing.NONE);
        try (var keeping = keeping(vault, catalog)) {
            long from = System.nanoTime();
            long cpu = cpu();
            keeping.start();
            int all = catalog.page(Query.first(1)).total();
            while (keeping.status().sessions() < all || keeping.status().pending() > 0) {
                Thread.sleep(5);
            }
            double seconds = (System.nanoTime() - from) / 1e9;
            double used = (cpu() - cpu) / 1e9;
            print(
                    "copied %,d sessions, %.0f MB in %.1f s (%.1f MB/s, %.2f s of processor time): %.1f MB, %.3f of the logs",
                    keeping.status().sessions(),
                    logs / 1e6,
                    seconds,
                    logs / 1e6 / seconds,
                    used,
                    vault.bytes() / 1e6,
                    (double) vault.bytes() / logs);
            appends(keeping, catalog);
        }
        restore();
    }

    private Keeping keeping(Vault vault, Catalog catalog) {
        var around = new Keeper.Around(
                engine -> engines.find(engine).flatMap(EngineProvider::originals),
                catalog::stored,
                _ -> false,
                () -> new VaultSettings(true, Long.MAX_VALUE, Set.of(), Set.of(), _ -> false),
                InstantSource.system());
        var unpacked = new UnpackedCopies(
                vault, work.resolve("unpacked"), engine -> engines.find(engine).orElseThrow(), _ -> List.of());
        return new Keeping(vault, around, CatalogStores.all(catalog, List::of), unpacked, () -> false);
    }

    /// From a line's end on the disk to its place in the vault.
    private void appends(Keeping keeping, Catalog catalog) throws Exception {
        var took = new ArrayList<Long>();
        var row = catalog.page(Query.first(1)).rows().getFirst();
        var log = log(row.id());
        for (int i = 0; i < APPENDS; i++) {
            var line =
                    "{\"type\":\"user\",\"message\":{\"role\":\"user\",\"content\":\"line %d\"},\"timestamp\":\"%s\"}\n"
                            .formatted(i, Instant.now());
            Files.writeString(log, line, StandardOpenOption.APPEND);
            long from = System.nanoTime();
            long size = Files.size(log);
            while (keeping.find(row.id()).orElseThrow().bytes() < size) {
                Thread.sleep(2);
            }
            took.add((System.nanoTime() - from) / 1_000_000);
            Thread.sleep(300);
        }
        Collections.sort(took);
        print(
                "an appended line is in the vault after %d ms, p95 %d ms",
                took.get(APPENDS / 2), took.get(APPENDS * 95 / 100));
    }

    private Path log(SessionId id) throws IOException {
        try (var files = Files.walk(home.resolve(".claude/projects"), 2)) {
            return files.filter(file -> file.endsWith(id.nativeId() + ".jsonl"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private void restore() throws IOException {
        try (var vault = Vault.open(work.resolve("vault"), Sealing.NONE)) {
            var chosen = vault.all().stream().limit(RESTORED).toList();
            long bytes = 0;
            for (var held : chosen) {
                Files.delete(log(held.id()));
                bytes += held.bytes();
            }
            var restoring = new Restoring(
                    vault, engine -> engines.find(engine).flatMap(EngineProvider::originals), InstantSource.system());
            long from = System.nanoTime();
            for (var held : chosen) {
                restoring.restore(held.id(), Restoring.Dated.NOW);
            }
            double seconds = (System.nanoTime() - from) / 1e9;
            print("restored %,d sessions, %.0f MB in %.1f s", chosen.size(), bytes / 1e6, seconds);
        }
    }

    private static long bytes(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    /// Of all threads of this process.
    private static long cpu() {
        return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
                .getProcessCpuTime();
    }

    @FormatMethod
    private static void print(String format, Object... values) {
        System.out.println(String.format(Locale.ROOT, format, values));
    }
}
