package dev.svc.tray.menu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.LiveSession.Status;
import org.junit.jupiter.api.Test;

class NoticeTest {
    private static final TrayState QUIET = Desks.of(Desks.running());

    @Test
    void a_session_that_begins_to_wait_is_told_once_with_a_way_to_it() {
        TrayState waits = Desks.of(Desks.running(), Desks.session("Migrate", Status.WAITING));
        assertThat(Notice.between(QUIET, waits))
                .singleElement()
                .satisfies(it -> assertThat(it.title()).isEqualTo("Migrate"))
                .satisfies(it -> assertThat(it.action()).isInstanceOf(Action.OpenSession.class));
        assertThat(Notice.between(waits, waits)).isEmpty();
    }

    @Test
    void a_question_is_told_in_its_words_with_a_way_to_its_answers() {
        TrayState asks = Desks.of(Desks.running(), Desks.asking("Migrate", "Delete\nit?", Desks.NOW));
        assertThat(Notice.between(QUIET, asks)).singleElement().satisfies(it -> {
            assertThat(it.text()).isEqualTo("Delete it?");
            assertThat(it.action()).isEqualTo(new Action.OpenQuestion("engine_1:" + "Migrate".hashCode()));
        });
    }

    @Test
    void a_service_that_died_is_told_with_restart() {
        for (ServiceState ill : Desks.STATES) {
            boolean died = ill instanceof ServiceState.Dead || ill instanceof ServiceState.Hanging;
            assertThat(Notice.between(QUIET, Desks.of(ill))).hasSize(died ? 1 : 0);
        }
        assertThat(Notice.between(QUIET, Desks.of(new ServiceState.Dead("it ended")))
                        .getFirst()
                        .action())
                .isEqualTo(Action.Plain.RESTART);
    }

    @Test
    void an_update_is_told_once() {
        TrayState there = Desks.with(new UpdateState.Available("1.4.3"));
        assertThat(Notice.between(QUIET, there)).hasSize(1);
        assertThat(Notice.between(there, there)).isEmpty();
    }

    @Test
    void what_was_so_when_the_tray_began_is_no_news() {
        assertThat(Notice.between(TrayState.UNSEEN, Desks.of(new ServiceState.Dead("it ended"))))
                .isEmpty();
    }
}
