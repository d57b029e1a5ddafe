package dev.svc.server.terminal.relief;

import dev.svc.server.terminal.intake.OutputSelector;
import dev.svc.server.terminal.launch.Absence;
import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.vital.OwnedBy;
import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URLDecoder;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/// The process itself: gets terminals from one server, reads in them, and gives them to the next.
///
/// It ends when it has given all back, when nobody came for a while, when its place is gone, and when a server runs
/// that does not know of it. One thread talks; readers are threads of their own.
public final class ReliefProcess implements Closeable {
    private static final Duration NOTHING_TO_DO = Duration.ofSeconds(30);

    /// How often it looks whether it is still wanted. A server of a release before this one attaches some
    /// milliseconds after it has removed the note.
    private static final Duration LOOK = Duration.ofMillis(20);

    private final Duration patience;
    private final ReliefPlace place;
    private final Absence absence;
    private final Landing landing;
    private final ServerSocketChannel door;
    private final Selector rings;
    private final OutputSelector selector = new OutputSelector();

    @OwnedBy("the one thread")
    private final List<HeldTerminal> held = new ArrayList<>();

    @OwnedBy("the one thread")
    private boolean given;

    @OwnedBy("the one thread")
    private boolean noted;

    @OwnedBy("the one thread")
    private boolean taken;

    private ReliefProcess(Path folder, Duration patience) throws IOException {
        this.patience = patience;
        this.place = new ReliefPlace(folder);
        this.absence = new Absence(folder);
        this.landing = new Landing(place.landing());
        place.enter();
        this.door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
        door.bind(UnixDomainSocketAddress.of(place.socket()));
        OwnerOnly.close(place.socket());
        door.configureBlocking(false);
        this.rings = Selector.open();
        door.register(rings, SelectionKey.OP_ACCEPT);
    }

    /// Lives until it is not needed any more.
    ///
    /// @param arguments the folder of sockets; for how many milliseconds to hold what nobody takes back; how
    ///     many to wait for a word, or for a reader that is to stop
    public static void main(String[] arguments) throws IOException {
        Descriptors.beginOwnSession();
        try (var process = new ReliefProcess(Path.of(arguments[0]), milliseconds(arguments[2]))) {
            process.run(milliseconds(arguments[1]));
        }
        System.exit(0); // whatever a reader does
    }

    private static Duration milliseconds(String number) {
        return Duration.ofMillis(Long.parseLong(number));
    }

    private void run(Duration hold) throws IOException {
        long began = System.nanoTime();
        while (!isOver(System.nanoTime() - began, hold)) {
            rings.selectedKeys().clear();
            if (rings.select(LOOK.toMillis()) > 0) {
                answer();
            }
        }
        if (!taken && place.isOwn() && absence.isNoted()) {
            for (var terminal : held) {
                terminal.pause(patience);
            }
            absence.begin(Instant.now());
        }
    }

    private boolean isOver(long nanos, Duration hold) {
        boolean wanted = given ? nanos < hold.toNanos() && !held.isEmpty() : nanos < NOTHING_TO_DO.toNanos();
        boolean replaced = noted && !absence.isNoted();
        return taken || !wanted || replaced || !place.isOwn();
    }

    private void answer() {
        try (var talk = new ReliefTalk(door.accept())) {
            switch (talk.hear(patience).alone()) {
                case ReliefWords.GIVE -> receive(talk);
                case ReliefWords.TAKE -> giveBack(talk);
                default -> talk.say(ReliefWords.NO);
            }
        } catch (IOException | RuntimeException failed) {
            System.err.println("svc: relief: " + failed);
        }
    }

    private void receive(ReliefTalk talk) throws IOException {
        given = true;
        noted = absence.isNoted();
        talk.say(ReliefWords.OK);
        for (var line = talk.hear(patience); !line.text().equals(ReliefWords.DONE); line = talk.hear(patience)) {
            talk.say(hold(line) ? ReliefWords.OK : ReliefWords.NO);
        }
        talk.say(ReliefWords.OK);
    }

    private boolean hold(ReliefTalk.Line line) throws IOException {
        var words = line.text().split(" ", -1);
        if (words.length != 4
                || !words[0].equals(ReliefWords.HOLD)
                || line.socket().isEmpty()) {
            line.alone();
            return false;
        }
        var socket = landing.channel(line.socket().getAsInt());
        try {
            var ring = Path.of(URLDecoder.decode(words[3], StandardCharsets.UTF_8));
            held.add(new HeldTerminal(words[1], ring, Long.parseLong(words[2]), socket, selector));
            return true;
        } catch (IOException | RuntimeException failed) {
            System.err.println("svc: relief: " + words[1] + ": " + failed);
            socket.close();
            return false;
        }
    }

    /// Nothing is read from the first word on; if the other one goes before its last, reading goes on.
    private void giveBack(ReliefTalk talk) throws IOException {
        var paused = new ArrayList<HeldTerminal>();
        try {
            for (var terminal : held) {
                terminal.pause(patience);
                paused.add(terminal);
            }
            for (var terminal : held) {
                talk.say(ReliefWords.HELD + terminal.name(), terminal.socket());
                require(talk.hear(patience).alone(), ReliefWords.OK);
            }
            talk.say(ReliefWords.END);
            require(talk.hear(patience).alone(), ReliefWords.TAKEN);
            taken = true;
            place.leave();
            held.forEach(HeldTerminal::close);
            talk.say(ReliefWords.OK);
        } finally {
            if (!taken) {
                for (var terminal : paused) {
                    terminal.goOn();
                }
            }
        }
    }

    private static void require(String heard, String wanted) throws IOException {
        if (!heard.equals(wanted)) {
            throw new IOException("heard in place of " + wanted + ": " + heard);
        }
    }

    @Override
    public void close() throws IOException {
        place.leave();
        held.forEach(HeldTerminal::close);
        landing.close();
        door.close();
        rings.close();
        selector.close();
    }
}
