package dev.svc.server.engine.outside;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Processes that do not exist, with the files that they would have open.
public final class MadeUpProcesses implements ProcessLook {
    private final List<LivingProcess> own = new ArrayList<>();
    private final Map<LivingProcess, Set<Path>> files = new HashMap<>();
    private int asked;

    /// Adds one that has started at that time in that folder.
    public LivingProcess add(long pid, long parent, Instant started, @Nullable Path folder, String... argv) {
        var process = new LivingProcess(
                pid, Long.toString(pid * 7), parent, started, List.of(argv), folder, Map.of(), Path.of("/dev/pts/5"));
        own.add(process);
        return process;
    }

    public void opens(LivingProcess process, Path... open) {
        files.put(process, Set.of(open));
    }

    public void end(LivingProcess process) {
        own.remove(process);
    }

    /// How often open files were asked for.
    public int asked() {
        return asked;
    }

    @Override
    public List<LivingProcess> own() {
        return List.copyOf(own);
    }

    @Override
    public Optional<LivingProcess> find(long pid, String start) {
        return own.stream()
                .filter(it -> it.pid() == pid && it.start().equals(start))
                .findFirst();
    }

    @Override
    public Set<Path> openFiles(LivingProcess process) {
        asked++;
        return files.getOrDefault(process, Set.of());
    }
}
