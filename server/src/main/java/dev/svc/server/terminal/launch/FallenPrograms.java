package dev.svc.server.terminal.launch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.svc.server.session.SessionId;
import dev.svc.server.terminal.host.Exit;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;

/// The programs that ran when the host or the service last went down with them, until they are resumed or dismissed.
/// One that ended by itself is none of them.
public final class FallenPrograms {
    private static final Logger LOG = Logger.getLogger(FallenPrograms.class.getName());

    /// A host that goes down ends the programs a moment before it ends the service.
    private static final Duration TOGETHER = Duration.ofSeconds(10);

    private final LaunchRecords files;

    @GuardedBy("this")
    private final Map<SessionId, Fallen> programs = new LinkedHashMap<>();

    /// Those ended by a signal of somebody else: they have fallen if the service ends soon.
    @GuardedBy("this")
    private final List<Struck> struck = new ArrayList<>();

    /// A program that has fallen.
    ///
    /// @param noticed when svc learned of it, which is at its next start or at its own end
    public record Fallen(LaunchRecord launchRecord, Instant noticed) {}

    private record Struck(LaunchRecord launchRecord, Instant at) {}

    public FallenPrograms(Path folder) throws IOException {
        this.files = LaunchRecords.ofFallen(folder);
        for (var launchRecord : files.all()) {
            programs.put(launchRecord.session(), new Fallen(launchRecord, files.written(launchRecord)));
        }
    }

    /// A program that ran before this service and does not any more. One whose id is a placeholder wrote nothing that
    /// could be resumed, or nobody knows what.
    ///
    /// @param exit how it ended, where its parent lived to tell
    public synchronized void found(LaunchRecord launchRecord, Optional<Exit> exit) {
        if (exit.map(Exit::isFall).orElse(true)) {
            add(launchRecord);
        }
    }

    /// A program that svc did not start ran when the host went down.
    public synchronized void foundOutside(LaunchRecord launchRecord) {
        if (!programs.containsKey(launchRecord.session())) {
            add(launchRecord);
        }
    }

    /// A program of this service has ended.
    ///
    /// @param asked whether this service ended it
    public synchronized void ended(LaunchRecord launchRecord, Exit exit, boolean asked, Instant now) {
        struck.removeIf(it -> it.at().plus(TOGETHER).isBefore(now));
        if (!asked && exit.isFall()) {
            struck.add(new Struck(launchRecord, now));
        }
    }

    /// The service ends: what was struck down just before has fallen with it.
    public synchronized void close(Instant now) {
        for (var it : struck) {
            if (!it.at().plus(TOGETHER).isBefore(now)) {
                add(it.launchRecord());
            }
        }
        struck.clear();
    }

    @GuardedBy("this")
    private void add(LaunchRecord launchRecord) {
        if (launchRecord.session().isPlaceholder() || launchRecord.joined()) {
            return;
        }
        try {
            files.write(launchRecord);
            programs.put(launchRecord.session(), new Fallen(launchRecord, files.written(launchRecord)));
        } catch (IOException failed) {
            LOG.log(Level.WARNING, failed, () -> launchRecord.session() + " ran and cannot be offered for resuming");
        }
    }

    public synchronized Collection<Fallen> all() {
        return List.copyOf(programs.values());
    }

    public synchronized Optional<Fallen> find(SessionId session) {
        return Optional.ofNullable(programs.get(session));
    }

    /// It runs again, or nobody wants it back.
    public synchronized void remove(SessionId session) {
        struck.removeIf(it -> it.launchRecord().session().equals(session));
        var known = programs.remove(session);
        if (known != null) {
            try {
                files.remove(known.launchRecord());
            } catch (IOException failed) {
                LOG.log(Level.WARNING, failed, () -> session + " will be offered for resuming again after a restart");
            }
        }
    }
}
