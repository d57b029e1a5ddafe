package dev.svc.server.bench.row;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.ground.OwnProgram;
import dev.svc.server.bench.ground.OwnService;
import dev.svc.server.bench.row.TableLine.Beside;
import dev.svc.server.bench.row.TableLine.Goal;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// Whole commands, as a shell runs them, beside a service with some sessions.
public final class CommandRow implements BenchRow {
    private static final String EMPTY = "a JVM that only says its version";
    private static final String VERSION = "version";
    private static final String SESSIONS = "sessions";
    private static final String BARE = "bare";
    private static final int STORED = 100;
    private static final int TIMES = 3;
    private static final int LOOKS = 600;
    private static final long PAUSE_MILLIS = 100;

    @Override
    public String name() {
        return "commands";
    }

    @Override
    public List<TableLine> lines() {
        return List.of(
                TableLine.of("svc version", "ms", VERSION, Goal.atMost(150), new Beside(EMPTY, BARE)),
                TableLine.of("svc sessions", "ms", SESSIONS, Goal.atMost(250), new Beside(EMPTY, BARE)));
    }

    @Override
    public Duration lasting(int rounds, boolean peers) {
        return Duration.ofSeconds(20 + 3L * rounds);
    }

    @Override
    public Parties open(Ground ground, boolean peers) throws Exception {
        var service = OwnService.start(ground, SessionStore.make(ground, STORED));
        service.awaitListed(STORED);
        var more = OwnProgram.surroundings(service.data());
        var absent = new ArrayList<String>();
        if (OwnProgram.launcher().isEmpty()) {
            absent.add("there is no launcher of svc: its commands were run by java, with the flags of this one.");
        } else if (!hasCache(ground, more)) {
            absent.add("the start-up cache of commands was not made in time: they took longer than they will.");
        }
        return new Parties(
                List.of(
                        new Party(
                                Party.SVC,
                                () -> Map.of(
                                        VERSION, timed(ground, OwnProgram.command(VERSION), more),
                                        SESSIONS, timed(ground, OwnProgram.command(SESSIONS), more))),
                        new Party(EMPTY, () -> Map.of(BARE, timed(ground, bare(), Map.of())))),
                absent);
    }

    private static List<String> bare() {
        return List.of(System.getProperty("java.home", "") + "/bin/java", "-version");
    }

    /// The first command of a build has the cache of commands made behind it, which would be measured as
    /// well.
    private static boolean hasCache(Ground ground, Map<String, String> more) throws IOException, InterruptedException {
        var built = OwnProgram.root().map(root -> root.resolve("server/target")).filter(Files::isDirectory);
        if (built.isEmpty()) {
            return true; // of a package, which brings it
        }
        var cache = built.get().resolve("command.aot");
        var begun = built.get().resolve("command.training");
        if (!Files.exists(cache) && !Files.exists(begun)) {
            ground.removeAtTheEnd(begun);
        }
        ground.run(OwnProgram.command(SESSIONS), more);
        for (int look = 0; look < LOOKS && Files.exists(begun); look++) {
            Thread.sleep(PAUSE_MILLIS);
        }
        return Files.exists(cache);
    }

    private static double timed(Ground ground, List<String> command, Map<String, String> more) throws Exception {
        var times = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            long from = System.nanoTime();
            ground.run(command, more);
            times[i] = (System.nanoTime() - from) / 1e6;
        }
        return Figures.median(times);
    }
}
