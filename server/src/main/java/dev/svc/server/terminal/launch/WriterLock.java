package dev.svc.server.terminal.launch;

import dev.svc.server.session.SessionId;
import dev.svc.shared.control.Liveness;
import dev.svc.shared.control.ProcessState;
import dev.svc.shared.file.LockHeldException;
import dev.svc.shared.file.LockedFile;
import dev.svc.shared.file.OwnerOnly;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.logging.Logger;

/// One writer per session among all servers of a host: a file per session names the process that keeps its terminal. It
/// counts while that process lives, not for a later process with the same id.
public final class WriterLock {
    private static final Logger LOG = Logger.getLogger(WriterLock.class.getName());

    /// Words of a lock file: the process id, the start time of the process, the session and, on Linux, the
    /// start time in ticks since boot. Former releases compare the start time, which changes when somebody
    /// sets the clock. The ticks never change.
    private static final int SINCE = 1;

    private static final int TICKS = 3;

    private final Path folder;

    public WriterLock(Path folder) throws IOException {
        this.folder = OwnerOnly.closed(folder);
    }

    /// Takes the lock for a process, unless another living one has it; returns that one.
    ///
    /// @throws Refusal if another process keeps the lock of the queue
    public Optional<ProcessHandle> take(SessionId session, ProcessHandle process) throws IOException {
        try {
            return guarded(() -> {
                var holder = holder(session).filter(held -> held.pid() != process.pid());
                if (holder.isEmpty()) {
                    write(session, process);
                }
                return holder;
            });
        } catch (LockHeldException held) {
            throw new Refusal(Refusal.Reason.NOT_STARTED, String.valueOf(held.getMessage()));
        }
    }

    /// Transfers the lock to the process that now keeps the terminal. A terminal that lives is not given up while
    /// another process keeps the lock of the queue: this waits, and the log says for whom.
    public void name(SessionId session, ProcessHandle keeper) throws IOException {
        while (true) {
            try {
                guarded(() -> {
                    write(session, keeper);
                    return keeper;
                });
                return;
            } catch (LockHeldException held) {
                LOG.warning(() -> "the terminal of " + session + " waits: " + held.getMessage());
            }
        }
    }

    public void release(SessionId session) throws IOException {
        Files.deleteIfExists(file(session));
    }

    /// The living process that a session's lock names.
    Optional<ProcessHandle> holder(SessionId session) throws IOException {
        Path file = file(session);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        var named = List.of(Files.readString(file).strip().split(" ", -1));
        return named.size() < 2 ? Optional.empty() : living(named);
    }

    private static Optional<ProcessHandle> living(List<String> named) {
        try {
            return ProcessHandle.of(Long.parseLong(named.getFirst()))
                    .filter(Liveness::isRunning)
                    .filter(process -> isThat(process, named));
        } catch (NumberFormatException damaged) {
            return Optional.empty();
        }
    }

    private static boolean isThat(ProcessHandle process, List<String> named) {
        return named.size() > TICKS
                ? named.get(TICKS).equals(ticks(process))
                : named.get(SINCE).equals(since(process));
    }

    private void write(SessionId session, ProcessHandle process) throws IOException {
        Path part = folder.resolve(LaunchRecord.nameOf(session) + ".part");
        var line = "%d %s %s %s".formatted(process.pid(), since(process), session, ticks(process));
        OwnerOnly.write(part, line.strip() + "\n");
        Files.move(part, file(session), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String since(ProcessHandle process) {
        return Long.toString(Liveness.since(process).map(Instant::toEpochMilli).orElse(0L));
    }

    /// Empty where the system does not count them.
    private static String ticks(ProcessHandle process) {
        try {
            return ProcessState.of(process.pid()).start();
        } catch (IOException notHere) {
            return "";
        }
    }

    private Path file(SessionId session) {
        return folder.resolve(LaunchRecord.nameOf(session) + ".lock");
    }

    /// Check and take are atomic across all servers: they queue at one locked file.
    private <T> T guarded(LockedFile.Work<T> work) throws IOException {
        return LockedFile.under(folder.resolve("guard"), work);
    }
}
