package dev.svc.tray;

import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.Question;
import dev.svc.tray.menu.TrayState;
import dev.svc.tray.window.Fx;
import dev.svc.tray.window.LogPane;
import dev.svc.tray.window.MainWindow;
import dev.svc.tray.window.QuestionPane;
import dev.svc.tray.window.QuestionPane.Outcome;
import dev.svc.tray.window.SessionHistogram;
import dev.svc.tray.window.Stages;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javafx.scene.Parent;
import javafx.stage.Stage;

/// The windows of one tray. Everything but the last state belongs to the thread that draws. A window that is closed is
/// forgotten, and made anew when it is wanted again.
final class Screen {
    private final Fx fx;
    private final Consumer<Action> chosen;
    private final Runnable allClosed;
    private final Set<Stage> stages = new HashSet<>();
    private Optional<MainWindow> window = Optional.empty();
    private Optional<Stage> stage = Optional.empty();

    /// Whether there is a main window; written by the thread that draws.
    private volatile boolean isOpen;

    /// Written by the watch alone.
    private volatile TrayState desk = TrayState.UNSEEN;

    /// Written by the watch alone.
    private volatile SessionHistogram past = SessionHistogram.NONE;

    /// Draws nothing yet.
    ///
    /// @param allClosed called when the last window was closed
    Screen(Fx fx, Consumer<Action> chosen, Runnable allClosed) {
        this.fx = fx;
        this.chosen = chosen;
        this.allClosed = allClosed;
    }

    /// Called by the watch; a tray without a window draws nothing.
    void show(TrayState now) {
        desk = now;
        past = past.and(now.live().sessions().size(), Instant.now());
        if (isOpen) {
            fx.run(this::draw);
        }
    }

    private void draw() {
        window.ifPresent(it -> it.show(desk, past, Instant.now()));
    }

    void open() {
        fx.run(() -> {
            Stage shown = stage.orElseGet(this::make);
            draw();
            shown.setIconified(false);
            shown.show();
            shown.toFront();
        });
    }

    private Stage make() {
        var made = new MainWindow(chosen);
        window = Optional.of(made);
        isOpen = true;
        Stage opened = stage("svc", made.root(), () -> {
            window = Optional.empty();
            stage = Optional.empty();
            isOpen = false;
        });
        stage = Optional.of(opened);
        return opened;
    }

    private Stage stage(String title, Parent root, Runnable closed) {
        Stage opened = Stages.open(title, root);
        stages.add(opened);
        opened.setOnHidden(_ -> {
            stages.remove(opened);
            Stages.forget(opened);
            closed.run();
            if (stages.isEmpty()) {
                allClosed.run();
            }
        });
        return opened;
    }

    /// Says a sentence where it is seen, if there is a window to see it in.
    boolean tell(String sentence) {
        if (isOpen) {
            fx.run(() -> window.ifPresent(it -> it.tell(sentence)));
        }
        return isOpen;
    }

    /// Explains, asks twice, and only then does it, away from the thread that draws.
    void ask(Question question, Supplier<Outcome> deed) {
        fx.run(() -> {
            var holder = new Stage[1];
            var pane = new QuestionPane(question, done -> apart(deed, done), () -> holder[0].close());
            holder[0] = stage(question.title(), pane.root(), () -> {});
            holder[0].show();
            holder[0].toFront();
        });
    }

    private void apart(Supplier<Outcome> deed, Consumer<Outcome> done) {
        Thread.ofVirtual().name("svc-tray-deed").start(() -> {
            Outcome outcome = deed.get();
            fx.run(() -> done.accept(outcome));
        });
    }

    void log(Supplier<String> read) {
        fx.run(() -> {
            var holder = new LogPane[1];
            Runnable reload = () -> Thread.ofVirtual().start(() -> {
                String text = read.get();
                fx.run(() -> holder[0].show(text));
            });
            holder[0] = new LogPane(reload);
            stage("svc: logs", holder[0].root(), () -> {}).show();
            reload.run();
        });
    }
}
