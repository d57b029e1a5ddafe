package dev.svc.tray.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.tray.menu.Question;
import dev.svc.tray.window.QuestionPane.Outcome;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.application.ColorScheme;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.TextInputControl;
import org.junit.jupiter.api.Test;

class QuestionPaneTest {
    private final AtomicInteger deeds = new AtomicInteger();
    private final AtomicInteger closings = new AtomicInteger();

    @Test
    void nothing_is_done_before_the_second_yes() {
        String second = Drawing.on(() -> {
            Scene scene = pane(new Outcome("Done.", ""));
            assertThat(text(scene)).isEqualTo(Question.CLEAR_TWO_FACTOR.explanation());
            press(scene, "#yes");
            return text(scene);
        });
        assertThat(second).isEqualTo(Question.CLEAR_TWO_FACTOR.again());
        assertThat(deeds).hasValue(0);
    }

    @Test
    void the_second_yes_does_it_once_and_says_what_came_of_it() {
        String said = Drawing.on(() -> {
            Scene scene = pane(new Outcome("Done.", ""));
            press(scene, "#yes");
            press(scene, "#yes");
            return text(scene);
        });
        assertThat(said).isEqualTo("Done.");
        assertThat(deeds).hasValue(1);
    }

    @Test
    void a_secret_is_shown_to_be_copied_and_gone_when_it_is_closed() {
        Drawing.on(() -> {
            Scene scene = pane(new Outcome("This once.", "correct-horse"));
            press(scene, "#yes");
            press(scene, "#yes");
            var secret = (TextInputControl) scene.getRoot().lookup("#secret");
            assertThat(secret.getText()).isEqualTo("correct-horse");
            assertThat(secret.isEditable()).isFalse();
            press(scene, "#no");
            assertThat(secret.getText()).isEmpty();
            return true;
        });
        assertThat(closings).hasValue(1);
    }

    @Test
    void no_leaves_everything_as_it_is() {
        Drawing.on(() -> {
            press(pane(new Outcome("Done.", "")), "#no");
            return true;
        });
        assertThat(deeds).hasValue(0);
        assertThat(closings).hasValue(1);
    }

    private Scene pane(Outcome outcome) {
        var pane = new QuestionPane(
                Question.CLEAR_TWO_FACTOR,
                done -> {
                    deeds.incrementAndGet();
                    done.accept(outcome);
                },
                closings::incrementAndGet);
        return Stages.scene(pane.root(), ColorScheme.LIGHT);
    }

    private static void press(Scene scene, String id) {
        ((ButtonBase) scene.getRoot().lookup(id)).fire();
    }

    private static String text(Scene scene) {
        return ((Labeled) scene.getRoot().lookup("#question")).getText();
    }
}
