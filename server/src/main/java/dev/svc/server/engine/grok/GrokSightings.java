package dev.svc.server.engine.grok;

import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.JsonView;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.json.Timestamp;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.LogStates;
import dev.svc.server.engine.outside.ProcessLook;
import dev.svc.server.engine.outside.Remembered;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.engine.outside.Sightings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Grok's processes: the program notes which process has which session open, and what it does stands in the session's
/// events. Where there is no note, the words of the process say it, or what was written to last in its folder.
final class GrokSightings implements Sightings {
    /// What answers one prompt and ends.
    private static final Set<String> HEADLESS = Set.of("-p", "--single", "--prompt-file", "--prompt-json");

    /// What has no session in a terminal, or is over before anybody could join.
    private static final Set<String> COMMANDS = Set.of(
            "agent",
            "clone",
            "completions",
            "cursor-worker",
            "dashboard",
            "disk-usage",
            "doctor",
            "du",
            "export",
            "help",
            "import",
            "inspect",
            "leader",
            "login",
            "logout",
            "mcp",
            "memory",
            "models",
            "plugin",
            "sessions",
            "setup",
            "trace",
            "update",
            "usage",
            "version",
            "worktree",
            "wrap");

    private static final String OPEN = "active_sessions.json";
    private static final long LARGEST = 1 << 20;
    private static final int MOST_NOTES = 1_000;
    private static final int MOST_SESSIONS = 2_000;

    /// A note is written after its process has begun; both clocks count in steps.
    private static final Duration STEP = Duration.ofSeconds(2);

    private final GrokFolder folder;
    private final Remembered<String> newest = new Remembered<>();
    private final LogStates<LivingProcess> states = new LogStates<>();
    private final Map<String, Path> places = new HashMap<>();
    private Notes notes = new Notes(null, List.of());
    private Set<Path> watched = Set.of();

    private record Note(long pid, String session, Instant opened) {}

    /// What the program has noted, and the file that it was read from.
    private record Notes(@Nullable FileStamp file, List<Note> all) {}

    GrokSightings(GrokFolder folder) {
        this.folder = folder;
    }

    @Override
    public boolean knows(List<String> argv) {
        return LivingProcess.isCommand(argv, "grok")
                && argv.stream().skip(1).limit(1).noneMatch(COMMANDS::contains)
                && argv.stream().skip(1).noneMatch(HEADLESS::contains);
    }

    @Override
    public List<Sighting> look(ProcessLook processes) {
        var own = processes.own();
        var seen = new ArrayList<Sighting>();
        var now = new HashSet<Path>();
        if (!own.isEmpty()) {
            readNotes();
        }
        for (var process : own) {
            var said = noted(process).or(() -> said(process));
            said.or(() -> newest.of(process, () -> newest(process))).ifPresent(id -> {
                var session = place(id);
                session.ifPresent(now::add);
                var state = session.map(it -> state(process, it)).orElse(State.UNKNOWN);
                seen.add(new Sighting(id, process, state, null, said.isPresent(), true));
            });
        }
        newest.keep(own);
        states.keep(own);
        places.values().retainAll(now);
        watched = now;
        return seen;
    }

    /// Notes stay behind when a process is killed, and numbers are used again.
    private Optional<String> noted(LivingProcess process) {
        var begun = process.startedAt().minus(STEP);
        return notes.all().stream()
                .filter(note -> note.pid() == process.pid() && !note.opened().isBefore(begun))
                .max(Comparator.comparing(Note::opened))
                .map(Note::session);
    }

    private void readNotes() {
        var stamp = StoreFile.stamp(StoreFile.real(folder.root()).resolve(OPEN)).orElse(null);
        if (stamp == null || stamp.size() > LARGEST) {
            notes = new Notes(null, List.of());
        } else if (!stamp.equals(notes.file())) {
            notes = new Notes(stamp, read(stamp.path()));
        }
    }

    private static List<Note> read(Path file) {
        var found = new ArrayList<Note>();
        try {
            var bytes = StoreFile.head(file);
            JsonView.of(bytes, 0, bytes.length).elements(note -> {
                var opened = Timestamp.find(note.member("opened_at").text());
                var session = note.member("session_id").text();
                if (opened.isPresent() && GrokFolder.ID.matcher(session).matches() && found.size() < MOST_NOTES) {
                    found.add(new Note(note.member("pid").number(0), session, opened.get()));
                }
            });
        } catch (IOException gone) {
            return List.of();
        }
        return found;
    }

    private static Optional<String> said(LivingProcess process) {
        return Optional.ofNullable(process.valueOf("--resume", "-r", "--session-id", "-s"))
                .filter(id -> GrokFolder.ID.matcher(id).matches());
    }

    private Optional<String> newest(LivingProcess process) {
        var cwd = process.folder();
        if (cwd == null) {
            return Optional.empty();
        }
        long start = TimeUnit.MILLISECONDS.toNanos(process.startedAt().toEpochMilli());
        try {
            return folder.bucketsOf(cwd.toString()).stream()
                    .flatMap(bucket -> folder.sessionsOf(bucket).stream())
                    .limit(MOST_SESSIONS)
                    .flatMap(session -> StoreFile.stamp(session.resolve(GrokFolder.UPDATES)).stream())
                    .filter(updates -> updates.modifiedNanos() >= start)
                    .sorted(Comparator.comparingLong(FileStamp::modifiedNanos).reversed())
                    .map(updates ->
                            updates.path().resolveSibling("").getFileName().toString())
                    .filter(this::isPersons)
                    .findFirst();
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private boolean isPersons(String id) {
        try {
            return !folder.summary(id).isAgent();
        } catch (IOException unreadable) {
            return false;
        }
    }

    /// Looked for once: it costs a look at every working folder that there ever was.
    private Optional<Path> place(String id) {
        var known = places.get(id);
        if (known != null && Files.isDirectory(known, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of(known);
        }
        try {
            var found = folder.session(id);
            found.ifPresent(it -> places.put(id, it));
            return found;
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private State state(LivingProcess process, Path session) {
        return StoreFile.stamp(session.resolve(GrokFolder.EVENTS))
                .map(it -> states.of(process, it, () -> GrokNow.read(it.path(), process.startedAt())))
                .orElse(State.UNKNOWN);
    }

    @Override
    public Set<Path> folders() {
        return watched;
    }
}
