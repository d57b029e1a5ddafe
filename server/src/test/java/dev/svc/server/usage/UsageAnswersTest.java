package dev.svc.server.usage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.engine.usage.LimitNote;
import dev.svc.server.engine.usage.TokenCounts;
import dev.svc.server.engine.usage.UsageRecord;
import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.server.session.Status;
import dev.svc.server.usage.UsageQuestion.By;
import dev.svc.server.usage.UsageQuestion.Sort;
import dev.svc.server.usage.price.PriceTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UsageAnswersTest {
    private static final EngineKey ENGINE = EngineKey.CODEX;
    private static final String PRICED = "claude-sonnet-4-5";
    private static final long MILLION = 1_000_000;

    @TempDir
    Path folder = Path.of("");

    private Counting counting;
    private long keys;

    @BeforeEach
    void open() throws IOException {
        counting = new Counting(folder);
    }

    @AfterEach
    void close() {
        counting.close();
    }

    private UsageRecord call(String model, Instant at, long output, double cost) {
        return new UsageRecord(++keys, at.toEpochMilli(), model, new TokenCounts(0, output, 0, 0, 0, 0), cost);
    }

    private UsageRecord call(Instant at, long output) {
        return call(PRICED, at, output, 0);
    }

    private SessionId counted(String id, UsageRecord... calls) throws IOException, InterruptedException {
        var session = counting.session(ENGINE, id, Counting.NOW.minus(Duration.ofDays(3)), null);
        counting.tell(ENGINE, Map.of(id, List.of(calls)));
        counting.read(List.of(session));
        return session;
    }

    private static Instant ago(int hours) {
        return Counting.NOW.minus(Duration.ofHours(hours));
    }

    private UsageView.Whole asked(By by, @Nullable Instant from, @Nullable Instant to, Sort sort, int limit) {
        return counting.answers().whole(new UsageQuestion(by, from, to, null, Set.of(), null, sort, limit));
    }

    private static List<String> keys(UsageView.Whole whole) {
        return whole.rows().stream().map(UsageView.Line::key).toList();
    }

    @Test
    void days_come_in_their_order() throws Exception {
        counted("one", call(ago(50), 9), call(ago(1), 1), call(ago(26), 5));

        assertThat(keys(counting.by(By.DAY))).containsExactly("2026-11-19", "2026-11-20", "2026-11-21");
    }

    @Test
    void of_many_days_the_last_ones_are_shown_and_all_are_counted() throws Exception {
        counted("one", call(ago(50), 9), call(ago(26), 5), call(ago(1), 1));

        var whole = asked(By.DAY, null, null, Sort.COST, 2);

        assertThat(keys(whole)).containsExactly("2026-11-20", "2026-11-21");
        assertThat(whole.count()).isEqualTo(3);
        assertThat(whole.total().output()).isEqualTo(15);
    }

    @Test
    void a_time_is_widened_to_whole_hours() throws Exception {
        counted("one", call(Counting.NOW.minusSeconds(60), 1), call(ago(3), 10));

        var whole = asked(By.HOUR, Counting.NOW.minusSeconds(30), Counting.NOW.plusSeconds(1), Sort.COST, 10);

        assertThat(whole.from()).isEqualTo(Counting.NOW.minusSeconds(3_600));
        assertThat(whole.to()).isEqualTo(Counting.NOW.plusSeconds(3_600));
        assertThat(keys(whole)).containsExactly("2026-11-21T11");
    }

    @Test
    void the_dearest_session_comes_first() throws Exception {
        counted("cheap", call(ago(1), 10));
        counted("dear", call(ago(1), 1_000));

        assertThat(keys(counting.by(By.SESSION))).containsExactly("engine_2:dear", "engine_2:cheap");
    }

    @Test
    void sessions_can_be_sorted_by_when_they_were_used_last() throws Exception {
        counted("recent", call(ago(1), 10));
        counted("old", call(ago(9), 1_000));

        assertThat(keys(asked(By.SESSION, null, null, Sort.LAST, 10)))
                .containsExactly("engine_2:recent", "engine_2:old");
    }

    @Test
    void a_session_of_no_project_counts_for_none() throws Exception {
        counting.projects.put(counted("mine", call(ago(1), 10)), "p1");
        counted("other", call(ago(1), 20));

        assertThat(keys(counting.by(By.PROJECT))).containsExactlyInAnyOrder("p1", "none");
    }

    @Test
    void one_project_can_be_asked_for() throws Exception {
        counting.projects.put(counted("mine", call(ago(1), 10)), "p1");
        counted("other", call(ago(1), 20));

        var whole =
                counting.answers().whole(new UsageQuestion(By.DAY, null, null, null, Set.of(), "none", Sort.COST, 10));

        assertThat(whole.total().output()).isEqualTo(20);
    }

    @Test
    void what_the_program_says_it_cost_is_what_it_cost() throws Exception {
        counted("one", call("nobody-knows-it", ago(1), MILLION, 0.25));

        var total = counting.total();

        assertThat(total.cost()).isEqualTo(0.25);
        assertThat(total.unpriced()).isZero();
    }

    @Test
    void what_has_no_price_is_named_beside_what_has_one() throws Exception {
        counted("one", call(PRICED, ago(1), MILLION, 0), call("nobody-knows-it", ago(1), 7, 0));

        var whole = counting.by(By.ENGINE);

        assertThat(whole.total().cost()).isEqualTo(15.0);
        assertThat(whole.total().unpriced()).isEqualTo(7);
        assertThat(whole.unpriced()).containsExactly("nobody-knows-it");
        assertThat(whole.notCounted())
                .singleElement()
                .satisfies(missing -> assertThat(missing.unpricedSessions()).isEqualTo(1));
    }

    private void sent(long tokens, boolean isSum) throws Exception {
        var session = counting.session(ENGINE, "one", ago(1), null);
        var used = new TokenCounts(tokens, 0, 0, 0, 0, 0);
        counting.tell(
                ENGINE, Map.of("one", List.of(new UsageRecord(1, ago(1).toEpochMilli(), PRICED, used, 0, isSum))));
        counting.read(List.of(session));
    }

    @Test
    void a_prompt_of_more_than_200_000_tokens_has_the_price_of_one() throws Exception {
        sent(MILLION, false);

        assertThat(counting.total().cost()).isEqualTo(6.0);
    }

    @Test
    void what_several_calls_sent_together_makes_no_long_prompt() throws Exception {
        sent(MILLION, true);

        assertThat(counting.total().cost()).isEqualTo(3.0);
    }

    @Test
    void a_session_is_told_a_row_a_model() throws Exception {
        var session = counted("one", call(PRICED, ago(1), 10, 0), call("gpt-5", ago(2), 20, 0));

        var found = counting.answers().session(session);

        assertThat(found.rows()).extracting(UsageView.Line::key).containsExactlyInAnyOrder(PRICED, "gpt-5");
        assertThat(found.total().output()).isEqualTo(30);
    }

    private UsagePresent present() {
        return counting.tally()
                .with(all -> new UsagePresent(all, PriceTable.builtIn(), new LocalHours(ZoneOffset.UTC), counting.now));
    }

    private UsageView.Live live(SessionId session) {
        return present().live(new Usage.Runs(session, Status.WORKING));
    }

    @Test
    void what_runs_has_its_part_of_the_last_hour() throws Exception {
        var one = counted("one", call(Counting.NOW.minusSeconds(100), 620), call(ago(2).plusSeconds(30), 5_000));
        counted("two", call(Counting.NOW.minusSeconds(1_800), 380));

        assertThat(live(one).share()).isEqualTo(0.62, org.assertj.core.api.Assertions.within(1e-9));
        assertThat(live(one).tokensHour()).isEqualTo(620);
    }

    @Test
    void the_burn_of_two_hours_is_a_bar_every_five_minutes() throws Exception {
        var one = counted("one", call(Counting.NOW.minusSeconds(10), 7), call(Counting.NOW.minusSeconds(7_199), 3));

        var series = new ArrayList<>(live(one).series());

        assertThat(series).hasSize(24);
        assertThat(series.getFirst()).isEqualTo(3);
        assertThat(series.getLast()).isEqualTo(7);
    }

    @Test
    void a_session_that_cost_more_than_its_budget_is_over_it() throws Exception {
        var dear = counted("dear", call(ago(1), MILLION));
        counted("cheap", call(ago(1), 10));

        assertThat(present().over(10, List.of()))
                .extracting(UsagePresent.Dear::session)
                .containsExactly(dear);
    }

    @Test
    void today_begins_at_midnight() throws Exception {
        counted("one", call(ago(11), MILLION), call(ago(13), MILLION));

        assertThat(present().today().dollars()).isEqualTo(15.0);
    }

    @Test
    void hours_are_those_of_the_clocks_of_the_place() {
        var hours = new LocalHours(ZoneId.of("Asia/Kolkata"));
        var time = Instant.parse("2026-11-21T18:45:00Z");

        assertThat(LocalHours.dayName(LocalHours.day(hours.of(time)))).isEqualTo("2026-11-22");
        assertThat(hours.start(hours.of(time))).isEqualTo(Instant.parse("2026-11-21T18:30:00Z"));
    }

    private static LimitNote note(int minutesAgo, double used, Instant resets) {
        return new LimitNote("primary", used, 300, resets, Counting.NOW.minus(Duration.ofMinutes(minutesAgo)));
    }

    @Test
    void a_limit_says_when_it_is_used_up_if_it_goes_on_like_that() {
        var limits = new KnownLimits();
        var resets = Counting.NOW.plus(Duration.ofHours(3));
        limits.add(ENGINE, note(0, 80, resets));
        limits.add(ENGINE, note(30, 70, resets));

        assertThat(limits.view(Counting.NOW))
                .singleElement()
                .satisfies(limit -> assertThat(limit.fullAt()).isEqualTo(Counting.NOW.plus(Duration.ofHours(1))));
    }

    @Test
    void a_limit_that_resets_before_says_nothing_of_that() {
        var limits = new KnownLimits();
        var resets = Counting.NOW.plus(Duration.ofMinutes(20));
        limits.add(ENGINE, note(30, 70, resets));
        limits.add(ENGINE, note(0, 80, resets));

        assertThat(limits.view(Counting.NOW))
                .singleElement()
                .satisfies(limit -> assertThat(limit.fullAt()).isNull());
    }

    @Test
    void a_limit_whose_window_has_ended_is_not_shown() {
        var limits = new KnownLimits();
        limits.add(ENGINE, note(30, 70, Counting.NOW.minusSeconds(1)));

        assertThat(limits.view(Counting.NOW)).isEmpty();
    }
}
