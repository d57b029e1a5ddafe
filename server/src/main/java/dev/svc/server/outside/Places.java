package dev.svc.server.outside;

import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.shared.control.Command;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/// In which terminals processes run. Asking a server of terminals costs a process of its own, so an answer holds for a
/// while: a pane that is moved keeps its old name until then. Used by one thread at a time.
final class Places {
    private static final Duration HOLDS = Duration.ofSeconds(30);

    private final TmuxPanes tmux;
    private final ScreenWindows screen;
    private final InstantSource clock;
    private final Map<Key, Answer> answers = new HashMap<>();

    private record Key(long pid, String start) {
        static Key of(LivingProcess process) {
            return new Key(process.pid(), process.start());
        }
    }

    private record Answer(Place place, Instant at) {}

    Places(Command commands, Path home, ProcessTable processes, InstantSource clock) {
        this.tmux = new TmuxPanes(commands, home);
        this.screen = new ScreenWindows(commands, processes);
        this.clock = clock;
    }

    Place of(LivingProcess process) {
        var key = Key.of(process);
        var known = answers.get(key);
        if (known != null && known.at().plus(HOLDS).isAfter(clock.instant())) {
            return known.place();
        }
        return ask(process);
    }

    /// As it is now.
    Place ask(LivingProcess process) {
        var place = tmux.find(process).or(() -> screen.find(process)).orElse(Place.UNKNOWN);
        answers.put(Key.of(process), new Answer(place, clock.instant()));
        return place;
    }

    /// Forgets the others.
    void keep(Set<LivingProcess> living) {
        answers.keySet().retainAll(living.stream().map(Key::of).collect(Collectors.toSet()));
    }
}
