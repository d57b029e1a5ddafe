package dev.svc.server.outside;

import dev.svc.server.engine.outside.LivingProcess;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// Which processes a process descends from. Asks for the parent of each number once: for one look, and by one thread.
final class Above {
    /// No tree of processes is that deep; numbers that were used again could make a circle.
    private static final int DEEPEST = 64;

    private final ProcessTable processes;
    private final Map<Long, Long> parents = new HashMap<>();

    Above(ProcessTable processes) {
        this.processes = processes;
    }

    boolean isBelow(LivingProcess process, long ancestor) {
        return isBelowAny(process, Set.of(ancestor));
    }

    /// Whether the process is one of these, or descends from one.
    boolean isBelowAny(LivingProcess process, Set<Long> ancestors) {
        if (ancestors.isEmpty()) {
            return false;
        }
        if (ancestors.contains(process.pid())) {
            return true;
        }
        long above = process.parent();
        for (int steps = 0; above > 1 && steps < DEEPEST; steps++) {
            if (ancestors.contains(above)) {
                return true;
            }
            above = parents.computeIfAbsent(above, processes::parent);
        }
        return ancestors.contains(above);
    }
}
