package dev.svc.server.outside;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.ProcessLook;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.vital.OwnedBy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.logging.Level;
import java.util.logging.Logger;

/// Looks at all programs that run outside svc. Used by one thread at a time.
final class OutsideLook {
    private static final Logger LOG = Logger.getLogger(OutsideLook.class.getName());

    private final Map<EngineKey, Sightings> programs = new TreeMap<>();
    private final ProcessTable table;
    private final Places places;
    private final Supplier<Set<Long>> ours;
    private final InstantSource clock;

    @OwnedBy("the lock of OutsidePrograms")
    private Map<SessionId, OutsideProgram> seen = Map.of();

    @OwnedBy("the lock of OutsidePrograms")
    private Map<SessionId, List<String>> background = Map.of();

    /// @param ours the processes that svc started; what descends from them is not outside
    OutsideLook(Engines engines, ProcessTable table, Places places, Supplier<Set<Long>> ours, InstantSource clock) {
        this.table = table;
        this.places = places;
        this.ours = ours;
        this.clock = clock;
        for (EngineProvider engine : engines.all()) {
            engine.sightings().ifPresent(it -> programs.put(engine.engineId(), it));
        }
    }

    Collection<Sightings> programs() {
        return programs.values();
    }

    /// What is to be seen now, by session.
    Map<SessionId, OutsideProgram> all() {
        var living = table.look(this::isKnown);
        var mine = ours.get();
        var above = new Above(table);
        Predicate<LivingProcess> isOutside = it -> !above.isBelowAny(it, mine);
        var now = new HashMap<SessionId, OutsideProgram>();
        var ran = new HashMap<SessionId, List<String>>();
        places.begin();
        programs.forEach((engine, program) -> {
            for (var it : look(engine, program, living, isOutside)) {
                var session = new SessionId(engine, it.nativeId());
                if (isOutside.test(it.process())) {
                    add(now, program(session, it));
                } else if (!it.state().background().isEmpty()) {
                    ran.put(session, it.state().background());
                }
            }
        });
        places.keep(now.values().stream().map(OutsideProgram::process).toList());
        seen = now;
        background = Map.copyOf(ran);
        return now;
    }

    /// What the idle programs that svc started still run, as they said at the last look.
    Map<SessionId, List<String>> background() {
        return background;
    }

    private boolean isKnown(List<String> argv) {
        return programs.values().stream().anyMatch(it -> it.knows(argv));
    }

    /// Those that svc started are among them only where the program itself says of each what it does.
    private List<Sighting> look(
            EngineKey engine, Sightings program, Collection<LivingProcess> living, Predicate<LivingProcess> isOutside) {
        try {
            var own = living.stream()
                    .filter(it -> program.knows(it.argv()))
                    .filter(isOutside)
                    .toList();
            return program.look(new Processes(own));
        } catch (RuntimeException failed) {
            LOG.log(Level.FINE, failed, () -> "what runs outside svc could not be seen of " + engine);
            return List.of();
        }
    }

    private OutsideProgram program(SessionId session, Sighting sighting) {
        var place = sighting.isInTerminal() ? places.of(sighting.process()) : Place.UNKNOWN;
        return new OutsideProgram(session, sighting, place, since(session, sighting));
    }

    /// When the program does not say since when, what was seen before says it.
    private Instant since(SessionId session, Sighting sighting) {
        if (sighting.state().since() != null) {
            return sighting.state().since();
        }
        var before = seen.get(session);
        if (before == null
                || !before.process().start().equals(sighting.process().start())) {
            return sighting.process().startedAt();
        }
        var state = before.sighting().state();
        boolean isSame = state.status() == sighting.state().status()
                && Objects.equals(state.waitsFor(), sighting.state().waitsFor());
        return isSame ? before.since() : clock.instant();
    }

    /// Of several on one session the surer one counts, then the newer one.
    private static void add(Map<SessionId, OutsideProgram> all, OutsideProgram program) {
        all.merge(program.session(), program, (one, other) -> {
            if (one.sighting().sure() != other.sighting().sure()) {
                return one.sighting().sure() ? one : other;
            }
            return one.isOlderThan(other) ? other : one;
        });
    }

    /// The processes of one look, for one program.
    private final class Processes implements ProcessLook {
        private final List<LivingProcess> own;

        Processes(List<LivingProcess> own) {
            this.own = own;
        }

        @Override
        public List<LivingProcess> own() {
            return own;
        }

        @Override
        public Optional<LivingProcess> find(long pid, String start) {
            return own.stream()
                    .filter(it -> it.pid() == pid && it.start().equals(start))
                    .findFirst()
                    .or(() -> table.find(pid, start));
        }

        @Override
        public Set<Path> openFiles(LivingProcess process) {
            return OutsideLook.openFiles(process.pid());
        }
    }

    private static Set<Path> openFiles(long pid) {
        var files = new HashSet<Path>();
        try (var links = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (var link : links) {
                target(link).ifPresent(files::add);
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException gone) {
            return files;
        }
        return files;
    }

    private static Optional<Path> target(Path link) {
        try {
            return Optional.of(Files.readSymbolicLink(link)).filter(Path::isAbsolute);
        } catch (IOException closed) {
            return Optional.empty();
        }
    }
}
