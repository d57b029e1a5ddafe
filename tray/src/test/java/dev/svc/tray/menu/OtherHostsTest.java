package dev.svc.tray.menu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.live.LiveFleet;
import dev.svc.shared.live.LiveFleet.LiveHost;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OtherHostsTest {
    private static final LiveHost THERE = new LiveHost("build1", true, null);

    @Test
    void a_host_that_is_in_no_fleet_says_nothing_of_others() {
        assertThat(menu(LiveFleet.NONE)).isEqualTo(Menu.of(Desks.of(Desks.running()), Desks.NOW));
    }

    @Test
    void hosts_are_counted_and_the_ones_that_are_away_stand_first_with_when_they_were_heard() {
        var menu = menu(new LiveFleet(List.of(THERE, away("laptop", null), away("build2", 120)), ""));

        assertThat(submenu(menu))
                .isEqualTo(new MenuItem.Submenu(
                        "Other hosts",
                        "1 of 3 are there",
                        List.of(
                                new MenuItem.Line("build2: last seen 2m ago"),
                                new MenuItem.Line("laptop: never heard"),
                                new MenuItem.Line("build1: there"))));
    }

    @Test
    void one_host_is_not_counted() {
        assertThat(submenu(menu(new LiveFleet(List.of(THERE), ""))).hint()).isEqualTo("it is there");
        assertThat(submenu(menu(new LiveFleet(List.of(away("a", 1)), ""))).hint())
                .isEqualTo("it is away");
    }

    @Test
    void many_hosts_do_not_fill_the_screen() {
        var hosts = IntStream.range(0, 40).mapToObj(at -> away("host" + at, at)).toList();

        var lines = submenu(menu(new LiveFleet(hosts, ""))).items();

        assertThat(lines).hasSize(12).endsWith(new MenuItem.Line("and 29 more"));
    }

    @Test
    void what_is_wrong_is_said_also_where_no_host_is_known() {
        assertThat(menu(new LiveFleet(List.of(), "this host was taken out of its fleet")))
                .contains(new MenuItem.Line("Other hosts: this host was taken out of its fleet."))
                .noneMatch(item -> item instanceof MenuItem.Submenu submenu
                        && submenu.label().equals("Other hosts"));
    }

    @Test
    void the_name_of_a_host_is_a_text_of_somebody_else() {
        var menu = menu(new LiveFleet(List.of(new LiveHost("a\u202e\n" + "b".repeat(90), true, null)), ""));

        assertThat(submenu(menu).items().getFirst()).isEqualTo(new MenuItem.Line("a " + "b".repeat(57) + "…: there"));
    }

    private static LiveHost away(String name, @Nullable Integer seconds) {
        return new LiveHost(name, false, seconds == null ? null : Desks.NOW.minusSeconds(seconds));
    }

    private static List<MenuItem> menu(LiveFleet fleet) {
        return Menu.of(Desks.among(fleet), Desks.NOW);
    }

    private static MenuItem.Submenu submenu(List<MenuItem> menu) {
        return menu.stream()
                .filter(MenuItem.Submenu.class::isInstance)
                .map(MenuItem.Submenu.class::cast)
                .filter(it -> it.label().equals("Other hosts"))
                .findFirst()
                .orElseThrow();
    }
}
