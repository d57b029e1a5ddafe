package dev.svc.server.engine.kimi;

import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.LogStates;
import dev.svc.server.engine.outside.ProcessLook;
import dev.svc.server.engine.outside.Remembered;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sightings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// Kimi's processes. Their words say nothing, for the program overwrites them: a process is on the session of its
/// folder that was written to last, if that was after it started, and the session's log says what it does.
final class KimiSightings implements Sightings {
    private static final Set<String> NO_TERMINAL = Set.of("acp", "web", "server", "mcp", "login", "upgrade");
    private static final int MOST_SESSIONS = 2_000;

    private final KimiFolder folder;
    private final Remembered<Path> wires = new Remembered<>();
    private final LogStates<LivingProcess> states = new LogStates<>();
    private Set<Path> watched = Set.of();

    KimiSightings(KimiFolder folder) {
        this.folder = folder;
    }

    @Override
    public boolean knows(List<String> argv) {
        return (LivingProcess.isCommand(argv, "kimi-code") || LivingProcess.isCommand(argv, "kimi"))
                && argv.stream().skip(1).noneMatch(NO_TERMINAL::contains);
    }

    @Override
    public List<Sighting> look(ProcessLook processes) {
        var own = processes.own();
        var seen = new ArrayList<Sighting>();
        var now = new HashSet<Path>();
        for (var process : own) {
            var wire = wires.of(process, () -> newest(process));
            wire.flatMap(it -> sighting(process, it)).ifPresent(it -> {
                seen.add(it);
                now.add(wire.get().resolveSibling(""));
            });
        }
        wires.keep(own);
        states.keep(own);
        watched = now;
        return seen;
    }

    private Optional<Sighting> sighting(LivingProcess process, Path wire) {
        var stamp = StoreFile.stamp(wire);
        if (stamp.isEmpty()) {
            return Optional.empty();
        }
        var state = states.of(process, stamp.get(), () -> KimiNow.read(wire, process.startedAt()));
        var session = wire.getName(wire.getNameCount() - 4).toString();
        return Optional.of(new Sighting(session, process, state, null, false, true));
    }

    private Optional<Path> newest(LivingProcess process) {
        var cwd = process.folder();
        if (cwd == null) {
            return Optional.empty();
        }
        long start = TimeUnit.MILLISECONDS.toNanos(process.startedAt().toEpochMilli());
        var suffix = "_" + KimiBucket.checksum(cwd.toString());
        try {
            return folder.buckets().stream()
                    .filter(bucket -> bucket.getFileName().toString().endsWith(suffix))
                    .flatMap(bucket -> folder.sessionsOf(bucket).stream())
                    .limit(MOST_SESSIONS)
                    .flatMap(session -> KimiSightings.wire(session).stream())
                    .filter(wire -> wire.modifiedNanos() >= start)
                    .max(Comparator.comparingLong(FileStamp::modifiedNanos))
                    .map(FileStamp::path)
                    .filter(KimiSightings::isInPlace);
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private static Optional<FileStamp> wire(Path session) {
        return StoreFile.stamp(session.resolve("agents").resolve("main").resolve(KimiFolder.WIRE));
    }

    private static boolean isInPlace(Path wire) {
        try {
            return StoreFile.isInPlace(wire);
        } catch (IOException gone) {
            return false;
        }
    }

    @Override
    public Set<Path> folders() {
        return watched;
    }
}
