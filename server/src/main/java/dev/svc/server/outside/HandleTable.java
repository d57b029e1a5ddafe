package dev.svc.server.outside;

import dev.svc.server.engine.outside.LivingProcess;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// For systems without `/proc`: what Java knows of processes, which is neither folder nor terminal.
final class HandleTable implements ProcessTable {
    private final Optional<String> me = ProcessHandle.current().info().user();

    @Override
    public Collection<LivingProcess> look(Predicate<List<String>> known) {
        return ProcessHandle.allProcesses()
                .filter(it -> it.info().user().equals(me))
                .filter(it -> known.test(words(it)))
                .map(HandleTable::living)
                .sorted(Comparator.comparing(LivingProcess::startedAt))
                .toList();
    }

    @Override
    public Optional<LivingProcess> find(long pid, String start) {
        return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).map(HandleTable::living);
    }

    @Override
    public boolean isAlive(long pid, String start) {
        return find(pid, start).isPresent();
    }

    @Override
    public long parent(long pid) {
        return ProcessHandle.of(pid)
                .flatMap(ProcessHandle::parent)
                .map(ProcessHandle::pid)
                .orElse(0L);
    }

    private static List<String> words(ProcessHandle process) {
        var words = new ArrayList<String>();
        process.info().command().ifPresent(words::add);
        process.info().arguments().ifPresent(more -> words.addAll(List.of(more)));
        return words;
    }

    private static LivingProcess living(ProcessHandle process) {
        var started = process.info().startInstant().orElse(Instant.EPOCH);
        return new LivingProcess(
                process.pid(),
                Long.toString(started.toEpochMilli()),
                process.parent().map(ProcessHandle::pid).orElse(0L),
                started,
                words(process),
                null,
                Map.of(),
                null);
    }
}
