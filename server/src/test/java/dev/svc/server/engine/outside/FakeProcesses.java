package dev.svc.server.engine.outside;

import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Processes as a test makes them up.
public final class FakeProcesses implements ProcessLook {
    private final List<LivingProcess> living = new ArrayList<>();
    private final Map<Long, Set<Path>> files = new HashMap<>();

    public LivingProcess lives(long pid, String start, String... argv) {
        return lives(pid, start, Path.of("/work"), argv);
    }

    public LivingProcess lives(long pid, String start, Path folder, String... argv) {
        var process = new LivingProcess(
                pid, start, 1, Instant.EPOCH.plusSeconds(living.size()), List.of(argv), folder, Map.of(), null);
        ends(pid);
        living.add(process);
        return process;
    }

    public void isBelow(long parent, long pid, String start, String... argv) {
        living.add(
                new LivingProcess(pid, start, parent, Instant.EPOCH, List.of(argv), Path.of("/work"), Map.of(), null));
    }

    public void opens(LivingProcess process, Path... paths) {
        files.put(process.pid(), Set.of(paths));
    }

    public void ends(long pid) {
        living.removeIf(it -> it.pid() == pid);
    }

    @Override
    public List<LivingProcess> own() {
        return List.copyOf(living);
    }

    @Override
    public Optional<LivingProcess> find(long pid, String start) {
        return living.stream()
                .filter(it -> it.pid() == pid && it.start().equals(start))
                .findFirst();
    }

    @Override
    public Set<Path> openFiles(LivingProcess process) {
        return files.getOrDefault(process.pid(), Set.of());
    }
}
