package dev.svc.server.engine.outside;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// One look at the processes of this person, for one program.
public interface ProcessLook {

    /// Those that the program knows by their words and that svc did not start, the oldest first. Empty where the system
    /// does not show words.
    List<LivingProcess> own();

    /// The process, if it still is the one that started then.
    Optional<LivingProcess> find(long pid, String start);

    /// The files that a process has open, as far as that can be seen; asked for when it is needed, for it costs.
    Set<Path> openFiles(LivingProcess process);
}
