package dev.svc.server.outside;

import dev.svc.server.engine.outside.LivingProcess;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/// The processes of this person. Used by one thread at a time.
interface ProcessTable {

    /// Looks again, and returns those whose words somebody knows, the oldest first.
    Collection<LivingProcess> look(Predicate<List<String>> known);

    /// The process, if it still is the one that started then. Where the system does not say when in a way that the
    /// caller knows, its number is enough.
    Optional<LivingProcess> find(long pid, String start);

    /// Whether it still is that one and works, as it is now. Any thread may ask.
    boolean isAlive(long pid, String start);

    /// The number of the process above; 0 where it is gone.
    long parent(long pid);
}
