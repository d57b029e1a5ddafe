package dev.svc.server.engine.codex;

import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.ProcessLook;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.engine.outside.Sighting.WayIn;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.shared.vital.OwnedBy;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/// Codex's processes, by the rollouts that they have open: its server for those that it holds for several terminals, or
/// a process of its own. A terminal of that server has none open, and a session without a rollout is none yet.
final class CodexSightings implements Sightings {
    /// What has a rollout open is asked for its open files once in so many looks.
    private static final int PAUSE = 5;

    private final CodexHome home;
    private final Map<Key, Open> known = new HashMap<>();

    @OwnedBy("the look at programs outside")
    private int looks;

    private record Key(long pid, String start) {}

    private record Open(Set<String> ids, int asked) {}

    CodexSightings(CodexHome home) {
        this.home = home;
    }

    @Override
    public boolean knows(List<String> argv) {
        return LivingProcess.isCommand(argv, "codex");
    }

    @Override
    public List<Sighting> look(ProcessLook processes) {
        looks++;
        var own = processes.own();
        known.keySet().retainAll(own.stream().map(CodexSightings::key).toList());
        return own.stream()
                .flatMap(process -> ids(process, processes).stream().map(id -> of(id, process)))
                .toList();
    }

    private static Key key(LivingProcess process) {
        return new Key(process.pid(), process.start());
    }

    private Set<String> ids(LivingProcess process, ProcessLook processes) {
        var before = known.get(key(process));
        if (before != null && !before.ids().isEmpty() && looks - before.asked() < PAUSE) {
            return before.ids();
        }
        var ids = new TreeSet<String>();
        var place = home.live().realPlace();
        for (var file : processes.openFiles(process)) {
            if (file.startsWith(place)) {
                CodexHome.id(String.valueOf(file.getFileName())).ifPresent(ids::add);
            }
        }
        known.put(key(process), new Open(ids, looks));
        return ids;
    }

    private static Sighting of(String id, LivingProcess process) {
        boolean isServer = process.argv().contains("app-server");
        return new Sighting(
                id,
                process,
                State.UNKNOWN,
                isServer ? new WayIn(List.of("resume", id, "--remote", "unix://"), Where.DAEMON, null) : null,
                true,
                !isServer);
    }
}
