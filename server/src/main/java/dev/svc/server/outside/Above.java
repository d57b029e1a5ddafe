package dev.svc.server.outside;

import dev.svc.server.engine.outside.LivingProcess;
import java.util.Set;

/// Which processes a process descends from.
final class Above {
    /// No tree of processes is that deep; numbers that were used again could make a circle.
    private static final int DEEPEST = 64;

    private Above() {}

    static boolean isBelow(LivingProcess process, long ancestor, ProcessTable processes) {
        return isBelowAny(process, Set.of(ancestor), processes);
    }

    /// Whether the process is one of these, or descends from one.
    static boolean isBelowAny(LivingProcess process, Set<Long> ancestors, ProcessTable processes) {
        if (ancestors.contains(process.pid())) {
            return true;
        }
        long above = process.parent();
        for (int steps = 0; above > 1 && steps < DEEPEST; steps++) {
            if (ancestors.contains(above)) {
                return true;
            }
            above = processes.parent(above);
        }
        return ancestors.contains(above);
    }
}
