package dev.svc.server.wiring.bench;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.ground.OwnProgram;
import dev.svc.server.bench.ground.Tools;
import dev.svc.server.bench.row.BenchRow;
import dev.svc.server.bench.row.Figures;
import dev.svc.server.bench.row.Parties;
import dev.svc.server.bench.row.Party;
import dev.svc.server.bench.row.SessionStore;
import dev.svc.server.bench.row.TableLine;
import dev.svc.server.bench.row.TableLine.Beside;
import dev.svc.server.bench.row.TableLine.Goal;
import dev.svc.server.catalog.Catalog;
import dev.svc.server.catalog.scan.Cache;
import dev.svc.server.engine.EngineSettings;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.claudecode.ClaudeCodeProvider;
import dev.svc.server.metadata.fold.Organisation;
import dev.svc.shared.file.WholeFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/// The list of a store, from nothing and from a valid cache, in this process: it runs as the service does.
public final class ListingRow implements BenchRow {
    private static final String WALK = "a walk + stat in C";
    private static final String RIPGREP = "ripgrep over all of it";
    private static final String NOTHING = "nothing";
    private static final String CACHED = "cached";
    private static final String MILLIS = "millis";
    private static final Pattern WALKED = Pattern.compile("\"walk_ms\":([0-9.]+)");
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int WALKS = 3;

    private final int sessions;

    public ListingRow(int sessions) {
        this.sessions = sessions;
    }

    @Override
    public String name() {
        return "listing";
    }

    @Override
    public List<TableLine> lines() {
        var many = String.format(Locale.ROOT, "%,d sessions ", sessions);
        return List.of(
                line(many + "from nothing", NOTHING, false, 6),
                line(many + "with a cache", CACHED, false, 2),
                line(many + "from nothing, the first time in a process", NOTHING, true, 15),
                line(many + "with a cache, the first time in a process", CACHED, true, 3));
    }

    private static TableLine line(String title, String figure, boolean first, double goal) {
        var beside = List.of(new Beside(WALK, MILLIS), new Beside(RIPGREP, MILLIS));
        return new TableLine(title, "ms", figure, first, beside, Goal.atMost(goal, WALK));
    }

    @Override
    public Duration lasting(int rounds, boolean peers) {
        return SessionStore.lasting(sessions)
                .plus(SessionStore.lasting(sessions).dividedBy(5).multipliedBy(rounds));
    }

    @Override
    public Parties open(Ground ground, boolean peers) throws Exception {
        var home = SessionStore.make(ground, sessions);
        var cache = ground.file("cache");
        var parties = new ArrayList<Party>();
        var absent = new ArrayList<String>();
        parties.add(new Party(Party.SVC, () -> listed(home, cache)));
        walk(ground)
                .ifPresentOrElse(
                        walk -> parties.add(new Party(WALK, () -> Map.of(MILLIS, walked(ground, walk, home)))),
                        () -> absent.add(
                                "no C compiler is on PATH, or the sources are not here: no walk in C was measured."));
        if (peers) {
            var ripgrep = Tools.find("rg");
            ripgrep.ifPresentOrElse(
                    rg -> parties.add(new Party(RIPGREP, () -> Map.of(MILLIS, searched(ground, rg, home)))),
                    () -> absent.add("rg is not on PATH."));
        }
        return new Parties(parties, absent);
    }

    private static Map<String, Double> listed(Path home, Path cache) throws IOException, InterruptedException {
        WholeFolder.remove(cache);
        double nothing = timed(home, cache, true);
        return Map.of(NOTHING, nothing, CACHED, timed(home, cache, false));
    }

    /// @param whole whether to wait until the cache is, which is not timed
    private static double timed(Path home, Path cache, boolean whole) throws InterruptedException {
        var settings = new EngineSettings(home, List.of(), null, null, Map.of());
        var engines = new Engines(List.of(new ClaudeCodeProvider(settings)));
        try (var catalog = new Catalog(
                engines, () -> Organisation.EMPTY, List::of, Catalog.Settings.of(new Cache(cache, "bench")))) {
            long from = System.nanoTime();
            catalog.start();
            require(catalog.awaitScanned(PATIENCE));
            double taken = (System.nanoTime() - from) / 1e6;
            if (whole) {
                require(catalog.awaitRead(PATIENCE));
            }
            return taken;
        }
    }

    private static void require(boolean done) {
        if (!done) {
            throw new IllegalStateException("the list took too long");
        }
    }

    private static Optional<Path> walk(Ground ground) throws IOException, InterruptedException {
        var source = OwnProgram.root()
                .map(root -> root.resolve("docs/bench/listing-walk.c"))
                .filter(Files::exists);
        if (source.isEmpty() || Tools.find("cc").isEmpty()) {
            return Optional.empty();
        }
        var walk = ground.file("walk");
        ground.run(List.of("cc", "-O2", "-o", walk.toString(), source.get().toString(), "-lpthread"), Map.of());
        return Optional.of(walk);
    }

    private static double walked(Ground ground, Path walk, Path home) throws IOException, InterruptedException {
        var times = new double[WALKS];
        for (int i = 0; i < WALKS; i++) {
            var said = ground.run(
                    List.of(walk.toString(), "stat", home.resolve(".claude").toString()), Map.of());
            var found = WALKED.matcher(said);
            if (!found.find()) {
                throw new IOException("the walk said nothing");
            }
            times[i] = Double.parseDouble(found.group(1));
        }
        return Figures.median(times);
    }

    /// It ends with 1, as there is no such word.
    private static double searched(Ground ground, Path ripgrep, Path home) throws IOException, InterruptedException {
        long from = System.nanoTime();
        var process = ground.start(
                List.of(ripgrep.toString(), "--hidden", "-c", "no-such-word-anywhere", home.toString()), Map.of());
        process.getInputStream().readAllBytes();
        process.waitFor();
        return (System.nanoTime() - from) / 1e6;
    }
}
