package dev.svc.server.outside;

import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.shared.control.Command;
import dev.svc.shared.vital.OwnedBy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// In which terminals processes run. Asking a server of terminals costs a process of its own, so an answer holds for a
/// while: a pane that is moved keeps its old name until then. Used by one thread at a time.
final class Places {
    private static final Duration HOLDS = Duration.ofSeconds(30);
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final TmuxPanes tmux;
    private final ScreenWindows screen;
    private final InstantSource clock;
    private final Map<Key, Answer> answers = new HashMap<>();

    @OwnedBy("the caller")
    private Instant begun = Instant.EPOCH;

    private record Key(long pid, String start) {
        static Key of(LivingProcess process) {
            return new Key(process.pid(), process.start());
        }
    }

    /// @param at when the server of the terminal said so
    private record Answer(Place place, Instant at) {}

    Places(Command commands, Path home, ProcessTable processes, InstantSource clock) {
        this(commands, home, processes, clock, PATIENCE);
    }

    Places(Command commands, Path home, ProcessTable processes, InstantSource clock, Duration patience) {
        this.tmux = new TmuxPanes(commands, home, clock, patience);
        this.screen = new ScreenWindows(commands, processes);
        this.clock = clock;
    }

    /// A look begins: who has not been asked since then may not know who came since the last one.
    void begin() {
        begun = clock.instant();
    }

    Place of(LivingProcess process) {
        var known = answers.get(Key.of(process));
        var old = begun.minus(HOLDS);
        if (known != null && known.at().isAfter(old)) {
            return known.place();
        }
        // What was asked for others since holds for this one as well; where it says nothing of one that is new, that
        // may be because it is new.
        var pane = tmux.find(process, old.plusNanos(1));
        if (pane.isEmpty() && known == null) {
            pane = tmux.find(process, begun);
        }
        return answer(process, pane);
    }

    /// As it is now.
    Place ask(LivingProcess process) {
        return answer(process, tmux.find(process, Instant.MAX));
    }

    private Place answer(LivingProcess process, Optional<Place> pane) {
        var place = pane.or(() -> screen.find(process)).orElse(Place.UNKNOWN);
        answers.put(Key.of(process), new Answer(place, tmux.asked(process).orElseGet(clock::instant)));
        return place;
    }

    /// Forgets the others.
    void keep(Collection<LivingProcess> living) {
        answers.keySet().retainAll(living.stream().map(Key::of).collect(Collectors.toSet()));
        tmux.forget(begun.minus(HOLDS));
    }
}
