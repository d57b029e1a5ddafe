package dev.svc.tray.menu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.LiveSession.Status;
import dev.svc.tray.menu.UpdateOutcome.Result;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class NoticeTest {
    private static final TrayState QUIET = Desks.of(Desks.running());

    @Test
    void a_session_that_begins_to_wait_is_told_once_with_a_way_to_it() {
        TrayState waits = Desks.of(Desks.running(), Desks.session("Migrate", Status.WAITING));
        assertThat(between(QUIET, waits))
                .singleElement()
                .satisfies(it -> assertThat(it.title()).isEqualTo("Migrate"))
                .satisfies(it -> assertThat(it.action()).isInstanceOf(Action.OpenSession.class));
        assertThat(between(waits, waits)).isEmpty();
    }

    @Test
    void a_question_is_told_in_its_words_with_a_way_to_its_answers() {
        TrayState asks = Desks.of(Desks.running(), Desks.asking("Migrate", "Delete\nit?", Desks.NOW));
        assertThat(between(QUIET, asks)).singleElement().satisfies(it -> {
            assertThat(it.text()).isEqualTo("Delete it?");
            assertThat(it.action()).isEqualTo(new Action.OpenQuestion("engine_1:" + "Migrate".hashCode()));
        });
    }

    @Test
    void a_service_that_died_is_told_with_restart() {
        for (ServiceState ill : Desks.STATES) {
            boolean died = ill instanceof ServiceState.Dead || ill instanceof ServiceState.Hanging;
            assertThat(between(QUIET, Desks.of(ill))).hasSize(died ? 1 : 0);
        }
        assertThat(between(QUIET, Desks.of(new ServiceState.Dead("it ended")))
                        .getFirst()
                        .action())
                .isEqualTo(Action.Plain.RESTART);
    }

    @Test
    void an_update_is_told_once() {
        TrayState there = Desks.with(new UpdateState.Available("1.4.3"));
        assertThat(between(QUIET, there)).hasSize(1);
        assertThat(between(there, there)).isEmpty();
    }

    @Test
    void what_came_back_a_moment_ago_is_no_news_when_it_is_found_again() {
        var again = Desks.updates(
                Desks.updated(Result.CAME_BACK, "it did not start"), new UpdateState.Available("1.4.3"), "");
        assertThat(between(QUIET, Desks.with(Desks.running(), again))).isEmpty();
    }

    @Test
    void one_that_dies_soon_after_an_update_is_told_with_the_way_back() {
        var updated = Desks.updates(Desks.updated(Result.DONE, ""), new UpdateState.Unknown(), "1.4.2");
        var died = Desks.with(new ServiceState.Dead("it ended"), updated);
        assertThat(between(QUIET, died)).singleElement().satisfies(it -> {
            assertThat(it.action()).isEqualTo(Action.Plain.GO_BACK);
            assertThat(it.button()).isEqualTo("Go back to 1.4.2");
        });
        assertThat(Notice.between(QUIET, died, Desks.NOW.plus(Duration.ofDays(2))))
                .singleElement()
                .satisfies(it -> assertThat(it.action()).isEqualTo(Action.Plain.RESTART));
    }

    private static List<Notice> between(TrayState before, TrayState after) {
        return Notice.between(before, after, Desks.NOW);
    }

    @Test
    void what_was_so_when_the_tray_began_is_no_news() {
        assertThat(between(TrayState.UNSEEN, Desks.of(new ServiceState.Dead("it ended"))))
                .isEmpty();
    }
}
