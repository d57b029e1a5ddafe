package dev.svc.server.bench.row;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.ground.QuietShell;
import dev.svc.server.bench.ground.Tools;
import dev.svc.server.bench.ground.Used;
import dev.svc.server.bench.row.TableLine.Beside;
import dev.svc.server.bench.row.TableLine.Goal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/// What many sessions that print a little all the time cost, each with a viewer.
public final class PrintingRow implements BenchRow {
    private static final String SHARE = "share";
    private static final int PER_SECOND = 10;
    private static final int LINE = 1_024;
    private static final int BEFORE = 2; // seconds until all of them print
    private static final int COUNTED = 6; // seconds
    private static final int AFTER = 2; // seconds until none does

    private final int sessions;

    public PrintingRow(int sessions) {
        this.sessions = sessions;
    }

    @Override
    public String name() {
        return "printing-" + sessions;
    }

    @Override
    public List<TableLine> lines() {
        return List.of(TableLine.of(
                "the server's processor time for %d sessions of 10 KB/s".formatted(sessions),
                "% of a core",
                SHARE,
                Goal.atMost(1.0, Seats.TTYD),
                new Beside(Seats.TTYD, SHARE),
                new Beside(Seats.TTYD_DTACH, SHARE)));
    }

    @Override
    public Duration lasting(int rounds, boolean peers) {
        return Duration.ofSeconds(
                (sessions / 15 + (long) (BEFORE + COUNTED + AFTER) * rounds) * Seats.count(false, peers));
    }

    @Override
    public Parties open(Ground ground, boolean peers) throws Exception {
        if (Tools.find("perl").isEmpty()) {
            return new Parties(List.of(), List.of("perl is not on PATH, which prints in each session."));
        }
        var seats = Seats.take(ground, false, peers);
        var parties = new ArrayList<Party>();
        for (var seat : seats.all()) {
            var shells = new ArrayList<QuietShell>();
            for (int i = 0; i < sessions; i++) {
                var shell = QuietShell.at(seat.opening().open());
                Thread.ofVirtual().name("viewer").start(shell::drain);
                shells.add(shell);
            }
            parties.add(new Party(seat.name(), () -> print(seat, shells)));
        }
        return new Parties(parties, seats.absent());
    }

    private static Map<String, Double> print(Seats.Seat seat, List<QuietShell> shells) throws Exception {
        for (var shell : shells) {
            shell.tell("perl -e '$|=1;$s=\"x\"x%d;for(1..%d){print \"$s\\n\";select(undef,undef,undef,%s)}'"
                    .formatted(LINE - 1, (BEFORE + COUNTED) * PER_SECOND, 1.0 / PER_SECOND));
        }
        Thread.sleep(BEFORE * 1_000L);
        double used = Used.seconds(seat.server());
        long from = System.nanoTime();
        Thread.sleep((COUNTED - 1) * 1_000L); // the first of them end before the last
        double share = (Used.seconds(seat.server()) - used) * 1e11 / (System.nanoTime() - from);
        Thread.sleep((1 + AFTER) * 1_000L);
        return Map.of(SHARE, share);
    }
}
