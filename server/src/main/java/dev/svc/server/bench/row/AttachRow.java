package dev.svc.server.bench.row;

import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.ground.OwnService;
import dev.svc.server.bench.ground.QuietShell;
import dev.svc.server.bench.ground.SvcWire;
import dev.svc.server.bench.ground.Tools;
import dev.svc.server.bench.row.Seats.Opening;
import dev.svc.server.bench.row.Seats.Ttyd;
import dev.svc.server.bench.row.TableLine.Beside;
import dev.svc.server.bench.row.TableLine.Goal;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Looking at a session with 8 MB behind it: its first byte, and all of it.
public final class AttachRow implements BenchRow {
    private static final int MEGABYTES = 8;
    private static final int TIMES = 5;
    private static final String MARK = "ENDATTACH7Q";
    private static final String FIRST = "first";
    private static final String ALL = "all";
    private static final String TTYD = "ttyd, running cat of it";
    private static final String TMUX = "ttyd + tmux, one screen";

    @Override
    public String name() {
        return "attach";
    }

    @Override
    public List<TableLine> lines() {
        return List.of(
                TableLine.of(
                        "attaching, first byte",
                        "ms",
                        FIRST,
                        Goal.atMost(0.7, TTYD),
                        new Beside(TTYD, FIRST),
                        new Beside(TMUX, FIRST)),
                TableLine.of("attaching, all of 8 MB", "ms", ALL, Goal.atMost(0.35, TTYD), new Beside(TTYD, ALL)));
    }

    @Override
    public Duration lasting(int rounds, boolean peers) {
        return Duration.ofSeconds(5 + 2L * rounds * (peers ? 3 : 1));
    }

    @Override
    public Parties open(Ground ground, boolean peers) throws Exception {
        var text = PrintedText.make(ground, MEGABYTES);
        var parties = new ArrayList<Party>();
        var absent = new ArrayList<String>();
        var service = OwnService.start(ground, ground.folder("home"));
        var session = UUID.randomUUID();
        Opening own = () -> SvcWire.open(service.port(), session);
        fill(own, text);
        parties.add(new Party(Party.SVC, () -> attached(own)));
        if (peers) {
            try {
                peers(ground, text, parties, absent);
            } catch (IOException broken) {
                absent.add(broken.getMessage() + ".");
            }
        }
        return new Parties(parties, absent);
    }

    private static void peers(Ground ground, Path text, List<Party> parties, List<String> absent)
            throws IOException, InterruptedException {
        if (Tools.find("ttyd").isPresent()) {
            var replay = ground.script(
                    "replay", "stty raw -echo; cat '%s'; printf '%s\\n'; sleep 5\n".formatted(text, MARK));
            var ttyd = new Ttyd(ground, List.of(replay.toString()));
            parties.add(new Party(TTYD, () -> attached(() -> ttyd.open(""))));
            if (Tools.find("tmux").isPresent()) {
                parties.add(tmux(ground, text));
            } else {
                absent.add("tmux is not on PATH.");
            }
        } else {
            absent.add(Seats.NO_TTYD);
        }
    }

    private static Party tmux(Ground ground, Path text) throws IOException, InterruptedException {
        var kept = ground.script(
                "tmuxed",
                "export TMUX_TMPDIR='%s'; exec tmux -f /dev/null new-session -A -s \"$1\" '%s'\n"
                        .formatted(ground.folder("tmp"), OwnService.shell(ground)));
        var ttyd = new Ttyd(ground, List.of("-a", kept.toString()));
        Opening opening = () -> ttyd.open("bench");
        fill(opening, text);
        return new Party(TMUX, () -> attached(opening));
    }

    private static void fill(Opening opening, Path text) throws IOException, InterruptedException {
        try (var shell = QuietShell.at(opening.open())) {
            shell.run("cat '%s'".formatted(text));
            shell.tell("printf '%s%s\\n' " + MARK.substring(0, 6) + " " + MARK.substring(6));
            shell.await(MARK);
            Thread.sleep(500); // until nothing more is on its way
        }
    }

    private static Map<String, Double> attached(Opening opening) throws Exception {
        var first = new double[TIMES];
        var all = new double[TIMES];
        for (int i = 0; i < TIMES; i++) {
            long from = System.nanoTime();
            try (var shell = QuietShell.again(opening.open())) {
                all[i] = (shell.await(MARK) - from) / 1e6;
                first[i] = (shell.first() - from) / 1e6;
            }
            Thread.sleep(300); // until it is known that the viewer has left
        }
        return Map.of(FIRST, Figures.median(first), ALL, Figures.median(all));
    }
}
