package dev.svc.tray.platform.sni;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.Menu;
import dev.svc.tray.menu.MenuItem;
import dev.svc.tray.menu.TrayState;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class MenuTreeTest {
    private static final MenuTree TREE = new MenuTree(List.of(
            new MenuItem.Command("Open a_b", "2m", Action.Plain.OPEN, true),
            new MenuItem.Command("Start", "", Action.Plain.START, false),
            new MenuItem.Rule(),
            new MenuItem.Submenu(
                    "Channel", "", List.of(new MenuItem.Choice("main", new Action.SetChannel("main"), true)))));

    @Test
    void a_line_is_numbered_worded_and_acts() {
        assertThat(value(1, "label")).isEqualTo("Open a__b  (2m)");
        assertThat(TREE.action(1)).contains(Action.Plain.OPEN);
    }

    @Test
    void a_line_that_may_not_be_chosen_does_nothing_even_if_a_panel_says_so() {
        assertThat(value(2, "enabled")).isEqualTo(false);
        assertThat(TREE.action(2)).isEmpty();
        assertThat(TREE.action(99)).isEmpty();
    }

    @Test
    void a_submenu_holds_its_lines_and_depth_is_kept() {
        assertThat(TREE.layout(0, -1).children()).hasSize(4);
        assertThat(TREE.layout(0, 0).children()).isEmpty();
        assertThat(TREE.layout(4, -1).children()).hasSize(1);
        assertThat(TREE.action(5)).contains(new Action.SetChannel("main"));
        assertThat(value(5, "toggle-state")).isEqualTo(1);
    }

    @Test
    void every_line_of_a_real_menu_has_a_number() {
        var menu = Menu.of(TrayState.UNSEEN, Instant.EPOCH);
        assertThat(new MenuTree(menu).ids()).hasSizeGreaterThanOrEqualTo(menu.size());
    }

    private static Object value(int id, String name) {
        return Objects.requireNonNull(TREE.properties(id).get(name), name).getValue();
    }
}
