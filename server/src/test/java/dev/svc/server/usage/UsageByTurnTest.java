package dev.svc.server.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.engine.turn.Detail;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.search.RecordedStores;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UsageByTurnTest {
    private static final EngineKey ENGINE = EngineKey.CODEX;
    private static final Instant BEGAN = Counting.NOW.minus(Duration.ofHours(5));

    @TempDir
    Path folder = Path.of("");

    private Counting counting;
    private SessionId session;
    private long keys;

    @BeforeEach
    void open() throws IOException {
        counting = new Counting(folder);
        session = counting.session(ENGINE, "one", BEGAN, null);
    }

    @AfterEach
    void close() {
        counting.close();
    }

    private static Instant at(double seconds) {
        return BEGAN.plusMillis(Math.round(seconds * 1_000));
    }

    private UsageRecord call(double seconds, long output) {
        return call(seconds, output, "claude-sonnet-4-5");
    }

    private UsageRecord call(double seconds, long output, String model) {
        return new UsageRecord(++keys, at(seconds).toEpochMilli(), model, new TokenCounts(0, output, 0, 0, 0, 0), 0);
    }

    private void used(UsageRecord... calls) throws IOException, InterruptedException {
        counting.tell(ENGINE, Map.of("one", List.of(calls)));
        counting.read();
    }

    private static TurnTimes times(int first, @Nullable Instant end, double... began) {
        var times = new ArrayList<Optional<Instant>>();
        for (double second : began) {
            times.add(Double.isNaN(second) ? Optional.empty() : Optional.of(at(second)));
        }
        return new TurnTimes(first, times, end);
    }

    /// The output of each turn that used something.
    private Map<String, Long> turns(TurnTimes times) throws IOException {
        var turns = new java.util.LinkedHashMap<String, Long>();
        counting.turns(session, times).rows().forEach(row -> turns.put(row.key(), row.output()));
        return turns;
    }

    @Test
    void what_is_not_in_the_file_yet_is_still_missing_and_says_so() throws Exception {
        counting.tell(ENGINE, Map.of("one", List.of(call(1, 10))));
        counting.taken().take(FollowedSession.any(Objects.requireNonNull(counting.facts.get(session)), false));
        assertThat(counting.turns(session, times(0, null, 0)).complete()).isFalse();

        counting.taken().flush();

        var found = counting.turns(session, times(0, null, 0));
        assertThat(found.complete()).isTrue();
        assertThat(found.total().output()).isEqualTo(10);
    }

    @Test
    void a_call_belongs_to_the_last_turn_that_began_before_it_or_with_it() throws Exception {
        used(call(1, 10), call(2.5, 200), call(2.999, 3_000), call(3, 40_000));

        assertThat(turns(times(0, null, 0, 1, 2, 3)))
                .containsExactly(Map.entry("1", 10L), Map.entry("2", 3_200L), Map.entry("3", 40_000L));
    }

    @Test
    void what_was_used_before_the_first_turn_belongs_to_it() throws Exception {
        used(call(1, 10));

        assertThat(turns(times(0, null, 5, 6))).containsExactly(Map.entry("0", 10L));
    }

    @Test
    void some_turns_have_what_was_used_in_their_time_alone() throws Exception {
        used(call(1, 10), call(2, 200), call(3, 3_000), call(4, 40_000));

        assertThat(turns(times(7, at(4), 2, 3))).containsExactly(Map.entry("7", 200L), Map.entry("8", 3_000L));
    }

    @Test
    void a_turn_that_says_no_time_begins_with_the_one_before_it() throws Exception {
        used(call(1, 10), call(3, 200));

        assertThat(turns(times(0, null, 0, 1, Double.NaN, 3)))
                .containsExactly(Map.entry("2", 10L), Map.entry("3", 200L));
    }

    @Test
    void turns_that_say_no_time_at_all_have_what_was_used_once() throws Exception {
        used(call(1, 10));

        assertThat(turns(times(0, null, Double.NaN, Double.NaN))).hasSize(1).containsValue(10L);
        assertThat(turns(times(4, null, Double.NaN, Double.NaN))).isEmpty();
    }

    @Test
    void times_that_no_clock_shows_do_no_harm() throws Exception {
        used(call(1, 10));

        var times = new TurnTimes(0, List.of(Optional.of(Instant.MIN), Optional.of(Instant.MAX)), Instant.MAX);

        assertThat(turns(times)).containsExactly(Map.entry("0", 10L));
    }

    @Test
    void a_sub_agent_counts_for_the_turn_that_it_worked_in_and_for_its_own() throws Exception {
        var agent = counting.session(ENGINE, "agent", at(2), session);
        counting.tell(ENGINE, Map.of("one", List.of(call(1, 10)), "agent", List.of(call(2.5, 200))));
        counting.read();

        assertThat(turns(times(0, null, 0, 2, 3))).containsExactly(Map.entry("0", 10L), Map.entry("1", 200L));
        assertThat(counting.turns(agent, times(0, null, 2)).total().output()).isEqualTo(200);
    }

    @Test
    void what_has_no_price_is_named_and_costs_nothing_that_is_known() throws Exception {
        used(call(1, 1_000_000), call(2, 5, "nobody-knows-it"));

        var found = counting.turns(session, times(0, null, 1, 2));

        assertThat(found.unpriced()).containsExactly("nobody-knows-it");
        assertThat(found.rows()).extracting(UsageView.Line::cost).containsExactly(15.0, null);
        assertThat(found.total().cost()).isEqualTo(15.0);
    }

    @Test
    void of_no_turns_nothing_was_used() throws Exception {
        used(call(1, 10));

        assertThat(turns(TurnTimes.NONE)).isEmpty();
    }

    private static List<Optional<Instant>> began(EngineProvider program, String nativeId) throws IOException {
        var index = program.turns().index(nativeId, Optional.empty());
        return program.turns().read(nativeId, index, 0, index.count(), Detail.BRIEF).stream()
                .map(turn -> Optional.ofNullable(turn.at()))
                .toList();
    }

    /// Few turns at a time, so that most of them are first or last ones.
    private long messages(SessionId id, List<Optional<Instant>> began) throws IOException {
        long messages = 0;
        for (int from = 0; from < began.size(); from += 3) {
            int to = Math.min(began.size(), from + 3);
            var end = began.stream().skip(to).flatMap(Optional::stream).findFirst();
            var found = counting.turns(id, new TurnTimes(from, began.subList(from, to), end.orElse(null)));
            messages += found.total().messages();
        }
        return messages;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 6})
    void the_turns_of_a_recorded_session_add_up_to_what_it_used(int engine) throws Exception {
        var stores = RecordedStores.plant(Files.createDirectories(folder.resolve("home")));
        var program = stores.program(EngineKey.of(engine));
        counting.facts.clear();
        counting.with(program).read();

        var own = counting.facts.values().stream()
                .filter(facts -> facts.parent() == null)
                .map(facts -> facts.id())
                .toList();
        assertThat(own).isNotEmpty();
        for (var id : own) {
            var began = began(program, id.nativeId());
            long whole = counting.answers().session(id).total().messages();
            assertThat(began.isEmpty() ? whole : messages(id, began))
                    .as("%s", id)
                    .isEqualTo(whole);
        }
    }
}
