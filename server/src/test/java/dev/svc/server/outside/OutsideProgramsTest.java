package dev.svc.server.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.Launch;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.ProcessLook;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.engine.outside.Sighting.WayIn;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.control.ProcessMemory;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutsideProgramsTest {
    private static final SessionId SESSION = new SessionId(EngineKey.CODEX, "a");

    private final FakeEngine engine = new FakeEngine(EngineKey.CODEX, Path.of("/work"));
    private final OutsidePrograms programs;

    /// A program that is on one session, with a way of its own to join it.
    private record Joinable() implements Sightings {
        @Override
        public boolean knows(List<String> argv) {
            return false;
        }

        @Override
        public List<Sighting> look(ProcessLook processes) {
            var process =
                    new LivingProcess(10, "1", 1, Instant.EPOCH, List.of("fake"), Path.of("/work"), Map.of(), null);
            var wayIn = new WayIn(List.of("attach", "a"), Where.BACKGROUND, null);
            return List.of(new Sighting("a", process, State.UNKNOWN, wayIn, true, false));
        }
    }

    OutsideProgramsTest() {
        engine.sightings = new Joinable();
        programs = new OutsidePrograms(
                new Engines(List.of(engine)),
                Map.of(),
                Set::of,
                (_, _, _) -> {},
                new ProcessMemory(),
                InstantSource.system());
    }

    @AfterEach
    void close() {
        programs.close();
    }

    @Test
    void a_program_that_is_joined_by_its_own_command_looks_where_svc_does() {
        engine.environment = Map.of("FAKE_HOME", "/srv/fake");
        assertThat(programs.wayIn(SESSION))
                .contains(new Launch(List.of("fake", "attach", "a"), Map.of("FAKE_HOME", "/srv/fake")));
    }

    @Test
    void the_executable_that_svc_knows_is_the_one_that_joins() {
        engine.binary = Path.of("/opt/fake");
        assertThat(programs.wayIn(SESSION)).contains(Launch.of("/opt/fake", "attach", "a"));
    }
}
