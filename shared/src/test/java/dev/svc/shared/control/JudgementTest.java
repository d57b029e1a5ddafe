package dev.svc.shared.control;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.client.Answer;
import dev.svc.shared.control.Report.Phase;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JudgementTest {
    private static final Instant NOW = Instant.parse("2026-11-21T10:00:00Z");
    private static final Instant BEFORE = NOW.minusSeconds(5);
    private static final URI ADDRESS = URI.create("http://127.0.0.1:8765");
    private static final Answer HEALTHY = new Answer.Healthy(Optional.empty());
    private static final Report UP = Report.of(Phase.UP);
    private static final Report DOWN = Report.of(Phase.DOWN);
    private static final Holder HOLDER = new Holder(7, BEFORE, 8765, "1.0.0");

    @Test
    void a_living_process_whose_port_answers_is_running() {
        assertThat(state(UP, HOLDER, HEALTHY)).isEqualTo(new ServiceState.Running(ADDRESS, 7, BEFORE, "1.0.0"));
    }

    @Test
    void the_version_in_the_lock_file_tells_an_old_process_from_the_new_program() {
        var old = new Holder(7, BEFORE, 8765, "0.9.0");
        assertThat(state(UP, old, HEALTHY))
                .isEqualTo(new ServiceState.OtherVersion(ADDRESS, 7, BEFORE, "0.9.0", "1.0.0"));
    }

    @Test
    void what_the_port_says_of_its_version_counts_more_than_the_file() {
        assertThat(state(UP, HOLDER, new Answer.Healthy(Optional.of("2.0.0"))))
                .isInstanceOf(ServiceState.OtherVersion.class);
    }

    @Test
    void a_living_process_without_a_port_is_starting_at_first_and_hanging_in_the_end() {
        var young = new Holder(7, BEFORE, 0, "");
        var old = new Holder(7, NOW.minus(Duration.ofMinutes(5)), 0, "");
        assertThat(state(UP, young, new Answer.Nobody())).isEqualTo(new ServiceState.Starting());
        assertThat(state(UP, old, new Answer.Nobody())).isEqualTo(new ServiceState.Hanging(7, Duration.ofMinutes(5)));
    }

    @Test
    void a_living_process_whose_port_is_silent_or_closed_hangs() {
        assertThat(state(UP, HOLDER, new Answer.Silence())).isInstanceOf(ServiceState.Hanging.class);
        assertThat(state(UP, HOLDER, new Answer.Nobody())).isInstanceOf(ServiceState.Hanging.class);
    }

    @Test
    void a_process_that_is_being_stopped_is_stopping_whatever_it_still_answers() {
        assertThat(state(Report.of(Phase.STOPPING), HOLDER, HEALTHY)).isEqualTo(new ServiceState.Stopping());
    }

    @Test
    void nobody_and_a_closed_port_is_stopped() {
        assertThat(state(DOWN, null, new Answer.Nobody())).isEqualTo(new ServiceState.Stopped());
    }

    @Test
    void a_unit_that_is_up_before_its_process_has_the_lock_is_starting() {
        assertThat(state(UP, null, new Answer.Nobody())).isEqualTo(new ServiceState.Starting());
    }

    @Test
    void a_failed_keeper_is_dead_with_its_reason() {
        assertThat(state(new Report(Phase.FAILED, "code 1"), null, new Answer.Nobody()))
                .isEqualTo(new ServiceState.Dead("code 1"));
    }

    @Test
    void a_port_that_answers_without_our_process_is_taken() {
        assertThat(state(DOWN, null, new Answer.Stranger())).isEqualTo(new ServiceState.PortTaken(8765, false));
        assertThat(state(DOWN, null, new Answer.Silence())).isEqualTo(new ServiceState.PortTaken(8765, false));
        assertThat(state(DOWN, null, HEALTHY)).isEqualTo(new ServiceState.PortTaken(8765, true));
        assertThat(state(new Report(Phase.FAILED, "code 69"), null, new Answer.Stranger()))
                .isEqualTo(new ServiceState.PortTaken(8765, false));
    }

    @Test
    void a_stopped_home_whose_env_file_is_gone_says_so() {
        var judged =
                new Judgement(DOWN, Optional.empty(), new Answer.Nobody(), ADDRESS, "1.0.0", true, "/home/x/env", NOW);
        assertThat(judged.state()).isEqualTo(new ServiceState.EnvGone("/home/x/env"));
    }

    private static ServiceState state(Report report, @org.jspecify.annotations.Nullable Holder holder, Answer answer) {
        return new Judgement(report, Optional.ofNullable(holder), answer, ADDRESS, "1.0.0", false, "", NOW).state();
    }
}
