package dev.svc.server.terminal.relief;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.shared.file.OwnerOnly;
import java.io.File;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URLEncoder;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// A relief that is a process: started when a server is about to end, and ended by the next one.
public final class ReliefAtHand implements Relief {
    private static final Logger LOG = Logger.getLogger(ReliefAtHand.class.getName());

    private static final Duration LOOK = Duration.ofMillis(5);

    private final ReliefPlace place;
    private final Duration hold;
    private final Patience patience;

    @GuardedBy("this")
    private @Nullable Process called;

    private ReliefAtHand(Path folder, Duration hold, Patience patience) {
        this.place = new ReliefPlace(folder);
        this.hold = hold;
        this.patience = patience;
    }

    /// How long each side waits for the other before it does without.
    ///
    /// @param coming for a relief that was called
    /// @param answer for a word of the other one, and in the relief for a reader that is to stop
    /// @param pausing for all readers of a relief to stop
    public record Patience(Duration coming, Duration answer, Duration pausing) {
        /// A relief is there within half a second, unless the host is starved: to wait for it costs less than what is
        /// lost without it.
        public static final Patience USUAL =
                new Patience(Duration.ofSeconds(12), Duration.ofSeconds(5), Duration.ofSeconds(15));
    }

    /// One for the terminals of a folder, where sockets can be passed on; else nobody.
    ///
    /// @param folder where sockets lie, closed to others
    /// @param hold how long it holds terminals that nobody takes back
    public static Relief of(Path folder, Duration hold, Patience patience) {
        return Descriptors.canTravel() ? new ReliefAtHand(folder, hold, patience) : NONE;
    }

    @Override
    public synchronized void call() {
        if (called != null) {
            return;
        }
        try {
            Files.deleteIfExists(place.log());
            var log = Files.createFile(place.log(), OwnerOnly.fileAttributes(place.log()));
            var builder = new ProcessBuilder(command())
                    .redirectInput(Redirect.from(new File("/dev/null")))
                    .redirectOutput(Redirect.DISCARD)
                    .redirectError(log.toFile());
            builder.environment().keySet().removeIf(name -> !name.startsWith("LC_") && !name.equals("LANG"));
            called = builder.start();
        } catch (IOException failed) {
            LOG.log(Level.WARNING, failed, () -> "no relief can be started: what programs print is lost");
        }
    }

    /// Small, and ready within a moment: what it does needs no second compiler.
    private List<String> command() {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home", ""), "bin", "java").toString());
        command.addAll(List.of(
                "-Xmx48m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-XX:+ExitOnOutOfMemoryError",
                "--enable-native-access=ALL-UNNAMED",
                "--add-exports=java.base/sun.nio.ch=ALL-UNNAMED"));
        command.add("-cp");
        command.add(Arrays.stream(System.getProperty("java.class.path", "").split(File.pathSeparator))
                .map(part -> Path.of(part).toAbsolutePath().toString())
                .collect(Collectors.joining(File.pathSeparator)));
        command.add(ReliefProcess.class.getName());
        command.add(place.folder().toAbsolutePath().toString());
        command.add(Long.toString(hold.toMillis()));
        command.add(Long.toString(patience.answer().toMillis()));
        return command;
    }

    @Override
    public synchronized Optional<Handing> meet() {
        call();
        var process = called;
        if (process == null) {
            return Optional.empty();
        }
        long end = System.nanoTime() + patience.coming().toNanos();
        while (process.isAlive() && System.nanoTime() < end) {
            if (place.relief().filter(process.toHandle()::equals).isPresent() && Files.exists(place.socket())) {
                try {
                    return Optional.of(begin());
                } catch (IOException notYet) {
                    LOG.log(Level.FINE, notYet, () -> "the relief does not listen yet");
                }
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        process.destroyForcibly(); // one that comes later has nothing to do
        LOG.warning(() -> "no relief came in time: what programs print until the next start is lost (" + place.log()
                + " may say why)");
        return Optional.empty();
    }

    private Handing begin() throws IOException {
        var talk = ReliefTalk.to(place.socket());
        try {
            require(talk.ask(ReliefWords.GIVE, patience.answer()));
            return new Given(talk, patience.answer());
        } catch (IOException | RuntimeException failed) {
            talk.close();
            throw failed;
        }
    }

    private static void require(String answer) throws IOException {
        if (!answer.equals(ReliefWords.OK)) {
            throw new IOException("the relief refuses: " + answer);
        }
    }

    private record Given(ReliefTalk talk, Duration patience) implements Handing {
        @Override
        public boolean hand(String name, Path ring, long capacity, SocketChannel socket) throws IOException {
            String file = URLEncoder.encode(ring.toAbsolutePath().toString(), StandardCharsets.UTF_8);
            talk.say(String.join(" ", ReliefWords.HOLD, name, Long.toString(capacity), file), socket);
            return talk.hear(patience).alone().equals(ReliefWords.OK);
        }

        @Override
        public void close() throws IOException {
            try (talk) {
                require(talk.ask(ReliefWords.DONE, patience));
            }
        }
    }

    @Override
    public Map<String, SocketChannel> takeBack() throws IOException {
        var taken = new HashMap<String, SocketChannel>();
        try {
            if (place.relief().isPresent()) {
                takeBack(taken);
            }
        } catch (IOException failed) {
            LOG.log(Level.WARNING, failed, () -> "the relief gives nothing back: there is a gap in every terminal");
            for (var socket : taken.values()) {
                socket.close();
            }
            taken.clear();
        }
        place.clear(patience.answer());
        return taken;
    }

    private void takeBack(Map<String, SocketChannel> taken) throws IOException {
        try (var talk = ReliefTalk.to(place.socket());
                var landing = new Landing(place.homeLanding())) {
            talk.say(ReliefWords.TAKE);
            var line = talk.hear(patience.pausing());
            while (line.text().startsWith(ReliefWords.HELD) && line.socket().isPresent()) {
                taken.put(
                        line.text().substring(ReliefWords.HELD.length()),
                        landing.channel(line.socket().getAsInt()));
                talk.say(ReliefWords.OK);
                line = talk.hear(patience.answer());
            }
            if (!line.alone().equals(ReliefWords.END)) {
                throw new IOException("the relief says: " + line.text());
            }
            require(talk.ask(ReliefWords.TAKEN, patience.answer()));
        }
    }
}
