package dev.svc.server.engine.gemini;

import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.ProcessLook;
import dev.svc.server.engine.outside.Remembered;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.engine.outside.Sightings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/// Gemini CLI's processes, two for each session: the second is the one that works. Nothing says what it does.
final class GeminiSightings implements Sightings {
    private static final Set<String> NO_TERMINAL = Set.of("--acp", "--experimental-acp", "mcp", "extensions");

    /// What `--resume` takes besides an id.
    private static final Pattern NO_ID = Pattern.compile("latest|[0-9]+");

    private final GeminiStore store;
    private final Remembered<String> newest = new Remembered<>();

    GeminiSightings(GeminiStore store) {
        this.store = store;
    }

    @Override
    public boolean knows(List<String> argv) {
        return LivingProcess.isCommand(argv, "gemini") && argv.stream().skip(1).noneMatch(NO_TERMINAL::contains);
    }

    @Override
    public List<Sighting> look(ProcessLook processes) {
        var own = processes.own();
        var parents = own.stream().map(LivingProcess::parent).collect(Collectors.toSet());
        var seen = new ArrayList<Sighting>();
        for (var process : own) {
            if (!parents.contains(process.pid())) {
                of(process).ifPresent(seen::add);
            }
        }
        newest.keep(own);
        return seen;
    }

    private Optional<Sighting> of(LivingProcess process) {
        var said = said(process);
        return said.or(() -> newest.of(process, () -> newest(process)))
                .map(id -> new Sighting(id, process, State.UNKNOWN, null, said.isPresent(), true));
    }

    private static Optional<String> said(LivingProcess process) {
        var resumed = Optional.ofNullable(process.valueOf("--resume", "-r"))
                .filter(id -> !NO_ID.matcher(id).matches());
        return resumed.or(() -> Optional.ofNullable(process.valueOf("--session-id")))
                .filter(id -> GeminiProvider.ID.matcher(id).matches());
    }

    private Optional<String> newest(LivingProcess process) {
        var folder = process.folder();
        try {
            return folder == null ? Optional.empty() : store.newestIn(Set.of(folder.toString()), process.startedAt());
        } catch (IOException | RuntimeException unreadable) {
            return Optional.empty();
        }
    }
}
