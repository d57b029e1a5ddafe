package dev.svc.server.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.outside.LivingProcess;
import dev.svc.server.engine.outside.Sighting;
import dev.svc.server.engine.outside.Sighting.State;
import dev.svc.server.outside.LastSeen.Ran;
import dev.svc.server.session.Elsewhere.Where;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LastSeenTest {
    private static final Instant NOON = Instant.parse("2026-11-25T12:00:00Z");

    @TempDir
    private Path folder;

    private Path file = Path.of("");
    private Instant now = NOON;
    private LastSeen lastSeen = in("monday");

    @BeforeEach
    void a_host_that_has_been_started_on_monday() {
        file = folder.resolve("outside.json");
        lastSeen = in("monday");
    }

    private LastSeen in(String run) {
        return new LastSeen(file, Optional.of(run), () -> now);
    }

    private static SessionId session(String id) {
        return new SessionId(EngineKey.CODEX, id);
    }

    private static OutsideProgram program(String id) {
        var process = new LivingProcess(10, "1", 1, NOON, List.of("made"), Path.of("/work"), Map.of(), null);
        var sighting = new Sighting(id, process, State.UNKNOWN, null, true, true);
        return new OutsideProgram(session(id), sighting, new Place(Where.TMUX, "main:2.1", null, null), NOON);
    }

    private void runs(String... ids) {
        lastSeen.looked(Stream.of(ids).map(LastSeenTest::program).toList(), true);
    }

    private static List<Ran> handed(LastSeen by) {
        var all = new ArrayList<Ran>();
        by.handOver(all::add);
        return all;
    }

    private List<String> ranOn(String run) {
        return handed(in(run)).stream()
                .map(it -> it.session().nativeId())
                .sorted()
                .toList();
    }

    @Test
    void what_ran_when_the_host_went_down_is_known_with_its_place() {
        runs("a");
        assertThat(handed(in("tuesday")))
                .containsExactly(new Ran(session("a"), "/work", NOON, Where.TMUX, "main:2.1", true));
    }

    @Test
    void it_is_handed_over_once() {
        runs("a", "b");
        assertThat(ranOn("tuesday")).containsExactly("a", "b");
        assertThat(ranOn("tuesday")).isEmpty();
        assertThat(ranOn("wednesday")).isEmpty();
    }

    @Test
    void as_long_as_the_host_is_up_nothing_went_down() {
        runs("a");
        assertThat(ranOn("monday")).isEmpty();
        assertThat(ranOn("tuesday")).containsExactly("a");
    }

    @Test
    void what_left_a_moment_before_went_down_with_the_host() {
        runs("a", "b");
        runs("b");
        assertThat(ranOn("tuesday")).containsExactly("a", "b");
    }

    @Test
    void what_left_before_that_moment_ended_by_itself() {
        runs("a", "b");
        runs("b");
        now = NOON.plusSeconds(10);
        lastSeen.looked(List.of(program("b")), false);
        assertThat(ranOn("tuesday")).containsExactly("b");
    }

    @Test
    void the_first_look_replaces_what_an_earlier_service_saw() {
        runs("a");
        lastSeen = in("monday");
        lastSeen.looked(List.of(), false);
        assertThat(ranOn("tuesday")).isEmpty();
    }

    @Test
    void a_look_that_shows_nothing_new_writes_nothing() throws IOException {
        runs("a");
        Files.delete(file);
        lastSeen.looked(List.of(program("a")), false);
        lastSeen.looked(List.of(program("a")), true);
        assertThat(file).doesNotExist();
    }

    @Test
    void where_nobody_knows_whether_the_host_went_down_nothing_is_kept() {
        lastSeen = new LastSeen(file, Optional.empty(), () -> now);
        runs("a");
        assertThat(file).doesNotExist();
    }

    @Test
    void what_cannot_be_read_says_nothing_and_is_replaced() throws IOException {
        for (var damaged : List.of("", "{", "[]", "{\"host\":1,\"ran\":[{\"session\":\"engine_1:a\"}]}")) {
            Files.writeString(file, damaged);
            assertThat(ranOn("tuesday")).isEmpty();
            assertThat(Files.readString(file)).contains("tuesday");
        }
    }

    @Test
    void no_more_is_kept_than_anybody_runs() {
        runs(IntStream.range(0, 1000).mapToObj(Integer::toString).toArray(String[]::new));
        assertThat(ranOn("tuesday")).hasSize(500);
    }
}
