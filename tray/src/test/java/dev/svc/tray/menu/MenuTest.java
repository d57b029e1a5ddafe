package dev.svc.tray.menu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.LiveSession;
import dev.svc.shared.live.LiveSession.Status;
import dev.svc.tray.menu.MenuItem.Command;
import dev.svc.tray.menu.MenuItem.Line;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;

class MenuTest {
    private static final List<ServiceState> STATES = Desks.STATES;

    @ParameterizedTest
    @FieldSource("STATES")
    void every_state_says_what_it_is_and_can_be_left(ServiceState state) {
        var menu = menu(Desks.of(state));
        assertThat(menu).filteredOn(MenuItem.Line.class::isInstance).isNotEmpty();
        assertThat(state.sentence()).endsWith(".").doesNotContain("\n");
        assertThat(command(menu, "Quit").enabled()).isTrue();
        assertThat(command(menu, "Show window").enabled()).isTrue();
    }

    /// Open, start, stop, restart, the two recoveries and the logs; by the first letters of what may be done.
    @ParameterizedTest
    @CsvSource({
        "Running, open stop restart clear reset log",
        "OtherVersion, open stop restart clear reset log",
        "Starting, stop restart clear reset log",
        "Stopping, clear reset log",
        "Stopped, start clear reset log",
        "Dead, start clear reset log",
        "Hanging, stop restart clear reset log",
        "PortTaken, clear reset log",
        "EnvGone, start clear reset log",
        "Unreadable, ''",
        "Unknown, clear reset log",
    })
    void only_what_leads_somewhere_may_be_chosen(String kind, String words) {
        var asked = Set.of("Open svc", "Start", "Stop", "Restart", "Two-factor recovery…", "Reset password…", "Logs");
        var states = STATES.stream()
                .filter(state -> state.getClass().getSimpleName().equals(kind))
                .toList();
        assertThat(states).as(kind).isNotEmpty();
        for (ServiceState state : states) {
            var enabled = new TreeSet<String>();
            commands(menu(Desks.of(state)))
                    .filter(it -> asked.contains(it.label()) && it.enabled())
                    .forEach(it -> enabled.add(word(it.label())));
            assertThat(String.join(" ", enabled)).isEqualTo(sorted(words));
        }
    }

    private static String word(String label) {
        return switch (label) {
            case "Open svc" -> "open";
            case "Two-factor recovery…" -> "clear";
            case "Reset password…" -> "reset";
            case "Logs" -> "log";
            default -> label.toLowerCase(java.util.Locale.ROOT);
        };
    }

    private static String sorted(String words) {
        return String.join(" ", new TreeSet<>(List.of(words.split(" "))));
    }

    @Test
    void sessions_that_wait_can_be_opened_and_say_since_when() {
        var menu = menu(Desks.of(
                Desks.running(),
                Desks.session("Migrate\nledger", Status.WAITING),
                Desks.session("Busy", Status.WORKING)));
        Command open = command(menu, "Migrate ledger");
        assertThat(open.hint()).isEqualTo("2m");
        assertThat(open.action()).isInstanceOf(Action.OpenSession.class);
        assertThat(commands(menu)).noneMatch(it -> it.label().equals("Busy"));
        assertThat(menu).contains(new MenuItem.Line("Running, 2 live, 1 needs you"));
    }

    @Test
    void many_waiting_sessions_do_not_push_the_rest_off_the_screen() {
        var sessions = IntStream.range(0, 30)
                .mapToObj(i -> Desks.session("Session " + i, Status.WAITING))
                .toArray(LiveSession[]::new);
        var menu = menu(Desks.of(Desks.running(), sessions));
        assertThat(menu).contains(new MenuItem.Line("and 22 more")).hasSizeLessThan(35);
    }

    @Test
    void the_keeper_is_named() {
        assertThat(menu(Desks.of(Desks.running())))
                .contains(new MenuItem.Line("Kept by systemd user unit svc.service"));
    }

    @Test
    void the_channel_is_chosen_among_two_and_shown_without_opening_the_submenu() {
        var channels = menu(Desks.of(Desks.running())).stream()
                .filter(MenuItem.Submenu.class::isInstance)
                .map(MenuItem.Submenu.class::cast)
                .findFirst()
                .orElseThrow();
        assertThat(channels.hint()).isEqualTo("stable");
        assertThat(channels.items())
                .containsExactly(
                        new MenuItem.Choice("stable", new Action.SetChannel("stable"), true),
                        new MenuItem.Choice("main", new Action.SetChannel("main"), false));
    }

    @Test
    void an_update_is_offered_with_its_version_and_watched_while_it_runs() {
        assertThat(command(menu(Desks.with(new UpdateState.Available("1.4.3"))), "Update to 1.4.3…")
                        .action())
                .isEqualTo(Action.Plain.APPLY_UPDATE);
        assertThat(command(menu(Desks.with(new UpdateState.Running("1.4.3", "build"))), "Updating to 1.4.3: build")
                        .action())
                .isEqualTo(Action.Plain.SHOW_WINDOW);
        assertThat(command(menu(Desks.with(new UpdateState.Current("1.4.2"))), "Check for updates…")
                        .hint())
                .isEqualTo("1.4.2");
    }

    @Test
    void a_switch_asks_for_the_other_side() {
        assertThat(menu(Desks.of(Desks.running())))
                .contains(
                        new MenuItem.Check("Auto-update", new Action.SetAutoUpdate(true), false),
                        new MenuItem.Check("Start at login", new Action.SetStartAtLogin(true), false));
    }

    @Test
    void while_something_is_done_nothing_of_the_kind_is_begun() {
        var menu = menu(Desks.of(Desks.running()).doing("Restarting…"));
        assertThat(menu).contains(new MenuItem.Line("Restarting…"));
        assertThat(List.of(command(menu, "Start"), command(menu, "Stop"), command(menu, "Restart")))
                .noneMatch(Command::enabled);
    }

    @Test
    void what_waits_longest_is_first_with_its_question_below() {
        var menu = menu(Desks.of(
                Desks.running(),
                Desks.asking("Young", "Go on?", Desks.NOW.minusSeconds(10)),
                Desks.asking("Old", "Delete\nit?", Desks.NOW.minusSeconds(200))));
        assertThat(labels(menu)).containsSubsequence("Old", "Delete it?", "Young", "Go on?");
        assertThat(command(menu, "Delete it?").action())
                .isEqualTo(new Action.OpenQuestion("engine_1:" + "Old".hashCode()));
    }

    private static List<String> labels(List<MenuItem> menu) {
        return menu.stream()
                .map(it -> switch (it) {
                    case Command command -> command.label();
                    case Line line -> line.text();
                    default -> "";
                })
                .toList();
    }

    private static List<MenuItem> menu(TrayState desk) {
        return Menu.of(desk, Desks.NOW);
    }

    private static Stream<Command> commands(List<MenuItem> menu) {
        return menu.stream().filter(Command.class::isInstance).map(Command.class::cast);
    }

    private static Command command(List<MenuItem> menu, String label) {
        return commands(menu)
                .filter(it -> it.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new AssertionError(label + " is not in " + menu));
    }
}
