package dev.svc.server.bench.row;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.ground.OwnService;
import dev.svc.server.bench.ground.Tools;
import dev.svc.server.bench.row.TableLine.Beside;
import dev.svc.server.bench.row.TableLine.Goal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/// What all sessions used, counted from nothing: from the start of a service until it knows, beside whole
/// runs of ccusage over the same store.
public final class UsageRow implements BenchRow {
    private static final String CCUSAGE = "ccusage";
    private static final String MILLIS = "millis";
    private static final int SESSIONS = 2_000;
    private static final int LOOKS = 60_000;
    private static final int PAUSE_MILLIS = 10;

    @Override
    public String name() {
        return "usage";
    }

    @Override
    public List<TableLine> lines() {
        return List.of(TableLine.of(
                String.format(Locale.ROOT, "the usage of %,d sessions, counted from nothing", SESSIONS),
                "ms",
                MILLIS,
                Goal.atMost(1.0, CCUSAGE),
                new Beside(CCUSAGE, MILLIS)));
    }

    @Override
    public Duration lasting(int rounds, boolean peers) {
        return SessionStore.lasting(SESSIONS).plusSeconds(rounds * (peers ? 20L : 5L));
    }

    @Override
    public Parties open(Ground ground, boolean peers) throws Exception {
        var home = SessionStore.make(ground, SESSIONS);
        var parties = new ArrayList<Party>();
        var absent = new ArrayList<String>();
        parties.add(new Party(Party.SVC, () -> Map.of(MILLIS, counted(ground, home))));
        if (peers) {
            try {
                peer(ground, home, parties, absent);
            } catch (IOException broken) {
                absent.add(broken.getMessage() + ".");
            }
        }
        return new Parties(parties, absent);
    }

    private static void peer(Ground ground, Path home, List<Party> parties, List<String> absent)
            throws IOException, InterruptedException {
        var command = Tools.find(CCUSAGE);
        if (command.isEmpty()) {
            absent.add("ccusage is not on PATH.");
            return;
        }
        var ccusage = command.get();
        ground.run(List.of(ccusage.toString(), "--version"), Map.of()); // whether it runs on this machine
        parties.add(new Party(CCUSAGE, () -> Map.of(MILLIS, counted(ground, home, ccusage))));
    }

    /// Searching and the vault are off, which would read the same files meanwhile.
    private static double counted(Ground ground, Path home) throws IOException, InterruptedException {
        long from = System.nanoTime();
        try (var service = OwnService.start(ground, home)) {
            service.set("{\"search\":{\"enabled\":false},\"vault\":{\"enabled\":false}}");
            service.awaitListed(SESSIONS);
            for (int look = 0; look < LOOKS; look++) {
                if (service.get("/api/usage?by=engine").path("complete").asBoolean()) {
                    return (System.nanoTime() - from) / 1e6;
                }
                Thread.sleep(PAUSE_MILLIS);
            }
        }
        throw new IOException("the usage was not counted");
    }

    private static double counted(Ground ground, Path home, Path ccusage) throws IOException, InterruptedException {
        long from = System.nanoTime();
        ground.run(
                List.of(ccusage.toString(), "monthly", "--json", "--offline"),
                Map.of(
                        "HOME",
                        home.toString(),
                        "CLAUDE_CONFIG_DIR",
                        home.resolve(".claude").toString()));
        return (System.nanoTime() - from) / 1e6;
    }
}
