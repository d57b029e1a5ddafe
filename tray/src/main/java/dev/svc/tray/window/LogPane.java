package dev.svc.tray.window;

import javafx.scene.Parent;
import javafx.scene.control.TextArea;
import javafx.scene.input.Clipboard;
import javafx.scene.input.ClipboardContent;
import javafx.scene.layout.Priority;
import javafx.scene.layout.VBox;

/// The end of the service's log, to be read and copied.
public final class LogPane {
    private final TextArea text = new TextArea();
    private final VBox root;

    public LogPane(Runnable reload) {
        text.setEditable(false);
        text.setId("log");
        text.setAccessibleText("The end of the service's log");
        VBox.setVgrow(text, Priority.ALWAYS);
        root = new VBox(
                10,
                Parts.row(
                        Parts.label("Logs", "section-title"),
                        Parts.spring(),
                        Parts.button("_Copy", "copy", this::copy),
                        Parts.button("_Reload", "reload", reload)),
                text);
        root.getStyleClass().addAll("window", "dialog");
        root.setPrefSize(860, 480);
    }

    public Parent root() {
        return root;
    }

    public void show(String log) {
        text.setText(log.isBlank() ? "There is no log yet." : log);
        text.positionCaret(text.getLength());
    }

    private void copy() {
        var content = new ClipboardContent();
        content.putString(text.getText());
        Clipboard.getSystemClipboard().setContent(content);
    }
}
