package dev.svc.tray.menu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.live.LiveSession;
import dev.svc.shared.live.LiveSession.Outside;
import dev.svc.shared.live.LiveSession.Status;
import org.junit.jupiter.api.Test;

class OutsideWordsTest {
    private static LiveSession outside(Status status, Outside where) {
        return new LiveSession("engine_1:a", "Mend", "shop", status, Desks.NOW, "", where);
    }

    @Test
    void what_runs_outside_says_where_behind_its_folder() {
        var pane = outside(Status.WORKING, new Outside("tmux main:2.1", "tmux", "main:2.1", true, true, false));
        assertThat(Words.place(pane)).isEqualTo("shop, tmux main:2.1");
        assertThat(Words.status(pane)).isEqualTo("working");
        var guess = outside(Status.UNKNOWN, new Outside("probably a terminal", "tty", "", false, false, false));
        assertThat(Words.place(guess)).isEqualTo("shop, probably a terminal");
        assertThat(Words.status(guess)).isEqualTo("outside");
        assertThat(Words.place(outside(Status.IDLE, new Outside("Codex daemon", "daemon", "", true, true, false))))
                .isEqualTo("shop, Codex daemon");
    }

    @Test
    void what_is_joined_says_where_it_runs_as_well() {
        var joined = outside(Status.IDLE, new Outside("screen work:0", "screen", "work:0", true, true, true));
        assertThat(Words.place(joined)).isEqualTo("shop, screen work:0");
    }

    @Test
    void what_svc_runs_says_its_folder_alone() {
        assertThat(Words.place(Desks.session("Mend", Status.IDLE))).isEqualTo("ledger");
    }
}
