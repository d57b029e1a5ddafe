package dev.svc.tray;

import static org.assertj.core.api.Assertions.assertThat;

import dev.svc.shared.waiting.Waiting;
import dev.svc.tray.menu.Question;
import dev.svc.tray.window.Drawing;
import dev.svc.tray.window.Fx;
import dev.svc.tray.window.QuestionPane.Outcome;
import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javafx.scene.Parent;
import javafx.stage.Stage;
import javafx.stage.Window;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ScreenTest {
    private final AtomicInteger allClosed = new AtomicInteger();
    private final Screen screen = new Screen(new Fx(true), _ -> {}, allClosed::incrementAndGet);

    @AfterEach
    void close() {
        var _ = Drawing.on(() -> {
            windows().forEach(Stage::hide);
            return true;
        });
    }

    @Test
    void a_window_that_was_closed_is_let_go_and_made_anew_when_it_is_wanted_again() {
        screen.open();
        var first = new WeakReference<Parent>(root());
        assertThat(screen.tell("Something to say.")).isTrue();
        close();
        Waiting.until(() -> allClosed.get() == 1);
        assertThat(screen.tell("Nobody would see it.")).isFalse();
        Waiting.until(() -> {
            System.gc();
            return first.get() == null;
        });
        screen.open();
        assertThat(root()).isNotNull();
    }

    @Test
    void what_is_given_back_waits_for_the_last_window() {
        screen.open();
        screen.ask(Question.CLEAR_TWO_FACTOR, () -> new Outcome("Done.", ""));
        Waiting.until(() -> Drawing.on(ScreenTest::windows).size() == 2);
        var _ = Drawing.on(() -> {
            windows().getFirst().hide();
            return true;
        });
        assertThat(allClosed).hasValue(0);
        close();
        assertThat(allClosed).hasValue(1);
    }

    private static Parent root() {
        Waiting.until(() -> !Drawing.on(ScreenTest::windows).isEmpty());
        return Drawing.on(() -> windows().getFirst().getScene().getRoot());
    }

    private static List<Stage> windows() {
        return Window.getWindows().stream()
                .filter(Stage.class::isInstance)
                .map(Stage.class::cast)
                .toList();
    }
}
