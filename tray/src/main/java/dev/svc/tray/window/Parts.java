package dev.svc.tray.window;

import javafx.geometry.Pos;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.Label;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// The small parts that every room of the window is made of.
final class Parts {
    private Parts() {}

    static Label label(String text, String style) {
        var label = new Label(text);
        label.getStyleClass().add(style);
        label.setWrapText(true);
        return label;
    }

    static Button button(String text, String id, Runnable pressed) {
        var button = new Button(text);
        button.setId(id);
        button.setMinWidth(Region.USE_PREF_SIZE);
        button.setOnAction(_ -> pressed.run());
        return button;
    }

    static Region spring() {
        var spring = new Region();
        HBox.setHgrow(spring, Priority.ALWAYS);
        return spring;
    }

    static HBox row(Node... parts) {
        var row = new HBox(8, parts);
        row.setAlignment(Pos.CENTER_LEFT);
        return row;
    }

    static VBox section(String title, Node... parts) {
        var section = new VBox(10, label(title, "section-title"));
        section.getChildren().addAll(parts);
        section.getStyleClass().add("section");
        return section;
    }
}
