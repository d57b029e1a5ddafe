package dev.svc.server.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.EngineProvider;
import dev.svc.server.follow.FollowedSession;
import dev.svc.server.search.RecordedStores;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.usage.UsageQuestion.By;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// What the recorded stores of all programs used. The figures were added up from the records by hand, as the documents
/// of each program say. Claude Code's lack two calls of sub-agents whose session said nothing and is not listed.
class RecordedUsageTest {
    private static final String FORK = "8c5d6df7-7761-4931-a4cc-1f8c49833092";
    private static final String FORKED = "3a575854-0339-4c4e-93a1-10a825afe1af";

    @TempDir
    Path folder = Path.of("");

    private RecordedStores stores;
    private Counting counting;

    @BeforeEach
    void plant() throws IOException {
        stores = RecordedStores.plant(Files.createDirectories(folder.resolve("home")));
        counting = new Counting(folder);
    }

    @AfterEach
    void close() {
        counting.close();
    }

    private EngineProvider program(int number) {
        return stores.program(EngineKey.of(number));
    }

    @ParameterizedTest
    @CsvSource({
        "1, 31, 665060, 31831, 0",
        "2, 35, 394879, 31886, 43",
        "3, 24, 64209, 6758, 54",
        "4, 21, 198455, 6690, 54",
        "6, 14, 34550, 263, 0",
        "7, 25, 330060, 5565, 0",
        "9, 25, 46067, 5443, 0",
        "10, 33, 590033, 5678, 7",
        "11, 16, 330842, 5492, 0"
    })
    void each_call_of_a_recorded_store_counts_once(int engine, long calls, long input, long output, long reasoning)
            throws Exception {
        var total = counting.with(program(engine)).read().total();

        assertThat(List.of(total.messages(), total.input(), total.output(), total.reasoning()))
                .containsExactly(calls, input, output, reasoning);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "6", "7", "8", "9", "10", "11"})
    void the_order_in_which_sessions_are_read_changes_nothing(int engine) throws Exception {
        var forwards = counting.with(program(engine)).read().by(By.SESSION).rows();

        try (var other = new Counting(folder.resolve("other")).with(program(engine))) {
            var backwards = new ArrayList<SessionId>(other.facts.keySet());
            Collections.reverse(backwards);

            assertThat(other.read(backwards).by(By.SESSION).rows()).isEqualTo(forwards);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "6", "7", "8", "9", "10", "11"})
    void a_store_that_is_read_twice_counts_once(int engine) throws Exception {
        var once = counting.with(program(engine)).read().by(By.SESSION).rows();

        assertThat(counting.read().by(By.SESSION).rows()).isEqualTo(once);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "4", "6", "7", "8", "9", "10", "11"})
    void what_was_counted_is_there_after_a_restart(int engine) throws Exception {
        var before = counting.with(program(engine)).read().by(By.HOUR).rows();

        counting.restart();

        assertThat(counting.by(By.HOUR).rows()).isEqualTo(before);
    }

    @Test
    void a_copied_message_belongs_to_the_earliest_session() throws Exception {
        var messages = counting.with(program(1)).read().messages(By.SESSION);

        assertThat(messages).containsEntry("engine_1:" + FORKED, 3L).containsEntry("engine_1:" + FORK, 1L);
    }

    @Test
    void the_sub_agents_of_a_session_count_for_it() throws Exception {
        var messages = counting.with(program(1)).read().messages(By.SESSION);

        assertThat(messages).containsEntry("engine_1:95e9e158-3f6b-4143-9835-42e25a03ef15", 10L);
    }

    @Test
    void the_sub_agents_that_are_sessions_of_their_own_count_for_the_one_that_started_them() throws Exception {
        var rows = counting.with(program(3)).read().by(By.SESSION).rows();

        assertThat(rows).noneMatch(row -> row.key().endsWith("ses_e0249ead0ffeVcqvcyAAITy8cV"));
        assertThat(rows)
                .filteredOn(row -> row.key().endsWith("ses_e024a0aa1ffeHsM5zMP4Db2ge4"))
                .singleElement()
                .satisfies(row -> assertThat(row.sessions()).isEqualTo(1));
    }

    @Test
    void a_sub_agent_whose_use_is_in_its_starters_turn_counts_nothing_of_its_own() throws Exception {
        var rows = counting.with(program(11)).read().by(By.SESSION).rows();

        assertThat(rows).noneMatch(row -> row.key().endsWith("01a2052c-4eb1-7bf3-bde5-08b7ff58b001"));
    }

    @Test
    void a_session_that_has_been_read_is_not_read_again_before_it_changes() throws Exception {
        counting.with(program(1)).read();
        var session = FollowedSession.any(
                Objects.requireNonNull(counting.facts.get(new SessionId(EngineKey.CLAUDE_CODE, FORK))), false);

        assertThat(counting.taken().has(session)).isTrue();
        assertThat(counting.taken().has(new FollowedSession(session.id(), session.stamp() + 1, false)))
                .isFalse();
    }

    @Test
    void a_program_whose_logs_say_nothing_has_nothing_to_count() {
        assertThat(program(5).usage()).isEmpty();
    }

    @Test
    void a_model_without_a_price_is_named_and_costs_nothing_known() throws Exception {
        var whole = counting.with(program(3)).read().by(By.MODEL);

        assertThat(whole.unpriced()).contains("demo-large");
        assertThat(whole.total().cost()).isNull();
    }

    @Test
    void a_model_with_a_price_costs_what_the_list_says() throws Exception {
        var row = counting.with(program(1)).read().by(By.MODEL).rows().stream()
                .filter(it -> it.key().equals("claude-sonnet-4-5"))
                .findFirst()
                .orElseThrow();

        assertThat(row.cost()).isEqualTo((row.input() * 3 + row.output() * 15) / 1_000_000.0);
    }
}
