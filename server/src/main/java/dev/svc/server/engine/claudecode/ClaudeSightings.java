package dev.svc.server.engine.claudecode;

import dev.svc.server.engine.claudecode.ClaudeStatusNotes.StatusNote;
import dev.svc.server.engine.json.JsonLines;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.ProcessLook;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.engine.outside.Sighting.WayIn;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.Status;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/// Claude Code's processes, by the notes that they keep of themselves. A note counts while the process that wrote it
/// lives: number and start are both in it.
final class ClaudeSightings implements Sightings {
    private static final int LARGEST = 256 << 10;
    private static final Pattern JOB = Pattern.compile("[0-9a-f]{8}");

    private final ClaudeStatusNotes notes;
    private final Path jobs;

    ClaudeSightings(ClaudeHome home) {
        this.notes = new ClaudeStatusNotes(home.processes());
        this.jobs = home.root().resolve("jobs");
    }

    @Override
    public boolean knows(List<String> argv) {
        return LivingProcess.isCommand(argv, "claude");
    }

    @Override
    public List<Sighting> look(ProcessLook processes) {
        return notes.all().stream()
                .flatMap(note -> processes.find(note.pid(), note.start()).map(process -> of(note, process)).stream())
                .toList();
    }

    private Sighting of(StatusNote note, LivingProcess process) {
        var job = note.job();
        boolean isBackground = job != null && JOB.matcher(job).matches();
        return new Sighting(
                note.sessionId(),
                process,
                state(note),
                isBackground ? new WayIn(List.of("attach", job), Where.BACKGROUND, null) : null,
                true,
                !isBackground);
    }

    /// What a person opened by hand (`dialog open`) is no question.
    private State state(StatusNote note) {
        var since = note.since() > 0 ? Instant.ofEpochMilli(note.since()) : null;
        return switch (note.status()) {
            case "busy" -> new State(Status.WORKING, since, null, List.of());
            case "idle" -> new State(Status.IDLE, since, null, List.of());
            case "shell" -> new State(Status.IDLE, since, null, List.of("shell"));
            case "waiting" ->
                note.waitingFor().equals("dialog open")
                        ? new State(Status.IDLE, since, null, List.of())
                        : new State(Status.WAITING, since, asked(note), List.of());
            default -> new State(Status.ELSEWHERE, since, null, List.of());
        };
    }

    /// A session in the background says in its job what it needs; any other only what kind of thing it waits for.
    private @Nullable String asked(StatusNote note) {
        var job = note.job();
        var needs = job != null && JOB.matcher(job).matches() ? needs(job) : Optional.<String>empty();
        return needs.orElse(note.waitingFor().isBlank() ? null : note.waitingFor());
    }

    private Optional<String> needs(String job) {
        var file = jobs.resolve(job).resolve("state.json");
        try (var in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
            var bytes = in.readNBytes(LARGEST);
            return JsonLines.parse(bytes, 0, bytes.length)
                    .map(state -> state.path("needs").asText())
                    .filter(needs -> !needs.isBlank());
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public Set<Path> folders() {
        return Set.of(notes.folder());
    }
}
