package dev.svc.server.outside;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.server.outside.OutsidePrograms.Extent;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TmuxPanesTest {
    private static final String JOINED = "client attached,focused,ignore-size,active-pane,UTF-8";
    private static final String WINDOW = "window 120 40 latest";

    @Test
    void a_terminal_that_shows_the_window_whole_is_as_large() {
        assertThat(TmuxPanes.read(List.of(JOINED, WINDOW))).contains(new Extent(120, 40, false));
    }

    @Test
    void whoever_looks_at_the_server_decides_the_size() {
        assertThat(held(JOINED, "client attached,focused,UTF-8")).isTrue();
        assertThat(held(JOINED, "client attached,suspended")).isFalse();
        assertThat(held(JOINED, JOINED)).isFalse();
        assertThat(held()).isFalse();
    }

    private static boolean held(String... clients) {
        var lines = new ArrayList<>(List.of(clients));
        lines.add(WINDOW);
        return TmuxPanes.read(lines).orElseThrow().held();
    }

    @Test
    void a_window_with_a_size_of_its_own_keeps_it() {
        assertThat(TmuxPanes.read(List.of(JOINED, "window 120 40 manual"))).contains(new Extent(120, 40, true));
    }

    @Test
    void any_other_answer_is_none() {
        assertThat(TmuxPanes.read(List.of())).isEmpty();
        assertThat(TmuxPanes.read(List.of(JOINED, "window   "))).isEmpty();
        assertThat(TmuxPanes.read(List.of("window 1 99999999999 latest"))).isEmpty();
    }
}
