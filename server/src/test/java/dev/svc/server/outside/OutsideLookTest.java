package dev.svc.server.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.catalog.FakeEngine;
import dev.svc.server.engine.Engines;
import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.ProcessLook;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.engine.outside.Sightings;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.shared.control.Command;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class OutsideLookTest {
    private static final Instant NOON = Instant.parse("2026-11-25T12:00:00Z");
    private static final Path WORK = Path.of("/work");

    private final List<LivingProcess> living = new ArrayList<>();
    private final Map<Long, String> said = new HashMap<>();
    private final Set<Long> guessed = new HashSet<>();
    private final Set<Long> ours = new HashSet<>();
    private final Set<Long> noted = new HashSet<>();
    private State state = State.of(Status.WORKING);
    private Instant now = NOON;
    private boolean fails;

    private final InstantSource clock = () -> now;
    private final Table table = new Table();
    private final OutsideLook look = new OutsideLook(
            engines(), table, new Places(new Command(Map.of()), Path.of("/"), table, clock), () -> ours, clock);

    /// Processes as a test makes them up.
    private final class Table implements ProcessTable {
        @Override
        public Collection<LivingProcess> look(Predicate<List<String>> known) {
            return living.stream().filter(it -> known.test(it.argv())).toList();
        }

        @Override
        public Optional<LivingProcess> find(long pid, String start) {
            return living.stream()
                    .filter(it -> it.pid() == pid && it.start().equals(start))
                    .findFirst();
        }

        @Override
        public boolean isAlive(long pid, String start) {
            return find(pid, start).isPresent();
        }

        @Override
        public long parent(long pid) {
            return living.stream()
                    .filter(it -> it.pid() == pid)
                    .mapToLong(LivingProcess::parent)
                    .findFirst()
                    .orElse(0);
        }
    }

    private final class Made implements Sightings {
        @Override
        public boolean knows(List<String> argv) {
            return argv.contains("made");
        }

        @Override
        public List<Sighting> look(ProcessLook processes) {
            if (fails) {
                throw new IllegalStateException("as a strange program makes it");
            }
            return Stream.concat(
                            processes.own().stream(), noted.stream().flatMap(it -> processes.find(it, "1").stream()))
                    .map(it -> new Sighting(
                            said.getOrDefault(it.pid(), ""), it, state, null, !guessed.contains(it.pid()), true))
                    .toList();
        }
    }

    private Engines engines() {
        var engine = new FakeEngine(EngineKey.CODEX, WORK);
        engine.sightings = new Made();
        return new Engines(List.of(engine));
    }

    private LivingProcess runs(long pid, long parent, String session) {
        var process = new LivingProcess(pid, "1", parent, NOON.plusSeconds(pid), List.of("made"), WORK, Map.of(), null);
        living.add(process);
        said.put(pid, session);
        return process;
    }

    private OutsideProgram seen(String nativeId) {
        return Objects.requireNonNull(look.all().get(session(nativeId)));
    }

    private static SessionId session(String nativeId) {
        return new SessionId(EngineKey.CODEX, nativeId);
    }

    @Test
    void what_svc_started_and_whatever_descends_from_it_is_not_outside() {
        runs(10, 1, "a");
        runs(11, 10, "b");
        runs(12, 1, "c");
        ours.add(10L);
        assertThat(look.all()).containsOnlyKeys(session("c"));
    }

    @Test
    void what_an_idle_program_of_svc_still_runs_is_told_where_it_keeps_a_note_of_it() {
        runs(10, 1, "a");
        ours.add(10L);
        noted.add(10L);
        state = new State(Status.IDLE, null, null, List.of("shell"));
        assertThat(look.all()).isEmpty();
        assertThat(look.background()).containsOnly(Map.entry(session("a"), List.of("shell")));
        state = State.of(Status.WORKING);
        assertThat(look.all()).isEmpty();
        assertThat(look.background()).isEmpty();
    }

    @Test
    void a_session_that_was_concluded_is_shown_so_and_never_ended() {
        runs(10, 1, "a");
        guessed.add(10L);
        assertThat(seen("a").elsewhere().sure()).isFalse();
        assertThat(seen("a").endsAlone()).isFalse();
    }

    @Test
    void of_two_on_one_session_the_surer_one_counts() {
        runs(10, 1, "a");
        runs(11, 1, "a");
        guessed.add(11L);
        assertThat(seen("a").process().pid()).isEqualTo(10);
    }

    @Test
    void of_two_on_one_session_the_newer_one_counts() {
        runs(10, 1, "a");
        runs(11, 1, "a");
        assertThat(seen("a").process().pid()).isEqualTo(11);
    }

    @Test
    void a_state_has_held_since_it_was_seen_first() {
        runs(10, 1, "a");
        assertThat(seen("a").since()).isEqualTo(NOON.plusSeconds(10));
        now = NOON.plusSeconds(100);
        assertThat(seen("a").since()).isEqualTo(NOON.plusSeconds(10));
        state = State.of(Status.IDLE);
        assertThat(seen("a").since()).isEqualTo(now);
        var first = now;
        now = NOON.plusSeconds(200);
        assertThat(seen("a").since()).isEqualTo(first);
    }

    @Test
    void a_program_that_cannot_be_seen_hides_no_other() {
        runs(10, 1, "a");
        assertThat(look.all()).hasSize(1);
        fails = true;
        assertThat(look.all()).isEmpty();
    }

    @Test
    void numbers_that_make_a_circle_end_the_search() {
        runs(10, 11, "a");
        runs(11, 10, "b");
        assertThat(look.all()).hasSize(2);
    }
}
