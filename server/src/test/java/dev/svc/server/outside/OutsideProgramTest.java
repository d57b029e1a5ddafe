package dev.svc.server.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.Launch;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.engine.outside.Sighting.WayIn;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OutsideProgramTest {
    private static final Instant NOON = Instant.parse("2026-11-25T12:00:00Z");
    private static final Launch PANE = Launch.of("tmux", "attach");
    private static final WayIn OWN = new WayIn(List.of("attach", "http://127.0.0.1:4555"), null, null);

    @Test
    void the_pane_that_shows_a_program_comes_before_its_own_way() {
        var program = program(OWN, new Place(Where.TMUX, "main:0.0", () -> PANE, null));

        assertThat(program.wayIn(OutsideProgramTest::made)).contains(PANE);
    }

    @Test
    void what_is_in_no_pane_is_joined_in_its_own_way() {
        var program = program(OWN, Place.UNKNOWN);

        assertThat(program.wayIn(OutsideProgramTest::made))
                .contains(Launch.of("made", "attach", "http://127.0.0.1:4555"));
    }

    @Test
    void no_way_leads_to_a_program_in_no_pane_that_has_none_of_its_own() {
        var program = program(null, Place.UNKNOWN);

        assertThat(program.wayIn(OutsideProgramTest::made)).isEmpty();
        assertThat(program.elsewhere().join()).isFalse();
    }

    @Test
    void one_that_serves_sessions_has_no_terminal_that_shows_them() {
        var served = new WayIn(List.of("attach"), Where.DAEMON, null);

        assertThat(program(served, Place.UNKNOWN).sighting().isInTerminal()).isFalse();
        assertThat(program(OWN, Place.UNKNOWN).sighting().isInTerminal()).isTrue();
        assertThat(program(null, Place.UNKNOWN).sighting().isInTerminal()).isTrue();
    }

    private static Launch made(List<String> arguments) {
        return new Launch(Stream.concat(Stream.of("made"), arguments.stream()).toList(), Map.of());
    }

    private static OutsideProgram program(@Nullable WayIn own, Place place) {
        var process = new LivingProcess(7, "1", 1, NOON, List.of("made"), Path.of("/work"), Map.of(), null);
        var sighting = new Sighting("ses_1", process, State.of(Status.WAITING), own, true, true);
        return new OutsideProgram(new SessionId(EngineKey.OPENCODE, "ses_1"), sighting, place, NOON);
    }
}
