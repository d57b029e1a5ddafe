package dev.svc.tray.menu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.LiveSession;
import dev.svc.shared.live.LiveSession.Status;
import dev.svc.tray.menu.MenuItem.Command;
import dev.svc.tray.menu.MenuItem.Line;
import dev.svc.tray.menu.UpdateOutcome.Result;
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
        assertThat(command(menu, state.answers() ? "Quit the tray, svc runs on" : "Quit the tray")
                        .enabled())
                .isTrue();
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
        var asked = Set.of(
                "Open svc",
                "Start svc",
                "Stop svc, programs run on",
                "Restart svc, programs run on",
                "Turn two-factor off…",
                "Make a new password…",
                "Show the log");
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
            case "Turn two-factor off…" -> "clear";
            case "Make a new password…" -> "reset";
            case "Show the log" -> "log";
            default -> label.substring(0, label.indexOf(' ')).toLowerCase(java.util.Locale.ROOT);
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
                        new MenuItem.Choice("stable: released versions", new Action.SetChannel("stable"), true),
                        new MenuItem.Choice("main: every change", new Action.SetChannel("main"), false));
    }

    @Test
    void an_update_is_offered_with_its_version_and_watched_while_it_runs() {
        assertThat(command(menu(Desks.with(new UpdateState.Available("1.4.3"))), "Update to 1.4.3…")
                        .action())
                .isEqualTo(Action.Plain.APPLY_UPDATE);
        assertThat(command(
                                menu(Desks.with(new UpdateState.Running(false, "1.4.3", "building"))),
                                "Updating to 1.4.3: building")
                        .action())
                .isEqualTo(Action.Plain.SHOW_WINDOW);
        assertThat(command(menu(Desks.with(new UpdateState.Current("1.4.2"))), "Look for a newer version")
                        .hint())
                .isEqualTo("1.4.2 is the newest");
    }

    @Test
    void a_return_that_was_begun_elsewhere_is_no_update() {
        assertThat(labels(menu(Desks.with(new UpdateState.Running(true, "1.4.1", "trying it aside")))))
                .contains("Going back to 1.4.1: trying it aside");
        assertThat(new UpdateState.Running(true, "", "looking").sentence()).isEqualTo("Going back: looking");
    }

    @Test
    void what_became_of_the_last_update_stands_above_what_was_found_since() {
        var found = new UpdateState.Available("1.4.3");
        for (var result : List.of(Result.DONE, Result.REFUSED, Result.CAME_BACK)) {
            var outcome = Desks.updated(result, "it did not start");
            assertThat(labels(menu(Desks.with(Desks.running(), Desks.updates(outcome, found, "")))))
                    .containsSubsequence(
                            outcome.sentence(Desks.NOW),
                            result == Result.DONE ? "Update to 1.4.3…" : "Try 1.4.3 again…");
        }
        assertThat(Desks.updated(Result.CAME_BACK, "it did not start").sentence(Desks.NOW))
                .isEqualTo("The update to 1.4.3 came back, 5m ago: it did not start");
    }

    @ParameterizedTest
    @FieldSource("STATES")
    void the_way_back_is_offered_where_the_page_cannot_be_reached(ServiceState state) {
        var known = Desks.updates(UpdateOutcome.NONE, new UpdateState.Unknown(), "1.4.1");
        boolean helps = state instanceof ServiceState.Stopped
                || state instanceof ServiceState.Dead
                || state instanceof ServiceState.Hanging;
        assertThat(labels(menu(Desks.with(state, known))).contains("Go back to 1.4.1…"))
                .isEqualTo(helps);
        assertThat(labels(menu(Desks.of(state)))).noneMatch(it -> it.startsWith("Go back"));
    }

    @Test
    void nobody_is_sent_back_while_an_update_runs() {
        var running = Desks.updates(UpdateOutcome.NONE, new UpdateState.Running(false, "1.4.3", "restarting"), "1.4.1");
        assertThat(labels(menu(Desks.with(new ServiceState.Stopped(), running))))
                .noneMatch(it -> it.startsWith("Go back"));
    }

    @Test
    void what_may_be_pressed_says_what_will_be_then() {
        var pressed = List.of("Recovery", "Reset", "Check", "Auto", "Logs");
        for (ServiceState state : STATES) {
            assertThat(labels(menu(Desks.of(state))))
                    .noneMatch(it -> pressed.stream().anyMatch(it::startsWith));
        }
    }

    @Test
    void before_the_first_look_nothing_is_claimed_and_nothing_of_the_service_can_be_pressed() {
        var menu = menu(TrayState.UNSEEN);
        assertThat(menu).contains(new MenuItem.Line("Looking…"));
        assertThat(commands(menu).filter(Command::enabled).map(Command::label))
                .containsExactly("Show window", "Quit the tray");
    }

    @Test
    void questions_that_wait_are_counted_apart_from_what_waits_without_words() {
        var one = Desks.asking("One", "Go on?", Desks.NOW);
        var two = Desks.asking("Two", "Delete it?", Desks.NOW);
        var mute = Desks.session("Mute", Status.WAITING);
        assertThat(Words.stateLine(Desks.of(Desks.running(), one))).isEqualTo("Running, 1 live, 1 question waits");
        assertThat(Words.stateLine(Desks.of(Desks.running(), one, two))).isEqualTo("Running, 2 live, 2 questions wait");
        assertThat(Words.stateLine(Desks.of(Desks.running(), one, two, mute)))
                .isEqualTo("Running, 3 live, 2 questions wait, 1 more needs you");
    }

    @Test
    void what_runs_on_without_the_service_is_said() {
        assertThat(labels(menu(Desks.orphaned(1)))).contains("1 program runs on; svc has it again when it runs.");
        assertThat(labels(menu(Desks.orphaned(3)))).contains("3 programs run on; svc has them again when it runs.");
    }

    @Test
    void a_switch_asks_for_the_other_side() {
        assertThat(menu(Desks.of(Desks.running())))
                .contains(
                        new MenuItem.Check("Update by itself, once a day", new Action.SetAutoUpdate(true), false),
                        new MenuItem.Check("Start the tray at login", new Action.SetStartAtLogin(true), false));
    }

    @Test
    void while_something_is_done_nothing_of_the_kind_is_begun() {
        var menu = menu(Desks.of(Desks.running()).with(false, "Restarting…"));
        assertThat(menu).contains(new MenuItem.Line("Restarting…"));
        assertThat(List.of(
                        command(menu, "Start svc"),
                        command(menu, "Stop svc, programs run on"),
                        command(menu, "Restart svc, programs run on")))
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
