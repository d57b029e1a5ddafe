package dev.svc.shared.control;

import dev.svc.shared.control.Report.Phase;
import dev.svc.shared.file.OwnerOnly;
import dev.svc.shared.text.Complaint;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/// A process that was started by hand or by one of our programs, without a service manager. It outlives its starter,
/// and is ended by the process id in the home's lock file.
public final class ChildProcess implements ServiceManager {
    private static final Duration STOP = Duration.ofSeconds(30);

    /// How long a restart looks after what it has started, before others judge it.
    private static final Duration START = Duration.ofSeconds(10);

    private static final Duration LOOK = Duration.ofMillis(50);

    /// How often one that was killed while it started is started again.
    private static final int AGAIN = 3;

    private static final int KILLED = 128 + 9;

    private static final Path SHELL = Path.of("/bin/sh");

    /// Marks each start in the log. Lines before the last mark belong to an earlier process.
    private static final String STARTING = "svc is starting";

    /// Ends a process, waits for its end, and becomes the service. It does not need whoever started it, so that no end
    /// of that can leave the service stopped. A zombie has ended.
    private static final String STARTER = """
            former=$1
            shift
            kill -s TERM "$former" 2>/dev/null
            looks=0
            while kill -0 "$former" 2>/dev/null && ! grep -q ') Z' "/proc/$former/stat" 2>/dev/null; do
                [ $looks -lt 600 ] || exit 70
                looks=$((looks + 1))
                sleep 0.05
            done
            echo '%s'
            exec "$@"
            """.formatted(STARTING);

    private final Path lockFile;
    private final Path log;
    private final List<String> svc;
    private final Map<String, String> environment;

    /// The one that was started here last, for how it ended; any thread.
    private final AtomicReference<Optional<Process>> started = new AtomicReference<>(Optional.empty());

    /// Keeps one of this home.
    ///
    /// @param svc how the command svc is run; empty when nothing can be started from here
    /// @param environment of what is started
    ChildProcess(Path lockFile, Path log, List<String> svc, Map<String, String> environment) {
        this.lockFile = lockFile;
        this.log = log;
        this.svc = List.copyOf(svc);
        this.environment = Map.copyOf(environment);
    }

    @Override
    public String name() {
        return holder().map(process -> "process " + process.pid() + ", without a service manager")
                .orElse("a process of its own, without a service manager");
    }

    @Override
    public Report report() {
        var last = started.get();
        if (holder().isPresent()) {
            started.compareAndSet(last, last.filter(Process::isAlive));
            return Report.of(Phase.UP);
        }
        if (last.isPresent() && last.get().isAlive()) {
            return Report.of(Phase.STARTING);
        }
        if (last.isPresent() && failed(last.get().exitValue())) {
            return new Report(
                    Phase.FAILED, "it ended (code %d)%s".formatted(last.get().exitValue(), lastWords()));
        }
        return Holder.read(lockFile)
                .map(dead -> new Report(Phase.FAILED, "process %d ended without closing".formatted(dead.pid())))
                .orElse(Report.of(Phase.DOWN));
    }

    /// Ending because of a stop signal counts as success.
    private static boolean failed(int code) {
        return code != 0 && code != 143 && code != 130;
    }

    @Override
    public void start() {
        if (holder().isPresent()) {
            return;
        }
        if (svc.isEmpty()) {
            throw new ControlException(
                    "The command svc was not found, so the service cannot be started from here: run  svc serve.");
        }
        try {
            var builder = builder(List.of());
            markStart();
            started.set(Optional.of(builder.start()));
        } catch (IOException failure) {
            throw new ControlException("%s cannot be started (%s).".formatted(svc.getFirst(), failure.getMessage()));
        }
    }

    /// In a session of its own, so that closing a terminal or interrupting the starter does not end it too.
    ///
    /// @param front words before the command
    private ProcessBuilder builder(List<String> front) throws IOException {
        var argv = new ArrayList<String>();
        new Command(environment).find("setsid").ifPresent(setsid -> argv.add(setsid.toString()));
        argv.addAll(front);
        argv.addAll(svc);
        argv.add("serve");
        var builder = new ProcessBuilder(argv)
                .redirectInput(ProcessBuilder.Redirect.from(Path.of("/dev/null").toFile()))
                .redirectErrorStream(true);
        if (!Files.exists(Path.of("/dev/null"))) {
            builder.redirectInput(ProcessBuilder.Redirect.PIPE);
        }
        OwnerOnly.folder(log.toAbsolutePath().resolveSibling("")); // one that was started by hand has made no log
        if (!Files.exists(log)) {
            Files.createFile(log, OwnerOnly.fileAttributes(log));
        }
        builder.redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
        builder.environment().clear();
        builder.environment().putAll(environment);
        return builder;
    }

    private void markStart() {
        try {
            Files.writeString(log, STARTING + "\n", StandardOpenOption.APPEND);
        } catch (IOException full) {
            // the start matters more than its mark
        }
    }

    @Override
    public void stop() {
        holder().ifPresent(this::end);
    }

    /// A child of ours has ended only when its exit code is available.
    private boolean hasEnded(ProcessHandle process) throws InterruptedException {
        var own = started.get().filter(it -> it.pid() == process.pid());
        return own.isPresent()
                ? own.get().waitFor(STOP.toMillis(), TimeUnit.MILLISECONDS)
                : Liveness.awaitEnd(process, STOP);
    }

    private void end(ProcessHandle process) {
        process.destroy();
        try {
            if (!hasEnded(process)) {
                throw stays(process);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new ControlException("Ending process %d was interrupted; try again.".formatted(process.pid()));
        }
    }

    private static ControlException stays(ProcessHandle process) {
        return new ControlException("Process %d did not end within %d seconds; run  kill -9 %d  to end it hard."
                .formatted(process.pid(), STOP.toSeconds(), process.pid()));
    }

    /// Whoever is killed while this happens, the service comes back: what holds the restart is a process of its own,
    /// and this one looks after it until the service answers.
    @Override
    public void restart() {
        var former = holder();
        if (former.isEmpty() || svc.isEmpty() || !Files.isExecutable(SHELL)) {
            stop();
            start();
            return;
        }
        begin(former.get());
        for (int i = 0; i < AGAIN && isKilled(former.get()); i++) {
            stop();
            start();
        }
    }

    private void begin(ProcessHandle former) {
        try {
            var front = List.of(SHELL.toString(), "-c", STARTER, "svc", Long.toString(former.pid()));
            started.set(Optional.of(builder(front).start()));
        } catch (IOException failure) {
            throw new ControlException("%s cannot be started (%s).".formatted(svc.getFirst(), failure.getMessage()));
        }
    }

    /// Waits until what was started answers, has ended, or takes long.
    ///
    /// @return whether somebody killed it
    private boolean isKilled(ProcessHandle former) {
        var process = started.get();
        long end = System.nanoTime() + STOP.plus(START).toNanos();
        long gone = 0;
        while (process.filter(Process::isAlive).isPresent() && !isAnswering(former) && System.nanoTime() < end) {
            if (gone == 0 && !Liveness.isRunning(former)) {
                gone = System.nanoTime();
                end = Math.min(end, gone + START.toNanos());
            }
            LockSupport.parkNanos(LOOK.toNanos());
        }
        boolean killed =
                process.filter(it -> !it.isAlive() && it.exitValue() == KILLED).isPresent();
        if (!killed && Liveness.isRunning(former)) {
            throw stays(former);
        }
        return killed && !isAnswering(former);
    }

    private boolean isAnswering(ProcessHandle former) {
        return Holder.read(lockFile)
                .filter(it -> it.port() != 0 && it.pid() != former.pid() && it.isAlive())
                .isPresent();
    }

    private Optional<ProcessHandle> holder() {
        return Holder.read(lockFile).flatMap(Holder::process);
    }

    /// The complaint of the process started last, such as why it refused to start. Empty if it printed nothing.
    private String lastWords() {
        String said = LogFile.end(log);
        int start = said.lastIndexOf(STARTING);
        return Complaint.in(start < 0 ? said : said.substring(start + STARTING.length()))
                .map(words -> ": " + Sentences.closed(words))
                .orElse("");
    }

    @Override
    public String log() {
        return LogFile.end(log);
    }
}
