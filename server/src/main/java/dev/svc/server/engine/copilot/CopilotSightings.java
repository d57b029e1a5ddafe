package dev.svc.server.engine.copilot;

import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.LogStates;
import dev.svc.server.engine.outside.ProcessLook;
import dev.svc.server.engine.outside.Remembered;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sightings;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Copilot's processes. Each puts a lock with its number beside the log of every session that it has open, and leaves
/// it there when it is killed; the log says what the process does.
final class CopilotSightings implements Sightings {
    private static final Set<String> NO_TERMINAL = Set.of(
            "--acp",
            "--environment-host",
            "--headless",
            "--server",
            "app",
            "completion",
            "config",
            "help",
            "init",
            "instruction",
            "login",
            "lsp",
            "mcp",
            "memories",
            "plugin",
            "sandbox",
            "sessions",
            "skill",
            "update",
            "version",
            "workflow");

    private static final int MOST_SESSIONS = 5_000;

    /// The start of a process and the time of a file come from different clocks.
    private static final long TOLERANCE = Duration.ofSeconds(5).toNanos();

    private final CopilotFolder folder;
    private final Remembered<List<Path>> sessions = new Remembered<>();
    private final LogStates<Held> states = new LogStates<>();
    private Set<Path> watched = Set.of();

    private record Held(LivingProcess process, Path session) {}

    CopilotSightings(CopilotFolder folder) {
        this.folder = folder;
    }

    @Override
    public boolean knows(List<String> argv) {
        return LivingProcess.isCommand(argv, "copilot") && argv.stream().skip(1).noneMatch(NO_TERMINAL::contains);
    }

    @Override
    public List<Sighting> look(ProcessLook processes) {
        var own = processes.own();
        var seen = new ArrayList<Sighting>();
        var now = new HashSet<Held>();
        for (var process : own) {
            var held = sessions.of(process, () -> held(process)).orElse(List.of()).stream()
                    .filter(session -> isHeld(session, process))
                    .toList();
            for (var session : held) {
                sighting(new Held(process, session), held.size() == 1).ifPresent(seen::add);
                now.add(new Held(process, session));
            }
        }
        sessions.keep(own);
        states.keep(now);
        watched = Set.copyOf(now.stream().map(Held::session).toList());
        return seen;
    }

    private Optional<Sighting> sighting(Held held, boolean alone) {
        var stamp = StoreFile.stamp(held.session().resolve(CopilotFolder.LOG));
        if (stamp.isEmpty()) {
            return Optional.empty(); // nothing was said in it yet
        }
        var log = stamp.get();
        var state = states.of(
                held, log, () -> CopilotNow.read(log.path(), held.process().startedAt()));
        var session = held.session().getFileName().toString();
        return Optional.of(new Sighting(session, held.process(), state, null, true, alone));
    }

    private Optional<List<Path>> held(LivingProcess process) {
        try {
            var found = folder.folders().stream()
                    .limit(MOST_SESSIONS)
                    .filter(session -> isHeld(session, process))
                    .toList();
            return found.isEmpty() ? Optional.empty() : Optional.of(found);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    /// A lock from before the process began is that of another one, which had the same number.
    private static boolean isHeld(Path session, LivingProcess process) {
        long start = TimeUnit.MILLISECONDS.toNanos(process.startedAt().toEpochMilli());
        return StoreFile.stamp(session.resolve("inuse." + process.pid() + ".lock"))
                .filter(lock -> lock.modifiedNanos() >= start - TOLERANCE)
                .isPresent();
    }

    @Override
    public Set<Path> folders() {
        return watched;
    }
}
