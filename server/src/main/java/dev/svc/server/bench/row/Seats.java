package dev.svc.server.bench.row;

import dev.svc.server.bench.ground.DtachWire;
import dev.svc.server.bench.ground.Ground;
import dev.svc.server.bench.ground.OwnService;
import dev.svc.server.bench.ground.SvcWire;
import dev.svc.server.bench.ground.Tools;
import dev.svc.server.bench.ground.TtydWire;
import dev.svc.server.bench.ground.Wire;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;

/// Where terminals are opened: at a service of the benchmark's own, at the bare socket of a dtach, and at
/// ttyd.
final class Seats {
    static final String DTACH = "dtach's socket";
    static final String TTYD = "ttyd";
    static final String TTYD_DTACH = "ttyd + dtach";
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final int LOOKS = 500;

    private final Ground ground;
    private final List<Seat> all = new ArrayList<>();
    private final List<String> absent = new ArrayList<>();
    private final AtomicInteger named = new AtomicInteger();

    /// Opens a terminal whose shell is new.
    @FunctionalInterface
    interface Opening {
        Wire open() throws IOException, InterruptedException;
    }

    /// @param server whose time of a processor counts
    record Seat(String name, Opening opening, ProcessHandle server) {}

    private Seats(Ground ground) {
        this.ground = ground;
    }

    /// @param bare whether the socket of dtach is one of them
    static Seats take(Ground ground, boolean bare, boolean peers) throws IOException, InterruptedException {
        var seats = new Seats(ground);
        var service = OwnService.start(ground, ground.folder("home"));
        seats.all.add(new Seat(Party.SVC, () -> SvcWire.open(service.port(), UUID.randomUUID()), service.process()));
        var dtach = Tools.find("dtach");
        if (dtach.isEmpty()) {
            seats.absent.add(
                    "dtach is not on PATH: nothing says what its socket allows, and svc holds programs itself.");
        } else if (bare) {
            seats.all.add(new Seat(DTACH, () -> seats.behindDtach(dtach.get()), ProcessHandle.current()));
        }
        if (peers) {
            try {
                seats.takeTtyd();
            } catch (IOException broken) {
                seats.absent.add(broken.getMessage() + ".");
            }
        }
        return seats;
    }

    /// How many there are where everything is on PATH.
    static int count(boolean bare, boolean peers) {
        return 1 + (bare ? 1 : 0) + (peers ? 2 : 0);
    }

    List<Seat> all() {
        return all;
    }

    List<String> absent() {
        return absent;
    }

    private void takeTtyd() throws IOException, InterruptedException {
        if (Tools.find("ttyd").isEmpty()) {
            absent.add(NO_TTYD);
            return;
        }
        var shell = OwnService.shell(ground).toString();
        var alone = new Ttyd(ground, List.of(shell));
        all.add(new Seat(TTYD, () -> alone.open(""), alone.process()));
        if (Tools.find("dtach").isPresent()) {
            var kept = ground.script(
                    "kept", "exec dtach -A \"%s/$1\" -z -r winch '%s'\n".formatted(ground.folder("sockets"), shell));
            var with = new Ttyd(ground, List.of("-a", kept.toString()));
            all.add(new Seat(TTYD_DTACH, () -> with.open("t" + named.incrementAndGet()), with.process()));
        }
    }

    static final String NO_TTYD = "ttyd is not on PATH: nothing beside it was measured.";

    private Wire behindDtach(Path dtach) throws IOException, InterruptedException {
        var socket = ground.folder("sockets").resolve("d" + named.incrementAndGet());
        var shell = OwnService.shell(ground).toString();
        ground.run(List.of(dtach.toString(), "-n", socket.toString(), "-E", "-z", "-r", "none", shell), Map.of());
        return DtachWire.open(socket);
    }

    /// A ttyd on a port of its own.
    static final class Ttyd {
        private final Process process;
        private final int port;

        /// @param command what it runs for each viewer, options of ttyd before it
        Ttyd(Ground ground, List<String> command) throws IOException, InterruptedException {
            port = freePort();
            boolean linux =
                    System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");
            var words = new ArrayList<>(Arrays.asList("ttyd", "-W", "-d", "1", "-i", linux ? "lo" : "lo0", "-p"));
            words.add(Integer.toString(port));
            words.addAll(command);
            process = ground.start(words, Map.of());
            awaitPort(ground);
        }

        private void awaitPort(Ground ground) throws IOException, InterruptedException {
            for (int look = 0; look < LOOKS && process.isAlive(); look++) {
                try (var there = new Socket(InetAddress.getLoopbackAddress(), port)) {
                    if (there.isConnected()) {
                        return;
                    }
                } catch (IOException notYet) {
                    Thread.sleep(PAUSE);
                }
            }
            throw new IOException("ttyd does not answer: " + ground.troubles());
        }

        Wire open(String argument) throws IOException {
            return TtydWire.open(port, argument);
        }

        ProcessHandle process() {
            return process.toHandle();
        }
    }

    /// Another process may take it before it is used.
    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
