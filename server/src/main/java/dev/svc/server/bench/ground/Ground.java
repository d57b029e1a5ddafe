package dev.svc.server.bench.ground;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.file.WholeFolder;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// A folder in which everything of a benchmark lies, and the processes that were started from it. They
/// know no other home, and go with the folder: when it is closed, and when this process is told to end.
public final class Ground implements AutoCloseable {
    private static final Path PROC = Path.of("/proc");
    private static final boolean HAS_PROC = Files.exists(PROC.resolve("self/environ"));
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final int LOOKS = 50;
    private static final long PAUSE_MILLIS = 100;
    private static final int SOME = 1 << 30;
    private static final int MOST = 500; // letters of what is said in a failure
    private static final String REMARK = "NOTE: Picked up"; // of a JVM, about its options

    private final Path folder;
    private final AtomicInteger homes = new AtomicInteger();
    private final Thread atTheEnd = new Thread(this::leave, "bench-leaving");

    /// Taken while a process is begun, so that whoever leaves sees every one that was.
    private final ReentrantLock beginning = new ReentrantLock();

    /// Empty folders elsewhere that its processes leave when they are ended.
    private final Queue<Path> marks = new ConcurrentLinkedQueue<>();

    private volatile boolean left;

    private Ground(Path folder) {
        this.folder = folder;
    }

    /// In the folder of temporary files, TMPDIR where that is set.
    public static Ground make() throws IOException {
        var temporary = Optional.ofNullable(System.getenv("TMPDIR"))
                .filter(it -> !it.isBlank())
                .orElse(System.getProperty("java.io.tmpdir", "/tmp"));
        // Short, as sockets lie in it, whose paths may not have more than a hundred letters.
        var name = "svc-bench" + Integer.toString(new SecureRandom().nextInt(SOME), Character.MAX_RADIX);
        var ground = new Ground(OwnerOnly.closed(Files.createDirectory(Path.of(temporary, name)))
                .toRealPath());
        Runtime.getRuntime().addShutdownHook(ground.atTheEnd);
        ground.folder("home");
        ground.folder("tmp");
        return ground;
    }

    /// A folder of this name, new or not.
    public Path folder(String name) throws IOException {
        return Files.createDirectories(file(name));
    }

    /// A new home for one more svc.
    public Path home() throws IOException {
        return folder("s" + homes.incrementAndGet());
    }

    /// The place of a file of this name.
    ///
    /// @throws IllegalStateException where this process is about to end
    public Path file(String name) {
        requireNotLeft();
        return folder.resolve(name);
    }

    /// A program of a few lines for the shell.
    ///
    /// @param lines what follows the first line
    public Path script(String name, String lines) throws IOException {
        var script = file(name);
        Files.writeString(script, "#!/bin/sh\n" + lines);
        if (!script.toFile().setExecutable(true)) {
            throw new IOException(script + " cannot be made a program");
        }
        return script;
    }

    /// Takes away at the end an empty folder that lies elsewhere: a process of the benchmark says by it that
    /// it is at something, and may not come to its end.
    public void removeAtTheEnd(Path mark) {
        marks.add(mark);
    }

    /// What a process of the benchmark knows of its surroundings: nothing that leads to this person's home.
    public Map<String, String> environment() {
        var known = new HashMap<String, String>();
        known.put("PATH", Optional.ofNullable(System.getenv("PATH")).orElse("/usr/local/bin:/usr/bin:/bin"));
        known.put("HOME", folder.resolve("home").toString());
        known.put("TMPDIR", folder.resolve("tmp").toString());
        known.put("LANG", "C.UTF-8");
        known.put("TERM", "xterm-256color");
        return known;
    }

    /// Starts a process that knows only [#environment] and `more`; what it says of its troubles is kept
    /// in a file.
    public Process start(List<String> command, Map<String, String> more) throws IOException {
        var builder = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectInput(new File("/dev/null"))
                .redirectError(Redirect.appendTo(folder.resolve("errors").toFile()));
        builder.environment().clear();
        builder.environment().putAll(environment());
        builder.environment().putAll(more);
        beginning.lock();
        try {
            requireNotLeft();
            return builder.start();
        } finally {
            beginning.unlock();
        }
    }

    /// Runs a command to its end and returns what it printed.
    public String run(List<String> command, Map<String, String> more) throws IOException, InterruptedException {
        int others = said().length();
        var process = start(command, more);
        var said = new String(process.getInputStream().readAllBytes(), UTF_8);
        if (process.waitFor() != 0) {
            throw new IOException(
                    "%s failed: %s".formatted(String.join(" ", command), troublesIn(said().substring(others))));
        }
        return said;
    }

    /// The end of what the processes have said of their troubles.
    public String troubles() throws IOException {
        return troublesIn(said());
    }

    private String said() throws IOException {
        var errors = folder.resolve("errors");
        return Files.exists(errors) ? Files.readString(errors) : "";
    }

    private static String troublesIn(String said) {
        var troubles = said.lines()
                .filter(line -> !line.startsWith(REMARK))
                .collect(Collectors.joining("\n"))
                .strip();
        return troubles.substring(Math.max(0, troubles.length() - MOST));
    }

    /// Ends a process and what is below it at once: nobody comes back to what it has.
    public static void end(Process process) {
        var all = Stream.concat(process.descendants(), Stream.of(process.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        try {
            process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
        all.forEach(Ground::forget);
    }

    /// Ends every process that stands on this folder, those that have left their parents too.
    public void endAll() {
        for (int look = 0; look < LOOKS; look++) {
            var standing = standing();
            if (standing.isEmpty()) {
                return;
            }
            standing.forEach(ProcessHandle::destroyForcibly);
            standing.forEach(Ground::forget);
            pause();
        }
    }

    /// Who was started from here and has not ended: known by the home in its environment, which is nobody
    /// else's.
    public List<ProcessHandle> standing() {
        return ProcessHandle.allProcesses().filter(this::standsHere).toList();
    }

    private boolean standsHere(ProcessHandle process) {
        if (process.pid() == ProcessHandle.current().pid()) {
            return false;
        }
        var place = folder + File.separator;
        return HAS_PROC
                ? surroundings(process.pid()).anyMatch(it -> it.startsWith("HOME=" + place))
                : process.info()
                        .commandLine()
                        .filter(line -> line.contains(place))
                        .isPresent();
    }

    /// Nothing where the process is somebody else's, or a zombie, or gone.
    private static Stream<String> surroundings(long pid) {
        try {
            var environment = Files.readString(PROC.resolve(Long.toString(pid)).resolve("environ"), ISO_8859_1);
            return Stream.of(environment.split("\0", -1));
        } catch (IOException untold) {
            return Stream.empty();
        }
    }

    /// A JVM that was killed leaves the file with its counters, which lies there whatever TMPDIR says.
    private static void forget(ProcessHandle process) {
        try {
            Files.deleteIfExists(
                    Path.of("/tmp", "hsperfdata_" + System.getProperty("user.name", ""), Long.toString(process.pid())));
        } catch (IOException kept) {
            // the next JVM of this person removes it
        }
    }

    /// Asked in everything that takes long in this process.
    ///
    /// @throws InterruptedException where a row has used its time
    /// @throws IllegalStateException where this process is about to end
    public void keepGoing() throws InterruptedException {
        requireNotLeft();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
    }

    /// Whether everything of it ends, because it was closed or this process was told to.
    public boolean isLeft() {
        return left;
    }

    private void requireNotLeft() {
        if (left) {
            throw new IllegalStateException("the benchmark ends");
        }
    }

    private void leave() {
        beginning.lock();
        try {
            left = true;
        } finally {
            beginning.unlock();
        }
        endAll();
        for (int look = 0; look < LOOKS && Files.exists(folder); look++) {
            try {
                WholeFolder.remove(folder);
            } catch (IOException | UncheckedIOException stillFilled) {
                pause();
            }
        }
        marks.forEach(Ground::unmark);
    }

    private static void unmark(Path mark) {
        try {
            Files.deleteIfExists(mark);
        } catch (IOException filled) {
            // it is somebody else's by now
        }
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE_MILLIS);
        } catch (InterruptedException hurried) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        leave();
        try {
            Runtime.getRuntime().removeShutdownHook(atTheEnd);
        } catch (IllegalStateException ending) {
            // it runs, and finds nothing any more
        }
    }
}
