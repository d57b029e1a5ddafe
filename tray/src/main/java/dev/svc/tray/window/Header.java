package dev.svc.tray.window;

import dev.svc.shared.control.ServiceState;
import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.IconKind;
import dev.svc.tray.menu.Menu;
import dev.svc.tray.menu.TrayState;
import dev.svc.tray.menu.Words;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Circle;

/// The state in words and colour, and what can be done about it.
final class Header extends HBox {
    private static final DateTimeFormatter SINCE = DateTimeFormatter.ofPattern("EEEE HH:mm", Locale.ENGLISH);

    private final Circle dot = new Circle(5);
    private final Label state = Parts.label("", "state");
    private final Label details = Parts.label("", "hint");
    private final Button start;
    private final Button stop;
    private final Button restart;
    private final Button open;

    Header(Consumer<Action> chosen) {
        start = Parts.button("_Start", "start", () -> chosen.accept(Action.Plain.START));
        stop = Parts.button("S_top", "stop", () -> chosen.accept(Action.Plain.STOP));
        restart = Parts.button("_Restart", "restart", () -> chosen.accept(Action.Plain.RESTART));
        open = Parts.button("_Open in browser", "open", () -> chosen.accept(Action.Plain.OPEN));
        open.getStyleClass().add("primary");
        state.setId("state");
        details.setId("details");
        var words = new VBox(2, state, details);
        HBox.setHgrow(words, Priority.ALWAYS);
        getStyleClass().add("header");
        setAlignment(Pos.CENTER_LEFT);
        getChildren().addAll(dot, words, start, restart, stop, open);
    }

    void show(TrayState desk) {
        state.setText(Words.stateLine(desk));
        details.setText(details(desk));
        boolean free = desk.doing().isEmpty();
        start.setDisable(!free || !Menu.mayStart(desk.state()));
        stop.setDisable(!free || !Menu.mayStop(desk.state()));
        restart.setDisable(!free || !Menu.mayStop(desk.state()));
        open.setDisable(!desk.state().answers());
        dot.getStyleClass().setAll(style(desk));
    }

    /// Where a key that was pressed for nothing in particular does no harm: a page is opened, or a service that does
    /// not
    /// run is started. Empty where neither can be.
    Optional<Button> harmless() {
        return Stream.of(open, start).filter(button -> !button.isDisable()).findFirst();
    }

    private static String style(TrayState desk) {
        return switch (IconKind.of(desk)) {
            case UNSURE -> "dot-unsure";
            case STOPPED -> "dot-ill";
            case RUNNING, NEEDS_YOU, UPDATE -> "dot-well";
        };
    }

    private static String details(TrayState desk) {
        return switch (desk.state()) {
            case ServiceState.Running it -> details(it.version(), it.since(), it.address(), desk);
            case ServiceState.OtherVersion it -> details(it.version(), it.since(), it.address(), desk);
            default -> desk.keeper();
        };
    }

    private static String details(String version, Instant since, URI address, TrayState desk) {
        return "Version %s, channel %s, since %s, %s, %s"
                .formatted(
                        version.isEmpty() ? "unknown" : version,
                        desk.updates().channel(),
                        SINCE.format(since.atZone(ZoneId.systemDefault())),
                        address,
                        desk.keeper());
    }
}
