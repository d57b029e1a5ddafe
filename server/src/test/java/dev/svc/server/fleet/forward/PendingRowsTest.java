package dev.svc.server.fleet.forward;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.session.EngineKey;
import dev.svc.server.session.SessionId;
import dev.svc.shared.waiting.Waiting;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PendingRowsTest {
    private final PendingRows pending = new PendingRows();

    private static SessionId id(int number) {
        return new SessionId(EngineKey.CODEX, "s" + number);
    }

    @Test
    void a_session_that_changes_often_is_told_once() {
        pending.add(id(1));
        pending.add(id(2));
        pending.add(id(1));
        assertThat(pending.take().sessions()).containsExactly(id(1), id(2));
        assertThat(pending.take().sessions()).isEmpty();
    }

    @Test
    void beyond_its_bound_all_rows_are_compared_instead() {
        for (int i = 0; i <= PendingRows.MOST; i++) {
            pending.add(id(i));
        }
        pending.add(id(0));
        var work = pending.take();
        assertThat(work.all()).isTrue();
        assertThat(work.sessions()).isEmpty();
        assertThat(pending.take().all()).isFalse();
    }

    @Test
    void work_ends_a_waiting() throws Exception {
        Thread.ofVirtual().start(() -> pending.add(id(1)));
        pending.await(Waiting.PATIENCE);
        assertThat(pending.take().sessions()).containsExactly(id(1));
    }

    @Test
    void a_waiting_has_an_end() throws Exception {
        pending.await(Duration.ZERO);
        assertThat(pending.take().all()).isFalse();
    }

    @Test
    void while_there_is_nobody_to_tell_what_changes_wakes_nobody() throws Exception {
        pending.add(id(1));
        pending.addAll();
        assertThat(pending.awaitWake(Duration.ZERO)).isFalse();
        Thread.ofVirtual().start(pending::wake);
        assertThat(pending.awaitWake(Waiting.PATIENCE)).isTrue();
        assertThat(pending.awaitWake(Duration.ZERO)).isFalse();
        assertThat(pending.take().all()).isTrue();
    }
}
