package dev.svc.tray.window;

import java.util.Objects;
import javafx.application.ColorScheme;
import javafx.application.Platform;
import javafx.scene.Parent;
import javafx.scene.Scene;
import javafx.stage.Stage;

/// Puts a pane on the screen, in the colours of the desktop.
public final class Stages {
    private Stages() {}

    public static Stage open(String title, Parent root) {
        var stage = new Stage();
        stage.setTitle(title);
        stage.setScene(scene(root, Platform.getPreferences().getColorScheme()));
        stage.setMinWidth(420);
        return stage;
    }

    static Scene scene(Parent root, ColorScheme scheme) {
        var scene = new Scene(root);
        scene.getStylesheets().add(sheet("window.css"));
        root.getStyleClass().add(scheme == ColorScheme.DARK ? "dark" : "light");
        return scene;
    }

    private static String sheet(String name) {
        return Objects.requireNonNull(Stages.class.getResource(name), name).toExternalForm();
    }
}
