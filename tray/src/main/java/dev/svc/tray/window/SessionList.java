package dev.svc.tray.window;

import dev.svc.shared.live.LiveSession;
import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.IconKind;
import dev.svc.tray.menu.TrayState;
import dev.svc.tray.menu.Words;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.StackPane;
import javafx.scene.layout.VBox;
import javafx.scene.shape.Circle;
import javafx.scene.shape.Rectangle;
import javafx.scene.shape.Shape;

/// The sessions that run, those that wait first.
final class SessionList extends VBox {
    private final Consumer<Action> chosen;
    private List<LiveSession> shown = List.of();

    SessionList(Consumer<Action> chosen) {
        this.chosen = chosen;
        getStyleClass().add("sessions");
        empty("");
    }

    private void empty(String why) {
        getChildren().setAll(Parts.label(why, "hint"));
    }

    /// Why there is no session to show.
    private static String why(TrayState desk) {
        return switch (IconKind.of(desk)) {
            case UNSURE -> "";
            case STOPPED -> desk.orphans() == 0 ? "Nothing runs." : Words.orphans(desk.orphans());
            case RUNNING, NEEDS_YOU, UPDATE -> "No session runs.";
        };
    }

    /// Only a changed list is laid out again, so that focus stays where it is.
    void show(TrayState desk, Instant now) {
        var sorted = desk.live().sessions().stream()
                .sorted(Comparator.comparing(LiveSession::status).reversed().thenComparing(LiveSession::since))
                .toList();
        if (sorted.isEmpty()) {
            shown = sorted;
            empty(why(desk));
        } else if (!sorted.equals(shown)) {
            shown = sorted;
            getChildren().setAll(sorted.stream().map(it -> row(it, now)).toList());
        } else {
            for (int i = 0; i < sorted.size(); i++) {
                ((Label) getChildren().get(i).lookup(".age"))
                        .setText(Words.age(sorted.get(i).since(), now));
            }
        }
    }

    private Node row(LiveSession session, Instant now) {
        String status = Words.status(session);
        Label title = Parts.label(Words.title(session.title()), "session-title");
        title.setWrapText(false);
        title.setMaxWidth(Double.MAX_VALUE);
        HBox.setHgrow(title, Priority.ALWAYS);
        Label place = Parts.label(Words.place(session), "hint");
        place.setWrapText(false);
        place.getStyleClass().add("place");
        Label age = Parts.label(Words.age(session.since(), now), "age");
        Button open = open(session);
        open.setAccessibleText("%s %s, %s".formatted(open.getText(), title.getText(), status));
        open.getStyleClass().add("small");
        var row =
                Parts.row(column(mark(session.status())), title, Parts.label(status, "status-word"), place, age, open);
        row.getStyleClass().add("session");
        return row;
    }

    /// The way to what it asks, else to itself.
    private Button open(LiveSession session) {
        boolean asks = session.status() == LiveSession.Status.WAITING
                && !session.question().isEmpty();
        return asks
                ? Parts.button("Answer…", "", () -> chosen.accept(new Action.OpenQuestion(session.id())))
                : Parts.button("Open", "", () -> chosen.accept(new Action.OpenSession(session.id())));
    }

    /// As wide as every other, so that titles begin in one line.
    private static StackPane column(Shape mark) {
        var column = new StackPane(mark);
        column.getStyleClass().add("mark");
        return column;
    }

    /// A shape for each status, besides the word and the colour.
    private static Shape mark(LiveSession.Status status) {
        Shape mark = switch (status) {
            case WAITING -> {
                var diamond = new Rectangle(8, 8);
                diamond.setRotate(45);
                yield diamond;
            }
            case WORKING, IDLE, UNKNOWN -> new Circle(4);
        };
        mark.getStyleClass().add("mark-" + status.name().toLowerCase(Locale.ROOT));
        return mark;
    }
}
