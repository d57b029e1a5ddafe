package dev.svc.server.terminal.host;

import dev.svc.shared.config.ConfigException;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Programs behind dtach masters, which survive the server and are found again by their sockets.
public final class DtachHost implements TerminalHost {
    private static final Logger LOG = Logger.getLogger(DtachHost.class.getName());

    /// What a socket's path may have at most, whatever dtach itself would dare.
    private static final int MAX_PATH = 107;

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final Duration TAKEN_BACK = Duration.ofSeconds(5);
    private static final Duration PAUSE = Duration.ofMillis(2);

    /// Sets the size, reports ids, and waits for a line, so that a reader is attached before the first byte; its parent
    /// stays to record how the program ended. The traps keep it alive through signals meant for the program.
    ///
    /// It lets go of the terminal before it ends. The end of its child interrupts dtach, which then drops what it
    /// buffers for a slow reader; a terminal that nobody holds is read to its end. What the program
    /// left running may hold it longer, so the wait is bounded.
    private static final String LAUNCHER = """
            stty rows "$1" cols "$2" -echo
            trap : HUP INT QUIT TERM
            echo "$PPID $$" >"$3" || exit
            read -r go
            stty echo
            echo go >>"$3"
            ending=$4
            shift 4
            "$@"
            code=$?
            test -t 0 || code=129 # dtach was lost before, so it was hung up, whatever code it ended with
            echo "$code" >"$ending"
            exec </dev/null >/dev/null 2>&1
            looks=0
            while [ $looks -lt 100 ] && kill -0 "$PPID"; do
                sleep 0.05 || exit "$code"
                looks=$((looks + 1))
            done
            exit "$code"
            """;

    private final Path dtach;
    private final Path folder;
    private volatile List<String> scope; // given up once it has failed

    /// @param folder where sockets lie, for the owner's eyes only
    /// @param scope a command prefix that puts each program into a scope of its own; empty where there is none
    public DtachHost(Path dtach, Path folder, List<String> scope) throws IOException {
        this.dtach = dtach;
        this.folder = OwnerOnly.closed(folder);
        this.scope = List.copyOf(scope);
        if (socket("0".repeat(20)).toString().getBytes(StandardCharsets.UTF_8).length > MAX_PATH) {
            throw new ConfigException(
                    "the path " + folder + " is too long for sockets: set SVC_RUNTIME_DIR to a shorter one.");
        }
    }

    @Override
    public String name() {
        return "dtach";
    }

    @Override
    public String scope() {
        return scope.isEmpty() ? "none" : "systemd";
    }

    @Override
    public Thread.Builder readerThreads() {
        return Thread.ofVirtual();
    }

    @Override
    public Program start(String slot, Order order) throws IOException {
        forget(slot);
        try {
            launchScoped(slot, order);
            var processes = awaitKeepers(slot, PATIENCE);
            var program = DtachProgram.attach(socketAddress(slot), processes, exitFile(slot));
            program.resize(order.size());
            program.write(new byte[] {'\n'});
            return program;
        } catch (IOException failed) {
            takeBack(slot, failed);
            throw failed;
        }
    }

    /// Ends what a failed start has left: a launcher that waits for its line would wait for good.
    private void takeBack(String slot, IOException why) {
        try {
            if (Files.exists(socket(slot))) {
                var processes = awaitKeepers(slot, TAKEN_BACK);
                processes.shell().destroyForcibly();
                processes.master().destroyForcibly();
            }
            forget(slot);
        } catch (IOException failed) {
            why.addSuppressed(failed);
        }
    }

    @Override
    public Optional<Program> resume(String slot) throws IOException {
        if (!Files.exists(socket(slot))) {
            return Optional.empty();
        }
        try {
            return Optional.of(hold(slot));
        } catch (IOException dead) {
            forget(slot);
            return Optional.empty();
        }
    }

    @Override
    public Optional<Program> resume(String slot, SocketChannel socket) throws IOException {
        var processes = DtachProcesses.read(keepers(slot));
        if (processes.isEmpty()) {
            forget(slot);
            return Optional.empty();
        }
        return Optional.of(DtachProgram.attached(socket, processes.get(), exitFile(slot)));
    }

    @Override
    public Optional<Exit> ending(String slot) {
        return DtachProgram.told(exitFile(slot));
    }

    private Program hold(String slot) throws IOException {
        var processes = DtachProcesses.read(keepers(slot)).orElseThrow(() -> new IOException("nobody keeps " + slot));
        var program = DtachProgram.attach(socketAddress(slot), processes, exitFile(slot));
        if (!processes.started()) {
            program.write(new byte[] {'\n'}); // the former server ended between launch and start
        }
        return program;
    }

    /// A scope is optional; a program that starts without one is better than none.
    private void launchScoped(String slot, Order order) throws IOException {
        var front = scope;
        if (front.isEmpty()) {
            launch(slot, order, front);
            return;
        }
        try {
            launch(slot, order, front);
        } catch (IOException failed) {
            LOG.log(
                    Level.WARNING,
                    failed,
                    () -> "systemd-run failed: programs start without a scope of their own from now on");
            scope = List.of();
            forget(slot);
            launch(slot, order, List.of());
        }
    }

    private void launch(String slot, Order order, List<String> front) throws IOException {
        var builder = new ProcessBuilder(command(slot, order, front))
                .directory(order.folder().toFile())
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true);
        builder.environment().clear();
        builder.environment().putAll(order.environment());
        var process = builder.start();
        try {
            String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (!process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS) || process.exitValue() != 0) {
                throw new IOException("dtach did not start: " + said.strip());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("stopped while dtach was starting", stopped);
        } finally {
            process.destroyForcibly().onExit().join(); // its master, if it has come, has a socket by now
        }
    }

    private List<String> command(String slot, Order order, List<String> front) {
        var command = new ArrayList<>(front);
        command.addAll(List.of(dtach.toString(), "-n", socket(slot).toString(), "-E", "-z", "-r", "winch"));
        command.addAll(List.of("/bin/sh", "-c", LAUNCHER, "svc"));
        command.add(Integer.toString(order.size().rows()));
        command.add(Integer.toString(order.size().cols()));
        command.add(keepers(slot).toString());
        command.add(exitFile(slot).toString());
        command.addAll(order.argv());
        return command;
    }

    private DtachProcesses awaitKeepers(String slot, Duration patience) throws IOException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (System.nanoTime() < deadline) {
            var processes = DtachProcesses.read(keepers(slot));
            if (processes.isPresent()) {
                return processes.get();
            }
            LockSupport.parkNanos(PAUSE.toNanos());
        }
        throw new IOException("the terminal did not come up within " + patience.toSeconds() + " s");
    }

    private void forget(String slot) throws IOException {
        Files.deleteIfExists(socket(slot));
        Files.deleteIfExists(keepers(slot));
        Files.deleteIfExists(exitFile(slot));
    }

    private UnixDomainSocketAddress socketAddress(String slot) {
        return UnixDomainSocketAddress.of(socket(slot));
    }

    private Path socket(String slot) {
        return folder.resolve(slot + ".sock");
    }

    private Path keepers(String slot) {
        return folder.resolve(slot + ".pid");
    }

    private Path exitFile(String slot) {
        return folder.resolve(slot + ".exit");
    }
}
