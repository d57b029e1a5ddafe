package dev.svc.tray.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.control.ServiceState;
import dev.svc.shared.live.Entry;
import dev.svc.shared.live.LiveSession.Status;
import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.Desks;
import dev.svc.tray.menu.Menu;
import dev.svc.tray.menu.TrayState;
import dev.svc.tray.menu.UpdateOutcome;
import dev.svc.tray.menu.UpdateState;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import javafx.application.ColorScheme;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextInputControl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.FieldSource;

class MainWindowTest {
    private final List<Action> chosen = new ArrayList<>();

    @ParameterizedTest
    @FieldSource("dev.svc.tray.menu.Desks#STATES")
    void every_state_is_said_in_its_sentence(ServiceState state) {
        String words = Drawing.on(() -> text(shown(Desks.of(state)), "#state"));
        assertThat(words).isEqualTo(state instanceof ServiceState.Running ? "Running, 0 live" : state.sentence());
    }

    @Test
    void live_sessions_are_listed_those_that_wait_first_and_open() {
        var labels = Drawing.on(() -> {
            Scene scene = shown(Desks.of(
                    Desks.running(), Desks.session("Busy", Status.WORKING), Desks.session("Migrate", Status.WAITING)));
            scene.getRoot().lookupAll(".session .small").forEach(it -> ((ButtonBase) it).fire());
            return scene.getRoot().lookupAll(".session-title").stream()
                    .map(it -> ((Labeled) it).getText())
                    .toList();
        });
        assertThat(labels).containsExactly("Migrate", "Busy");
        assertThat(chosen).hasSize(2).allMatch(Action.OpenSession.class::isInstance);
    }

    @Test
    void what_asks_leads_to_its_answers() {
        Drawing.on(() -> {
            Scene scene = shown(Desks.of(Desks.running(), Desks.asking("Migrate", "Delete it?", Desks.NOW)));
            ((ButtonBase) scene.getRoot().lookup(".session .small")).fire();
            return scene;
        });
        assertThat(chosen).singleElement().isInstanceOf(Action.OpenQuestion.class);
    }

    @Test
    void the_journal_is_shown_as_it_grows() {
        String before =
                Drawing.on(() -> ((TextInputControl) find(shown(Desks.of(Desks.running())), "#journal")).getText());
        assertThat(before).contains("renamed").contains("Migrate ledger tables").contains("logged in");
    }

    @Test
    void every_control_asks_for_what_it_says() {
        Drawing.on(() -> {
            Scene scene = shown(Desks.of(Desks.running()));
            for (String id : List.of(
                    "#stop",
                    "#restart",
                    "#open",
                    "#update",
                    "#channel-main",
                    "#auto-update",
                    "#start-at-login",
                    "#clear-2fa",
                    "#reset-password",
                    "#logs")) {
                ((ButtonBase) find(scene, id)).fire();
            }
            return true;
        });
        assertThat(chosen)
                .containsExactly(
                        Action.Plain.STOP,
                        Action.Plain.RESTART,
                        Action.Plain.OPEN,
                        Action.Plain.CHECK_UPDATE,
                        new Action.SetChannel("main"),
                        new Action.SetAutoUpdate(true),
                        new Action.SetStartAtLogin(true),
                        Action.Plain.CLEAR_TWO_FACTOR,
                        Action.Plain.RESET_PASSWORD,
                        Action.Plain.SHOW_LOG);
    }

    @Test
    void an_update_is_offered_by_the_button_that_looked_for_it() {
        String label = Drawing.on(() -> {
            Scene scene = shown(Desks.with(new UpdateState.Available("1.4.3")));
            ((ButtonBase) find(scene, "#update")).fire();
            return text(scene, "#update");
        });
        assertThat(label).contains("1.4.3");
        assertThat(chosen).containsExactly(Action.Plain.APPLY_UPDATE);
    }

    @Test
    void everything_that_can_be_pressed_is_reached_by_keyboard_and_has_a_name() {
        var nameless = Drawing.on(() -> {
            Scene scene = shown(Desks.of(Desks.running(), Desks.session("Migrate", Status.WAITING)));
            var found = new ArrayList<String>();
            for (Node node : scene.getRoot().lookupAll(".button, .check-box, .radio-button, .text-area")) {
                Object named = node.queryAccessibleAttribute(javafx.scene.AccessibleAttribute.TEXT);
                if (!node.isFocusTraversable()
                        || named == null
                        || named.toString().isBlank()) {
                    found.add(node.toString());
                }
            }
            return found;
        });
        assertThat(nameless).isEmpty();
    }

    @Test
    void the_same_list_again_leaves_focus_where_it_is() {
        boolean kept = Drawing.on(() -> {
            var window = new MainWindow(chosen::add);
            Scene scene = Stages.scene(window.root(), ColorScheme.DARK);
            TrayState desk = Desks.of(Desks.running(), Desks.session("Migrate", Status.WAITING));
            window.show(desk, SessionHistogram.NONE.and(1, Desks.NOW), Desks.NOW);
            layout(scene.getRoot());
            Node button = scene.getRoot().lookup(".session .small");
            button.requestFocus();
            window.show(desk, SessionHistogram.NONE, Desks.NOW.plusSeconds(60));
            return button.equals(scene.getFocusOwner());
        });
        assertThat(kept).isTrue();
    }

    @Test
    void the_chart_forgets_what_is_older_than_five_minutes() {
        var past = SessionHistogram.NONE
                .and(9, Desks.NOW)
                .and(2, Desks.NOW.plusSeconds(60))
                .and(3, Desks.NOW.plusSeconds(400));
        assertThat(past.highest()).isEqualTo(3);
    }

    @ParameterizedTest
    @FieldSource("dev.svc.tray.menu.Desks#STATES")
    void the_first_key_opens_the_page_and_never_ends_anything(ServiceState state) {
        String focused = Drawing.on(() -> {
            var window = new MainWindow(chosen::add);
            Scene scene = Stages.scene(window.root(), ColorScheme.DARK);
            window.show(TrayState.UNSEEN, SessionHistogram.NONE, Desks.NOW);
            window.show(Desks.of(state), SessionHistogram.NONE, Desks.NOW);
            return Objects.requireNonNull(scene.getFocusOwner()).getId();
        });
        assertThat(focused).isEqualTo(state.answers() ? "open" : Menu.mayStart(state) ? "start" : "journal");
    }

    @Test
    void what_a_person_has_chosen_keeps_the_focus() {
        String focused = Drawing.on(() -> {
            var window = new MainWindow(chosen::add);
            Scene scene = Stages.scene(window.root(), ColorScheme.DARK);
            window.show(Desks.of(Desks.running()), SessionHistogram.NONE, Desks.NOW);
            find(scene, "#auto-update").requestFocus();
            window.show(Desks.of(Desks.running()), SessionHistogram.NONE, Desks.NOW.plusSeconds(2));
            return Objects.requireNonNull(scene.getFocusOwner()).getId();
        });
        assertThat(focused).isEqualTo("auto-update");
    }

    @Test
    void before_the_first_look_it_claims_nothing() {
        Drawing.on(() -> {
            Scene scene = shown(TrayState.UNSEEN);
            assertThat(text(scene, "#state")).isEqualTo("Looking…");
            assertThat(find(scene, ".dot-unsure")).isNotNull();
            assertThat(scene.getRoot().lookupAll(".sessions .hint"))
                    .allMatch(it -> ((Labeled) it).getText().isEmpty());
            for (String id : List.of("#start", "#stop", "#restart", "#open", "#update", "#channel-stable")) {
                assertThat(find(scene, id).isDisabled()).as(id).isTrue();
            }
            return true;
        });
    }

    @Test
    void what_became_of_the_last_update_stands_above_what_was_found_since() {
        var outcome = Desks.updated(UpdateOutcome.Result.CAME_BACK, "it did not start");
        Drawing.on(() -> {
            Scene scene =
                    shown(Desks.with(Desks.running(), Desks.updates(outcome, new UpdateState.Current("1.4.2"), "")));
            assertThat(text(scene, "#update-outcome"))
                    .isEqualTo("The update to 1.4.3 came back, 5m ago: it did not start");
            assertThat(find(scene, "#update-outcome").getBoundsInParent().getMaxY())
                    .isLessThanOrEqualTo(
                            find(scene, "#update-state").getBoundsInParent().getMinY());
            return true;
        });
    }

    @Test
    void the_way_back_can_be_pressed_where_the_page_cannot_be_reached() {
        var known = Desks.updates(UpdateOutcome.NONE, new UpdateState.Unknown(), "1.4.1");
        Drawing.on(() -> {
            assertThat(find(shown(Desks.with(Desks.running(), known)), "#go-back")
                            .isVisible())
                    .isFalse();
            Scene scene = shown(Desks.with(new ServiceState.Dead("it ended"), known));
            assertThat(text(scene, "#go-back")).isEqualTo("Go back to 1.4.1…");
            ((ButtonBase) find(scene, "#go-back")).fire();
            return true;
        });
        assertThat(chosen).containsExactly(Action.Plain.GO_BACK);
    }

    @Test
    void the_journal_tells_what_became_of_an_update() {
        String said = Drawing.on(() -> {
            var journal = new JournalTail();
            journal.show(
                    List.of(new Entry(3, Desks.NOW, "update_applied", "1.4.3 came back: it did not start", "system")));
            return journal.getText();
        });
        assertThat(said).contains("1.4.3 came back: it did not start").doesNotContain("applied");
    }

    @Test
    void what_runs_on_without_the_service_is_said_where_it_would_be_listed() {
        assertThat(Drawing.on(() -> text(shown(Desks.orphaned(1)), ".sessions .hint")))
                .isEqualTo("1 program runs on; svc has it again when it runs.");
    }

    @Test
    void every_window_has_the_face_of_svc() {
        var sizes = Drawing.on(() -> AppIcon.images().stream()
                .map(image -> {
                    int size = (int) image.getWidth();
                    long inked = IntStream.range(0, size * size)
                            .filter(i -> image.getPixelReader().getArgb(i % size, i / size) >>> 24 > 127)
                            .count();
                    assertThat(image.getHeight()).isEqualTo(size);
                    assertThat((double) inked / (size * size)).isBetween(0.1, 0.5);
                    return size;
                })
                .toList());
        assertThat(sizes).containsExactly(16, 32, 48, 128);
    }

    @Test
    void the_chart_says_in_words_what_it_shows() {
        assertThat(SessionHistogram.NONE
                        .and(2, Desks.NOW)
                        .and(6, Desks.NOW.plusSeconds(9))
                        .sentence())
                .isEqualTo("Live sessions over the last five minutes: 6 now, between 2 and 6");
    }

    @ParameterizedTest
    @EnumSource(ColorScheme.class)
    void it_is_drawn_in_both_schemes(ColorScheme scheme) {
        double width = Drawing.on(() -> {
            var window = new MainWindow(chosen::add);
            window.show(Desks.of(Desks.running()), SessionHistogram.NONE, Desks.NOW);
            return Stages.scene(window.root(), scheme).snapshot(null).getWidth();
        });
        assertThat(width).isGreaterThan(700);
    }

    private Scene shown(TrayState desk) {
        var window = new MainWindow(chosen::add);
        Scene scene = Stages.scene(window.root(), ColorScheme.DARK);
        window.show(desk, SessionHistogram.NONE.and(desk.live().sessions().size(), Desks.NOW), Desks.NOW);
        layout(scene.getRoot());
        return scene;
    }

    private static void layout(Parent root) {
        root.applyCss();
        root.layout();
    }

    private static Node find(Scene scene, String id) {
        return scene.getRoot().lookup(id);
    }

    private static String text(Scene scene, String id) {
        return ((Labeled) find(scene, id)).getText();
    }
}
