package dev.svc.tray.menu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.LiveSession.Status;
import org.junit.jupiter.api.Test;

class IconKindTest {
    @Test
    void nothing_is_claimed_of_a_service_that_is_not_known_or_on_its_way() {
        assertThat(IconKind.of(TrayState.UNSEEN)).isEqualTo(IconKind.UNSURE);
        for (ServiceState state : Desks.STATES) {
            var kind = IconKind.of(Desks.of(state, Desks.session("a", Status.WAITING)));
            assertThat(kind == IconKind.UNSURE)
                    .isEqualTo(state instanceof ServiceState.Unknown || state instanceof ServiceState.Starting);
        }
    }

    @Test
    void what_is_known_not_to_answer_is_stopped_whatever_else_there_is() {
        for (ServiceState state : Desks.STATES) {
            var kind = IconKind.of(Desks.of(state, Desks.session("a", Status.WAITING)));
            if (kind != IconKind.UNSURE) {
                assertThat(kind).isEqualTo(state.answers() ? IconKind.NEEDS_YOU : IconKind.STOPPED);
            }
        }
    }

    @Test
    void an_update_shows_when_nobody_is_needed() {
        assertThat(IconKind.of(Desks.with(new UpdateState.Available("2")))).isEqualTo(IconKind.UPDATE);
        assertThat(IconKind.of(Desks.of(Desks.running()))).isEqualTo(IconKind.RUNNING);
    }
}
