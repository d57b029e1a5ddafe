package dev.svc.server.terminal;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.session.SessionId;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Waits for programs that create their own ids to write their session, for as long as they run, and never guesses
/// which session is whose.
final class Adoption implements Closeable {
    private static final Logger LOG = Logger.getLogger(Adoption.class.getName());
    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Engines engines;
    private final Adopter adopter;
    private final Set<Thread> watchers = ConcurrentHashMap.newKeySet();
    private final Map<Terminal, Set<SessionId>> nameless =
            new ConcurrentHashMap<>(); // with the ids that may be another's
    private final Set<SessionId> taken = ConcurrentHashMap.newKeySet();
    private final ReentrantLock deciding = new ReentrantLock(); // serializes decisions, each sees those before

    /// What to do when the real id is known.
    interface Adopter {
        void adopt(Terminal terminal, SessionId real) throws IOException;
    }

    Adoption(Engines engines, Adopter adopter) {
        this.engines = engines;
        this.adopter = adopter;
    }

    int pending() {
        return nameless.size();
    }

    void watch(Terminal terminal) {
        engines.find(terminal.session().engine()).ifPresent(provider -> {
            nameless.put(terminal, ConcurrentHashMap.newKeySet());
            var watcher = Thread.ofVirtual()
                    .name("adoption " + terminal.session())
                    .unstarted(() -> watch(terminal, provider));
            watchers.add(watcher);
            watcher.start();
        });
    }

    private void watch(Terminal terminal, EngineProvider provider) {
        try {
            boolean ended = false;
            while (!ended) {
                ended = terminal.exit() != null; // once more after the end: it may have written just before
                if (decide(terminal, provider)) {
                    return;
                }
                pause(terminal);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            leave(terminal, provider);
            watchers.remove(Thread.currentThread());
        }
    }

    /// A store is written while its program works, so a silent one needs few looks.
    private static void pause(Terminal terminal) throws InterruptedException {
        var seen = terminal.lastOutput();
        for (int waited = 0; waited < PATIENCE.dividedBy(PAUSE); waited++) {
            Thread.sleep(PAUSE);
            if (!seen.equals(terminal.lastOutput()) || terminal.exit() != null) {
                return;
            }
        }
    }

    private boolean decide(Terminal terminal, EngineProvider provider) {
        deciding.lock();
        try {
            var candidates = candidates(terminal, provider);
            var real = terminal.life() instanceof Life.Adopted adopted
                    ? Optional.of(adopted.launchRecord().session())
                    : own(terminal, candidates);
            if (real.isPresent()) {
                adopter.adopt(terminal, real.get());
                taken.add(real.get());
            }
            return real.isPresent();
        } catch (IOException | RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> "the search for the real id of " + terminal.session() + " failed");
            return false;
        } finally {
            deciding.unlock();
        }
    }

    private List<SessionId> candidates(Terminal terminal, EngineProvider provider) {
        var launchRecord = terminal.launchRecord();
        if (launchRecord.snapshot() == null) {
            return List.of();
        }
        return provider.reconcileNewSession(launchRecord.folder(), launchRecord.snapshot()).stream()
                .map(nativeId -> new SessionId(launchRecord.session().engine(), nativeId))
                .filter(id -> !taken.contains(id))
                .toList();
    }

    /// The one that the program itself holds open, else the only candidate, if no other program can have made it.
    private Optional<SessionId> own(Terminal terminal, List<SessionId> candidates) {
        if (candidates.isEmpty()) {
            return Optional.empty();
        }
        var open = OpenFiles.ofTree(terminal.program().leaderPid()).toList();
        var held = candidates.stream()
                .filter(id -> open.stream().anyMatch(file -> file.contains(id.nativeId())))
                .toList();
        if (held.size() == 1) {
            return Optional.of(held.getFirst());
        }
        var doubtful = nameless.getOrDefault(terminal, Set.of());
        if (!company(terminal).isEmpty()) {
            doubtful.addAll(candidates);
        }
        var certain = candidates.stream().filter(id -> !doubtful.contains(id)).toList();
        return certain.size() == 1 ? Optional.of(certain.getFirst()) : Optional.empty();
    }

    /// With two unnamed programs of a kind in one folder, a new session could belong to either (a race).
    private List<Terminal> company(Terminal terminal) {
        return nameless.keySet().stream()
                .filter(other -> other != terminal)
                .filter(other -> other.session().engine() == terminal.session().engine())
                .filter(other -> other.launchRecord()
                        .folder()
                        .equals(terminal.launchRecord().folder()))
                .toList();
    }

    /// A session that this program may have made before it ended stays ambiguous for those that ran beside it.
    private void leave(Terminal terminal, EngineProvider provider) {
        deciding.lock();
        try {
            for (var other : company(terminal)) {
                nameless.getOrDefault(other, Set.of()).addAll(candidates(other, provider));
            }
        } catch (RuntimeException failed) {
            LOG.log(Level.WARNING, failed, () -> "the end of " + terminal.session() + " could not be handled");
        } finally {
            nameless.remove(terminal);
            deciding.unlock();
        }
    }

    @Override
    public void close() {
        List.copyOf(watchers).forEach(Thread::interrupt);
    }
}
