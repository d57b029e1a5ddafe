package dev.svc.server.engine.pi;

import dev.svc.server.engine.file.FileStamp;
import dev.svc.server.engine.json.StoreFile;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.LogStates;
import dev.svc.server.engine.outside.ProcessLook;
import dev.svc.server.engine.outside.Remembered;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.State;
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

/// Pi's processes: on the session that their words name, as long as those can be seen, for the program overwrites them;
/// else on the one of their folder that was written to last, if that was after they started. The file says what they
/// do.
final class PiSightings implements Sightings {
    private static final Set<String> NO_TERMINAL = Set.of(
            "--export",
            "--help",
            "--list-models",
            "--mode",
            "--no-session",
            "--print",
            "--version",
            "-h",
            "-p",
            "-v",
            "auth",
            "config",
            "install",
            "list",
            "mcp",
            "remove",
            "uninstall",
            "update");

    private final PiFiles files;
    private final Remembered<FileStamp> found = new Remembered<>();
    private final LogStates<LivingProcess> states = new LogStates<>();
    private Set<Path> watched = Set.of();

    PiSightings(PiFiles files) {
        this.files = files;
    }

    @Override
    public boolean knows(List<String> argv) {
        return LivingProcess.isCommand(argv, "pi") && argv.stream().skip(1).noneMatch(NO_TERMINAL::contains);
    }

    @Override
    public List<Sighting> look(ProcessLook processes) {
        var own = processes.own();
        var seen = new ArrayList<Sighting>();
        var folders = new HashSet<Path>();
        for (var process : own) {
            var said = said(process);
            var file = found.of(process, () -> file(process, said));
            var id = file.flatMap(stamp -> PiFiles.id(stamp.path())).or(() -> chosen(process));
            if (id.isPresent()) {
                seen.add(new Sighting(id.get(), process, state(process, file), null, id.equals(said), true));
                file.ifPresent(stamp -> folders.add(stamp.path().resolveSibling("")));
            }
        }
        found.keep(own);
        states.keep(own);
        watched = folders;
        return seen;
    }

    /// The session that its words name. One that is resumed may be named by its file, or by the beginning of its id,
    /// which is no session's.
    private static Optional<String> said(LivingProcess process) {
        return chosen(process)
                .or(() -> Optional.ofNullable(process.valueOf("--session"))
                        .flatMap(word -> word.endsWith(".jsonl") ? PiFiles.id(Path.of(word)) : Optional.of(word))
                        .filter(id -> PiFiles.ID.matcher(id).matches()));
    }

    /// The id under which it was begun, whose file is there only after the first words.
    private static Optional<String> chosen(LivingProcess process) {
        return Optional.ofNullable(process.valueOf("--session-id"))
                .filter(id -> PiFiles.ID.matcher(id).matches());
    }

    private Optional<FileStamp> file(LivingProcess process, Optional<String> said) {
        try {
            var named = said.isPresent() ? files.find(said.get()) : Optional.<FileStamp>empty();
            return named.isPresent() || chosen(process).isPresent() ? named : newest(process);
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }

    private Optional<FileStamp> newest(LivingProcess process) throws IOException {
        var folder = process.folder();
        if (folder == null) {
            return Optional.empty();
        }
        long start = TimeUnit.MILLISECONDS.toNanos(process.startedAt().toEpochMilli());
        return files.in(folder).stream()
                .filter(stamp -> stamp.modifiedNanos() >= start)
                .max(Comparator.comparingLong(FileStamp::modifiedNanos));
    }

    private State state(LivingProcess process, Optional<FileStamp> file) {
        var stamp = file.flatMap(it -> StoreFile.stamp(it.path()));
        return stamp.map(it -> states.of(process, it, () -> PiNow.read(it.path(), process.startedAt())))
                .orElse(State.UNKNOWN);
    }

    @Override
    public Set<Path> folders() {
        return watched;
    }
}
