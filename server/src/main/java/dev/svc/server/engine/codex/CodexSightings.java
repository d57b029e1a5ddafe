package dev.svc.server.engine.codex;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.svc.server.engine.codex.daemon.CodexDaemon;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.LogStates;
import dev.svc.server.engine.outside.ProcessLook;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.engine.outside.Sighting.WayIn;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Codex's processes: one that writes its sessions itself has their files open, and the daemon says which ones it
/// holds. A terminal on the daemon's session shows by its words alone.
final class CodexSightings implements Sightings {
    private static final Duration DEADLINE = Duration.ofSeconds(5);
    private static final Duration ROUND = Duration.ofSeconds(30);

    /// How many looks the open files of a process are known for.
    private static final int ROUNDS = 10;

    private static final long TAIL = 64 << 10;
    private static final int REACH = 400;
    private static final byte[] EVENT = "\"payload\":{\"type\":\"".getBytes(US_ASCII);
    private static final Set<String> ENDS = Set.of("task_complete", "turn_complete", "turn_aborted");
    private static final Set<String> SERVERS = Set.of("app-server", "mcp-server");
    private static final String LOCK = ".lock";

    private final CodexHome home;
    private final CodexDaemon daemon;
    private final CodexTalk talk;
    private final Path locks;
    private final Map<LivingProcess, Open> open = new HashMap<>();
    private final LogStates<Path> states = new LogStates<>();

    private @Nullable FileTime locked;

    /// The sessions that a process writes, each with its rollout where that is known.
    private record Open(Map<String, Optional<Path>> sessions, int looks) {
        Open older() {
            return new Open(sessions, looks + 1);
        }
    }

    CodexSightings(CodexHome home) {
        this(home, DEADLINE, ROUND);
    }

    CodexSightings(CodexHome home, Duration deadline, Duration round) {
        this.home = home;
        this.daemon = new CodexDaemon(home.beside().place());
        this.talk = new CodexTalk(daemon, home, deadline, round);
        this.locks = home.beside().place().resolve("thread-writer-locks");
    }

    @Override
    public boolean knows(List<String> argv) {
        return LivingProcess.isCommand(argv, "codex");
    }

    @Override
    public List<Sighting> look(ProcessLook processes) {
        var own = processes.own();
        var server = own.isEmpty()
                ? Optional.<LivingProcess>empty()
                : daemon.pid()
                        .flatMap(pid ->
                                own.stream().filter(it -> it.pid() == pid).findFirst());
        var seen = new LinkedHashMap<String, Sighting>();
        server.ifPresent(it -> talk.threads(it.pid()).forEach((id, state) -> seen.put(id, inDaemon(id, it, state))));
        var alone = own.stream().filter(it -> !it.equals(server.orElse(null))).toList();
        ask(alone, processes);
        for (var process : alone) {
            var sessions = Objects.requireNonNull(open.get(process)).sessions();
            sessions.forEach((id, file) -> seen.putIfAbsent(
                    id,
                    new Sighting(
                            id,
                            process,
                            file.map(this::state).orElse(State.UNKNOWN),
                            null,
                            true,
                            sessions.size() == 1 && !isServer(process))));
        }
        for (var process : alone) {
            var id = process.valueOf("resume");
            if (id != null && CodexHome.ID.matcher(id).matches()) {
                seen.putIfAbsent(id, new Sighting(id, process, State.UNKNOWN, null, true, server.isEmpty()));
            }
        }
        states.keep(files());
        return List.copyOf(seen.values());
    }

    private static Sighting inDaemon(String id, LivingProcess server, State state) {
        var wayIn = new WayIn(List.of("resume", id, "--remote", "unix://"), Where.DAEMON, null);
        return new Sighting(id, server, state, wayIn, true, false);
    }

    /// What serves other programs, such as an editor, is theirs to end.
    private static boolean isServer(LivingProcess process) {
        return process.argv().stream().anyMatch(SERVERS::contains);
    }

    /// A session that begins or ends leaves its mark among the locks; everything else is noticed a little later.
    private void ask(List<LivingProcess> living, ProcessLook processes) {
        open.keySet().retainAll(Set.copyOf(living));
        var now = living.isEmpty() ? null : modified(locks);
        boolean isChanged = !Objects.equals(now, locked);
        locked = now;
        for (var process : living) {
            var known = open.get(process);
            open.put(
                    process,
                    known == null || isChanged || known.looks() >= ROUNDS
                            ? new Open(sessions(processes.openFiles(process)), 0)
                            : known.older());
        }
    }

    private static @Nullable FileTime modified(Path folder) {
        try {
            return Files.getLastModifiedTime(folder);
        } catch (IOException absent) {
            return null;
        }
    }

    private Map<String, Optional<Path>> sessions(Set<Path> files) {
        var sessions = new HashMap<String, Optional<Path>>();
        var realLocks = real(locks);
        for (var file : files) {
            var name = String.valueOf(file.getFileName());
            if (isInside(file)) {
                CodexHome.id(name).ifPresent(id -> sessions.put(id, Optional.of(file)));
            } else if (name.endsWith(LOCK) && realLocks.equals(file.getParent())) {
                var id = name.substring(0, name.length() - LOCK.length());
                if (CodexHome.ID.matcher(id).matches()) {
                    sessions.putIfAbsent(id, Optional.empty());
                }
            }
        }
        return sessions;
    }

    private static Path real(Path folder) {
        try {
            return folder.toRealPath();
        } catch (IOException absent) {
            return folder;
        }
    }

    private boolean isInside(Path file) {
        try {
            return home.live().inside(file).isPresent();
        } catch (IOException unreadable) {
            return false;
        }
    }

    private Set<Path> files() {
        return open.values().stream()
                .flatMap(it -> it.sessions().values().stream())
                .flatMap(Optional::stream)
                .collect(Collectors.toCollection(HashSet::new));
    }

    /// The end of a turn is certain. A turn that goes on may wait for an answer as well, which no file says.
    private State state(Path rollout) {
        try {
            var stamp = FileStamp.of(rollout);
            if (stamp.isEmpty() || CodexLog.isCompressed(rollout)) {
                return State.UNKNOWN;
            }
            return states.of(rollout, stamp.get(), () -> read(rollout));
        } catch (IOException gone) {
            return State.UNKNOWN;
        }
    }

    private static State read(Path rollout) throws IOException {
        var last = new State[] {State.UNKNOWN};
        try (var channel = JsonLines.open(rollout)) {
            JsonLines.readEnd(channel, TAIL, line -> {
                var event = CodexRecord.kind(line).equals("event_msg") ? line.quotedAfter(EVENT, REACH) : "";
                if (ENDS.contains(event)) {
                    last[0] = new State(Status.IDLE, time(CodexRecord.timestamp(line)), null, List.of());
                } else if (event.equals("task_started")) {
                    last[0] = State.UNKNOWN;
                }
                return true;
            });
        }
        return last[0];
    }

    private static @Nullable Instant time(String text) {
        try {
            return Instant.parse(text);
        } catch (DateTimeException none) {
            return null;
        }
    }

    @Override
    public Set<Path> folders() {
        return Set.of(locks, daemon.folder());
    }

    @Override
    public void listen(Runnable again) {
        talk.listen(again);
    }

    @Override
    public void close() {
        talk.close();
    }
}
