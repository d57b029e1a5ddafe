package dev.svc.server.engine.qwen;

import com.fasterxml.jackson.databind.JsonNode;
import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.LogStates;
import dev.svc.server.engine.outside.ProcessLook;
import dev.svc.server.engine.outside.ProcessNotes;
import dev.svc.server.engine.outside.Remembered;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.engine.outside.Sightings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// Qwen Code's processes, by the notes that they keep of themselves. A command is three processes, of which the last
/// works and keeps the note. Versions that keep none are seen by their words, or by the newest chat of their folder.
final class QwenSightings implements Sightings {
    private static final Set<String> NO_TERMINAL = Set.of(
            "--acp",
            "--experimental-acp",
            "auth",
            "channel",
            "extensions",
            "hooks",
            "mcp",
            "serve",
            "sessions",
            "update");

    /// A process that shows a conversation in its terminal, unlike one that serves several.
    private static final String TERMINAL = "tui";

    private final QwenHome home;
    private final QwenStore store;
    private final ProcessNotes<Note> notes;
    private final Remembered<String> newest = new Remembered<>();
    private final LogStates<LivingProcess> states = new LogStates<>();
    private Set<Path> watched = Set.of();

    /// What a process says of itself.
    ///
    /// @param start as the system counts it
    private record Note(long pid, String start, String sessionId, String cwd, boolean isTerminal) {}

    QwenSightings(QwenHome home, QwenStore store) {
        this.home = home;
        this.store = store;
        this.notes = new ProcessNotes<>(home.processes(), QwenSightings::note);
    }

    /// The start is behind the number of the system's run, with a colon between.
    private static Optional<Note> note(JsonNode note) {
        var start = note.path("procStart").asText();
        var id = note.path("sessionId").asText();
        var kind = note.path("kind").asText(TERMINAL);
        long pid = note.path("pid").asLong(-1);
        return pid > 0 && QwenHome.ID.matcher(id).matches()
                ? Optional.of(new Note(
                        pid,
                        start.substring(start.indexOf(':') + 1),
                        id,
                        note.path("cwd").asText(),
                        kind.equals(TERMINAL)))
                : Optional.empty();
    }

    @Override
    public boolean knows(List<String> argv) {
        return LivingProcess.isCommand(argv, "qwen") && argv.stream().skip(1).noneMatch(NO_TERMINAL::contains);
    }

    @Override
    public List<Sighting> look(ProcessLook processes) {
        var seen = new ArrayList<Sighting>();
        var folders = new HashSet<Path>();
        var written = new HashSet<Path>(Set.of(home.processes()));
        for (var note : notes.all()) {
            processes.find(note.pid(), note.start()).ifPresent(process -> {
                var chat = chat(note);
                chat.ifPresent(stamp -> written.add(stamp.path().resolveSibling("")));
                if (process.folder() != null) {
                    folders.add(process.folder());
                }
                seen.add(new Sighting(
                        note.sessionId(),
                        process,
                        chat.map(it -> states.of(process, it, () -> QwenNow.read(it, process.startedAt())))
                                .orElse(State.UNKNOWN),
                        null,
                        true,
                        note.isTerminal()));
            });
        }
        for (var process : processes.own()) {
            if (process.folder() == null || !folders.contains(process.folder())) {
                withoutNote(process).ifPresent(seen::add);
            }
        }
        newest.keep(processes.own());
        states.keep(seen.stream().map(Sighting::process).toList());
        watched = written;
        return seen;
    }

    private Optional<FileStamp> chat(Note note) {
        try {
            return home.projects().find(QwenHome.place(QwenHome.folderName(note.cwd()), note.sessionId()));
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    private Optional<Sighting> withoutNote(LivingProcess process) {
        var said = Optional.ofNullable(process.valueOf("--resume", "-r", "--session-id"))
                .filter(id -> QwenHome.ID.matcher(id).matches());
        return said.or(() -> newest.of(process, () -> newest(process)))
                .map(id -> new Sighting(id, process, State.UNKNOWN, null, said.isPresent(), true));
    }

    private Optional<String> newest(LivingProcess process) {
        var folder = process.folder();
        try {
            return folder == null ? Optional.empty() : store.newestIn(folder.toString(), process.startedAt());
        } catch (IOException unreadable) {
            return Optional.empty();
        }
    }

    @Override
    public Set<Path> folders() {
        return watched;
    }
}
