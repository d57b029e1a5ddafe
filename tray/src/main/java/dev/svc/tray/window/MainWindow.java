package dev.svc.tray.window;

import dev.svc.tray.menu.Action;
import dev.svc.tray.menu.TrayState;
import dev.svc.tray.menu.Words;
import java.time.Instant;
import java.util.function.Consumer;
import javafx.scene.AccessibleRole;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.ScrollPane;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/// The service at hand: state, live sessions, journal, and everything the menu can do. Its widgets belong to the thread
/// that draws.
public final class MainWindow {
    private final BorderPane root = new BorderPane();
    private final Header header;
    private final Label message = Parts.label("", "message");
    private final Label count = Parts.label("", "hint");
    private final Label need = Parts.label("", "need");
    private final Chart chart = new Chart();
    private final SessionList sessions;
    private final JournalTail journal = new JournalTail();
    private final SidePanel side;

    /// Where the focus was put last, until a person puts it elsewhere.
    private Node placed = journal;

    public MainWindow(Consumer<Action> chosen) {
        header = new Header(chosen);
        sessions = new SessionList(chosen);
        side = new SidePanel(chosen);
        message.setId("message");
        message.setAccessibleRole(AccessibleRole.TEXT);
        tell("");
        var scroll = new ScrollPane(sessions);
        scroll.setFitToWidth(true);
        scroll.setPrefHeight(240);
        var log = Parts.button("Lo_gs", "logs", () -> chosen.accept(Action.Plain.SHOW_LOG));
        log.getStyleClass().add("small");
        VBox.setVgrow(journal, Priority.ALWAYS);
        var left = new VBox(
                Parts.row(Parts.label("Live sessions", "section-title"), count, Parts.spring(), need, chart),
                scroll,
                Parts.row(
                        Parts.label("Journal", "section-title"),
                        Parts.label("newest entries", "hint"),
                        Parts.spring(),
                        log),
                journal);
        left.getStyleClass().add("left");
        root.setTop(new VBox(header, message));
        root.setCenter(left);
        root.setRight(side);
        root.getStyleClass().add("window");
        root.setPrefSize(940, 640);
    }

    /// Nobody has moved the focus since it was put somewhere.
    private boolean isFocusOurs() {
        var scene = root.getScene();
        return scene == null
                || scene.getFocusOwner() == null
                || scene.getFocusOwner().equals(placed);
    }

    /// Where the first key does no harm; the journal takes no command.
    private void placeFocus() {
        placed = header.harmless().<Node>map(button -> button).orElse(journal);
        placed.requestFocus();
    }

    public Parent root() {
        return root;
    }

    public void show(TrayState desk, SessionHistogram past, Instant now) {
        // Asked first: what is switched off passes the focus on to its neighbour.
        boolean ours = isFocusOurs();
        header.show(desk);
        count.setText(
                desk.state().answers() ? String.valueOf(desk.live().sessions().size()) : "");
        need.setText(Words.need(desk.live()));
        need.setVisible(!need.getText().isEmpty());
        need.setManaged(!need.getText().isEmpty());
        chart.show(past, now);
        sessions.show(desk, now);
        journal.show(desk.live().entries());
        side.show(desk, now);
        if (ours) {
            placeFocus();
        }
    }

    /// A sentence about what was done or could not be; empty for none.
    public void tell(String sentence) {
        message.setText(sentence);
        message.setVisible(!sentence.isEmpty());
        message.setManaged(!sentence.isEmpty());
    }
}
